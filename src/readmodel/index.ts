export { copyHistory } from "./copy.ts";
export * from "./export.ts";
export * from "./history.ts";
export * from "./open.ts";
export { rebuildHistory, verifyHistory } from "./rebuild.ts";
export { SCHEMA_TAG } from "./schema.ts";
export { HistoryThreads } from "./threads.ts";
export type { Difference } from "./verify.ts";
export type { HouseHistory } from "./writer.ts";
