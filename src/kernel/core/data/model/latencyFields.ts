/** The direction of a sample: to the book, or from the book to the pushes. */
export const LATENCY_TO_BOOK = 0;
export const LATENCY_TO_PUSH = 1;

/** The seed of a profile and its samples, one row each: the way, and ms of market time. */
export const latencyFields = {
  account: "AccountId",
  seedA: "int",
  seedB: "int",
  seedC: "int",
  seedD: "int",
} as const;
export const latencySamples = { name: "samples", columns: ["way", "ms"] } as const;

/** Samples of both ways together, and the longest. */
export const LATENCY_SAMPLES_MAX = 2_000;
export const LATENCY_MS_MAX = 60_000;
