import { type RiskOptionName, riskOptions } from "../../wire/control/riskOptions.ts";

export type RiskOption = RiskOptionName;

const words = Object.entries(riskOptions).map(([name, option]) => [name, Object.keys(option.words)]);

/** The options of a contract's risk rule with their words, the default first (docs/reference/liquidation.md, options). */
export const RISK_OPTIONS = Object.fromEntries(words) as Readonly<Record<RiskOption, readonly string[]>>;
