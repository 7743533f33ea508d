/** Where a contest stands. */
export const contestPhases = ["before", "practice", "between", "running", "ended"] as const;
