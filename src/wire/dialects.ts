/** The dialects of the interface, as options name them. */
export const dialectNames = ["v2", "v3", "fapi"] as const;

export type Dialect = (typeof dialectNames)[number];
