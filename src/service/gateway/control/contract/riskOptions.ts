import type { RiskOptionName } from "../../../../interface/wire/control/riskOptions.ts";
import { riskOptions } from "../../../../interface/wire/control/riskOptions.ts";
import type { RiskRule } from "../../../../kernel/core/index.ts";
import { riskRuleFrom } from "../../../../kernel/core/index.ts";
import { wordOf } from "../../words.ts";

type Name = RiskOptionName;

/** The options, each with the field of the rule that it sets. */
const options = Object.entries(
  riskOptions satisfies Readonly<Record<Name, { readonly field: keyof RiskRule }>>,
) as [Name, (typeof riskOptions)[Name]][];

/** For each option, one of its words. */
type RiskWords = { readonly [N in Name]: keyof (typeof riskOptions)[N]["words"] & string };

type RiskChanges = Readonly<Record<Name, number | undefined>>;

/** Whether any option is given. */
export function changesRisk(changes: RiskChanges): boolean {
  return options.some(([name]) => changes[name] !== undefined);
}

/** The rule with the options that are given; the others are as before. */
export function changedRiskRule(changes: RiskChanges, before: RiskRule): RiskRule {
  const nameOf = new Map<keyof RiskRule, Name>(options.map(([name, { field }]) => [field, name]));
  return riskRuleFrom((field) => changes[nameOf.get(field)!] ?? Number(before[field]));
}

/** A risk rule in words. */
export function shownRiskRule(rule: RiskRule): RiskWords {
  const shown = options.map(([name, { field, words }]) => [name, wordOf(words, Number(rule[field]))]);
  return Object.fromEntries(shown) as RiskWords;
}
