// Waits for a minute, asks what time it is, and has a child do the same.
import { execFileSync } from "node:child_process";

const began = Date.now();
await new Promise((resolve) => setTimeout(resolve, 60_000));
console.log("timer", Date.now() - began);
const asked = Date.now();
const { timestamp } = await (await fetch("https://api-contract.example.com/capi/v2/market/time")).json();
// Of a time between question and answer, however long that takes the host; and less apart than a signature
// may be.
console.log("together", timestamp > asked - 30_000 && timestamp < Date.now() + 30_000);
const date = () => execFileSync("date", ["+%s"], { encoding: "utf8" }) * 1_000;
console.log("its child", date() - began >= 60_000 && date() - began < 3_600_000);
