export type { Bar } from "./candle.ts";
export { packBars, rollUp } from "./candle.ts";
export * from "./history.ts";
export * from "./open.ts";
export { rebuildHistory } from "./rebuild.ts";
export type { HouseHistory } from "./writer.ts";
