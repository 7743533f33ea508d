/** The answers of control, by operation: what is published of them, and their types. */
export * from "./account.ts";
export * from "./explanation.ts";
export * from "./market.ts";
export * from "./order.ts";
export * from "./venue.ts";
