import { control, flag, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { carryingParameters, shownBreaches } from "./carrying.ts";
import { isRiskSaid, riskParameters, riskRuleSaid, shownRiskRule } from "./riskOptions.ts";

/**
 * `POST /control/contracts/risk`: what a contract does otherwise than by default; docs/reference/liquidation.md, options.
 * Every option that is left out stays as it is; without any the rule is shown. Refused where it would liquidate somebody, unless it is meant
 * anyway, or for new positions only.
 */
export const setRiskRule = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/risk",
  summary:
    "Choose how a contract deals with risk: funding, fees, liquidation; what is left out stays as it is",
  answer: control.RiskRuleSet,
  parameters: {
    symbol: contractText,
    ...riskParameters,
    ...carryingParameters,
    newOnly: optional(
      flag("For new positions only: who holds something requires what it did, until nothing of it is left."),
      false,
    ),
  },
  async handle(context, { symbol: name, preview, anyway, newOnly, ...said }) {
    const { contract, symbol } = await contractOf(context, name);
    const { contracts } = await context.engine.query({ type: "rules" });
    const rule = riskRuleSaid(said, contracts[contract]!.risk);
    if (preview) return { symbol, breaches: await shownBreaches(context, { contract, rule }) };
    if (isRiskSaid(said)) await context.submit({ type: "setRiskRule", contract, anyway, newOnly, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
});
