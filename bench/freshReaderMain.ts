import { type FreshReads, readFresh } from "./freshReader.ts";

// The process of the readers: begins when it is told where, and tells what it read when it is told that it is
// enough.
let isOver = false;
process.on("message", (word: FreshReads | "enough") => {
  isOver = word === "enough";
  if (word === "enough") return;
  readFresh(word, () => isOver).then(
    (result) => process.send!(result),
    (error: unknown) => process.send!({ error: String(error) }),
  );
});
process.once("disconnect", () => process.exit());
