import type { RiskRule } from "../../../core/index.ts";
import {
  HEDGE_LARGER,
  HEDGE_NET,
  HEDGE_SUM,
  REDUCE_BY_FIFTHS,
  REDUCE_BY_TWO_TIERS,
  REDUCE_TO_MINIMUM,
  riskRuleFrom,
} from "../../../core/index.ts";
import type { Parameter } from "../../../wire/index.ts";
import { choice, optional } from "../../../wire/index.ts";
import { wordOf } from "../words.ts";

interface RiskOption {
  readonly field: keyof RiskRule;
  readonly description: string;
  /** Codes by word; 0 is the default. */
  readonly words: Readonly<Record<string, number>>;
}

/** The options of a contract's risk rule in the words of control: docs/reference/liquidation.md, options. */
export const riskOptions = {
  funding: {
    field: "fundingInFull",
    description: "Isolated payers pay down to their requirement, or in full.",
    words: { capped: 0, full: 1 },
  },
  residual: {
    field: "residualToFund",
    description: "Who receives what an isolated liquidation leaves.",
    words: { user: 0, fund: 1 },
  },
  tiers: {
    field: "flatTiers",
    description:
      "Each slice of the notional requires the rate of its own tier, or the whole that of its tier.",
    words: { bracketed: 0, flat: 1 },
  },
  tierNotional: {
    field: "tierByNet",
    description: "What picks the tier of a shared symbol: its long and short together, or their net.",
    words: { both: 0, net: 1 },
  },
  hedgeRequirement: {
    field: "hedge",
    description:
      "Which size of a hedged shared symbol carries its requirement: the net, the larger leg, or both legs, each in a tier of its own.",
    words: { net: HEDGE_NET, larger: HEDGE_LARGER, sum: HEDGE_SUM },
  },
  positionMargin: {
    field: "marginAtEntry",
    description: "What the margin of a shared position is a share of: its value at mark, or its entry value.",
    words: { mark: 0, entry: 1 },
  },
  fundingAverage: {
    field: "fundingMean",
    description: "Premium samples weigh more towards the end of the period, or all the same.",
    words: { weighted: 0, mean: 1 },
  },
  presets: {
    field: "presetsWhenFilled",
    description:
      "When an order's presets come into being: with its first fill, or with the one that completes it.",
    words: { "first-fill": 0, filled: 1 },
  },
  feeRounding: {
    field: "feesUp",
    description: "Which way the fee of a fill is rounded; a rebate is truncated either way.",
    words: { trunc: 0, up: 1 },
  },
  largeLiquidations: {
    field: "reduction",
    description: "How far a liquidation lowers what is above the first tier at a time.",
    words: { "two-tiers": REDUCE_BY_TWO_TIERS, minimum: REDUCE_TO_MINIMUM, fifth: REDUCE_BY_FIFTHS },
  },
  adlRanking: {
    field: "adlRandom",
    description:
      "In which order counterparties are deleveraged: by profit and leverage, or drawn for each command.",
    words: { "profit-leverage": 0, random: 1 },
  },
  exits: {
    field: "exitsYield",
    description:
      "A triggered stop and closePositions make room among resting closes, or take what those have not reserved.",
    words: { "make-room": 0, yield: 1 },
  },
} as const satisfies Readonly<Record<string, RiskOption>>;

type Name = keyof typeof riskOptions;
const options = Object.entries(riskOptions) as [Name, RiskOption][];

/** One parameter an option. */
export const riskParameters = Object.fromEntries(
  options.map(([name, { description, words }]) => [name, optional(choice(description, words))]),
) as Record<Name, Parameter<number | undefined>>;

/** Of each option one of its words. */
type RiskWords = { readonly [N in Name]: keyof (typeof riskOptions)[N]["words"] & string };

type RiskSaid = Readonly<Record<Name, number | undefined>>;

/** Whether any option is said. */
export function isRiskSaid(said: RiskSaid): boolean {
  return options.some(([name]) => said[name] !== undefined);
}

/** The rule that parameters say; what they leave out is as before. */
export function riskRuleSaid(said: RiskSaid, before: RiskRule): RiskRule {
  const nameOf = new Map(options.map(([name, { field }]) => [field, name]));
  return riskRuleFrom((field) => said[nameOf.get(field)!] ?? Number(before[field]));
}

/** A risk rule in words. */
export function shownRiskRule(rule: RiskRule): RiskWords {
  const shown = options.map(([name, { field, words }]) => [name, wordOf(words, Number(rule[field]))]);
  return Object.fromEntries(shown) as RiskWords;
}
