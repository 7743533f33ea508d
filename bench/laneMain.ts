import { inlineMore, markLater } from "../src/kernel/host/v8Flags.ts";
import { entryOf } from "./entry.ts";
import type { Lane, LaneModule } from "./lane.ts";

// The process of one lane: starts it, then does a pass whenever it is told to. Peers inline and mark as we
// do.
inlineMore();
markLater();
const [name, args] = process.argv.slice(2);
const { start } = (await import(entryOf(`lanes/${name}`).href)) as LaneModule<unknown>;
const lane: Lane = await start(JSON.parse(args!));

process.on("message", async (order) => {
  if (order === "pass") {
    globalThis.gc?.();
    process.send!(await lane.pass());
  } else {
    await lane.close?.();
    process.disconnect?.();
  }
});
process.send!({});
