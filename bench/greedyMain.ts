import { besiege, type Greedy } from "./greedy.ts";

// The process of the greedy clients: they come and go as they are told, and end with their parent.
const nobody = (): number => 0;
let leave = nobody;
process.on("message", async (word: Greedy | "leave") => {
  const orders = leave();
  leave = word === "leave" ? nobody : await besiege(word);
  process.send!(orders);
});
process.once("disconnect", () => process.exit());
