/** Shapes and words of the fapi dialect. */
export * from "./errors.ts";
export * as market from "./market.ts";
export * from "./refusals.ts";
export * from "./served.ts";
export * as words from "./words.ts";
