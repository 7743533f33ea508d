import { type RiskOptionName, riskOptions } from "../../wire/control/riskOptions.ts";

export type RiskOption = RiskOptionName;

const options = Object.entries(riskOptions);

/** The options of a contract's risk rule with their words, the default first (docs/reference/liquidation.md, options). */
export const RISK_OPTIONS = Object.fromEntries(
  options.map(([name, { words }]) => [name, Object.keys(words)]),
) as Readonly<Record<RiskOption, readonly string[]>>;

/** The options as a page names them: the word that is chosen ends the sentence. */
export const RISK_TITLES = Object.fromEntries(options.map(([name, { title }]) => [name, title])) as Readonly<
  Record<RiskOption, string>
>;
