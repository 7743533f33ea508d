/** Shapes and words of the V3 interface. */
export * from "./errors.ts";
export * as market from "./market.ts";
export * as words from "./words.ts";
