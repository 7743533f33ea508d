export * from "./history.ts";
