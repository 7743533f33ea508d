import { besiege, type Greedy } from "./greedy.ts";

// The process of the greedy clients: they come and go as they are told, and end with their parent.
let leave = (): void => {};
process.on("message", async (word: Greedy | "leave") => {
  leave();
  leave = word === "leave" ? () => {} : await besiege(word);
  process.send!("done");
});
process.once("disconnect", () => process.exit());
