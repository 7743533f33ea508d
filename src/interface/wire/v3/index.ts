/** Shapes and words of the V3 interface. */
export * from "./account.ts";
export * from "./errors.ts";
export * as market from "./market.ts";
export * from "./order.ts";
export * as partner from "./partner.ts";
export * as spot from "./spot.ts";
export * as words from "./words.ts";
