/** The answers of control by operation: their published schemas and their types. */
export { EquityHistory, Performance } from "../performance.ts";
export * from "./account.ts";
export * from "./cluster.ts";
export * from "./contest.ts";
export * from "./directive.ts";
export * from "./explanation.ts";
export * from "./faultKinds.ts";
export * from "./faults.ts";
export * from "./invitation.ts";
export * from "./market.ts";
export * from "./order.ts";
export * from "./replay.ts";
export * from "./venue.ts";
