/** Market data in memory: what the gateway shows and the venue feeds. */
export * from "./bar.ts";
export * from "./book.ts";
export * from "./candles.ts";
export * from "./contractData.ts";
export * from "./contractSpec.ts";
export * from "./day.ts";
export * from "./marketViews.ts";
export * from "./sources.ts";
export * from "./tape.ts";
