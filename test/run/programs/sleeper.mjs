// Waits for minutes, asks what time it is, and has a child do the same.
import { execFileSync } from "node:child_process";

const began = Date.now();
await new Promise((resolve) => setTimeout(resolve, 120_000));
console.log("timer", ((Date.now() - began) / 120_000).toFixed(1));
const { timestamp } = await (await fetch("https://api-contract.example.com/capi/v2/market/time")).json();
console.log("together", Math.abs(timestamp - Date.now()) < 15_000);
const date = () => execFileSync("date", ["+%s"], { encoding: "utf8" }) * 1_000;
console.log("its child", date() - began >= 120_000 && date() - began < 3_600_000);
