import { type RiskOptionName, riskOptions } from "../../wire/control/riskOptions.ts";

export type RiskOption = RiskOptionName;

const options = Object.entries(riskOptions);
const words = options.map(([name, option]) => [name, Object.keys(option.words)]);
const titles = options.map(([name, option]) => [name, option.title]);

/**
 * The options of a contract's risk rule with their words, the default first (docs/reference/liquidation.md,
 * options).
 */
export const RISK_OPTIONS = Object.fromEntries(words) as Readonly<Record<RiskOption, readonly string[]>>;

/** The options as a page names them: the word that is chosen ends the sentence. */
export const RISK_TITLES = Object.fromEntries(titles) as Readonly<Record<RiskOption, string>>;
