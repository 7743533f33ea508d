/**
 * What positions are valued at. The mark decides who is liquidated, and when; users may move it, within its
 * bound. The index they cannot move: so it decides as well what may leave a margin unit, and alone what the
 * insurance fund takes over and pays.
 *
 * @see docs/reference/margin.md, what may leave a margin unit
 */
export const VALUATIONS = ["markPoints", "indexPoints"] as const;
export type Valuation = (typeof VALUATIONS)[number];
