import type { SocketReaders } from "./socketReaders.ts";
import { openReaders } from "./socketReaders.ts";

// The process of the readers: ends with its parent.
process.once("message", async (readers: SocketReaders) => {
  await openReaders(readers);
  process.send!("open");
});
process.once("disconnect", () => process.exit());
