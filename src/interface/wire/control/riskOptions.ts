import {
  HEDGE_LARGER,
  HEDGE_NET,
  HEDGE_SUM,
  REDUCE_BY_FIFTHS,
  REDUCE_BY_TWO_TIERS,
  REDUCE_TO_MINIMUM,
} from "../codes.ts";

interface RiskOption {
  /** The field of the core's risk rule. */
  readonly field: string;
  /** As a page names it: the word that is chosen ends the sentence. */
  readonly title: string;
  readonly description: string;
  /** Codes by word; code 0 is the default. */
  readonly words: Readonly<Record<string, number>>;
}

/** The options of a contract's risk rule in the words of control: docs/reference/liquidation.md, options. */
export const riskOptions = {
  funding: {
    field: "fundingInFull",
    title: "Isolated payers of funding pay",
    description: "Isolated payers pay down to their requirement, or in full.",
    words: { capped: 0, full: 1 },
  },
  residual: {
    field: "residualToFund",
    title: "What an isolated liquidation leaves",
    description: "Who receives what an isolated liquidation leaves.",
    words: { user: 0, fund: 1 },
  },
  tiers: {
    field: "flatTiers",
    title: "Tiers count",
    description:
      "Each slice of the notional requires the rate of its own tier, or the whole that of its tier.",
    words: { bracketed: 0, flat: 1 },
  },
  tierNotional: {
    field: "tierByNet",
    title: "Tier is picked by longs and shorts",
    description: "What picks the tier of a shared symbol: its long and short together, or their net.",
    words: { both: 0, net: 1 },
  },
  hedgeRequirement: {
    field: "hedge",
    title: "Of a hedge is charged",
    description:
      "Which size of a hedged shared symbol carries its requirement: the net, the larger leg, or both legs, each in a tier of its own.",
    words: { net: HEDGE_NET, larger: HEDGE_LARGER, sum: HEDGE_SUM },
  },
  positionMargin: {
    field: "marginAtEntry",
    title: "Margin is a share of the value at",
    description: "What the margin of a shared position is a share of: its value at mark, or its entry value.",
    words: { mark: 0, entry: 1 },
  },
  fundingAverage: {
    field: "fundingMean",
    title: "Premium samples are",
    description: "Premium samples weigh more towards the end of the period, or all the same.",
    words: { weighted: 0, mean: 1 },
  },
  presets: {
    field: "presetsWhenFilled",
    title: "TP and SL of an order begin with",
    description:
      "When an order's presets come into being: with its first fill, or with the one that completes it.",
    words: { "first-fill": 0, filled: 1 },
  },
  feeRounding: {
    field: "feesUp",
    title: "Fees are rounded",
    description: "Which way the fee of a fill is rounded; a rebate is truncated either way.",
    words: { trunc: 0, up: 1 },
  },
  largeLiquidations: {
    field: "reduction",
    title: "Large liquidations go down by",
    description: "How far a liquidation lowers what is above the first tier at a time.",
    words: { "two-tiers": REDUCE_BY_TWO_TIERS, minimum: REDUCE_TO_MINIMUM, fifth: REDUCE_BY_FIFTHS },
  },
  adlRanking: {
    field: "adlRandom",
    title: "Deleveraged are",
    description:
      "In which order counterparties are deleveraged: by profit and leverage, or drawn for each command.",
    words: { "profit-leverage": 0, random: 1 },
  },
  exits: {
    field: "exitsYield",
    title: "Stops among resting closes",
    description:
      "A triggered stop and closePositions make room among resting closes, or take what those have not reserved.",
    words: { "make-room": 0, yield: 1 },
  },
} as const satisfies Readonly<Record<string, RiskOption>>;

export type RiskOptionName = keyof typeof riskOptions;
