/**
 * What keeps users from being paid by the venue while the index stands: each rule by itself, so that one can
 * be taken out to see whether tapes find what it cures (nothingGiven.test.ts).
 */
export const CURES = [
  "openings",
  "closings",
  "margin removed",
  "margin given",
  "payouts",
  "take-overs",
  "shares of a ladder",
  "what the fund may take",
  "the fund's funding",
  "payers above nothing",
  "hedges among themselves",
  "premiums of one side",
] as const;
export type Cure = (typeof CURES)[number];
