import type { RiskRule } from "../../../core/index.ts";
import { riskRuleFrom } from "../../../core/index.ts";
import type { RiskOptionName } from "../../../wire/control/riskOptions.ts";
import { riskOptions } from "../../../wire/control/riskOptions.ts";
import { wordOf } from "../words.ts";

/** The field of the rule that each option is. */
const fieldOf = {
  funding: "fundingInFull",
  residual: "residualToFund",
  tiers: "flatTiers",
  tierNotional: "tierByNet",
  hedgeRequirement: "hedge",
  positionMargin: "marginAtEntry",
  fundingAverage: "fundingMean",
  presets: "presetsWhenFilled",
  feeRounding: "feesUp",
  largeLiquidations: "reduction",
  adlRanking: "adlRandom",
  exits: "exitsYield",
} as const satisfies Readonly<Record<RiskOptionName, keyof RiskRule>>;

type Name = RiskOptionName;
const options = Object.entries(riskOptions) as [Name, (typeof riskOptions)[Name]][];

/** Of each option one of its words. */
type RiskWords = { readonly [N in Name]: keyof (typeof riskOptions)[N]["words"] & string };

type RiskSaid = Readonly<Record<Name, number | undefined>>;

/** Whether any option is said. */
export function isRiskSaid(said: RiskSaid): boolean {
  return options.some(([name]) => said[name] !== undefined);
}

/** The rule that parameters say; what they leave out is as before. */
export function riskRuleSaid(said: RiskSaid, before: RiskRule): RiskRule {
  const nameOf = new Map<keyof RiskRule, Name>(options.map(([name]) => [fieldOf[name], name]));
  return riskRuleFrom((field) => said[nameOf.get(field)!] ?? Number(before[field]));
}

/** A risk rule in words. */
export function shownRiskRule(rule: RiskRule): RiskWords {
  const shown = options.map(([name, { words }]) => [name, wordOf(words, Number(rule[fieldOf[name]]))]);
  return Object.fromEntries(shown) as RiskWords;
}
