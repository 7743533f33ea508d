/** The options of a contract's risk rule with their words, the default first (docs/reference/liquidation.md, options). */
export const RISK_OPTIONS = {
  funding: ["capped", "full"],
  residual: ["user", "fund"],
  tiers: ["bracketed", "flat"],
  tierNotional: ["both", "net"],
  hedgeRequirement: ["net", "larger", "sum"],
  positionMargin: ["mark", "entry"],
  fundingAverage: ["weighted", "mean"],
  presets: ["first-fill", "filled"],
  feeRounding: ["trunc", "up"],
  largeLiquidations: ["two-tiers", "minimum", "fifth"],
  adlRanking: ["profit-leverage", "random"],
  exits: ["make-room", "yield"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RiskOption = keyof typeof RISK_OPTIONS;
