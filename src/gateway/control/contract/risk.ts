import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { isRiskSaid, riskParameters, riskRuleSaid, shownRiskRule } from "./riskOptions.ts";

/**
 * `POST /control/contracts/risk`: what a contract does otherwise than by default; docs/reference/liquidation.md, options.
 * Every option that is left out stays as it is; without any the rule is shown.
 */
export const setRiskRule = controlOperation({
  method: "POST",
  path: "/control/contracts/risk",
  summary:
    "Choose how a contract deals with risk: funding, fees, liquidation; what is left out stays as it is",
  parameters: { symbol: contractText, ...riskParameters },
  async handle(context, { symbol: name, ...said }) {
    const { contract, symbol } = await contractOf(context, name);
    const { contracts } = await context.engine.query({ type: "rules" });
    const rule = riskRuleSaid(said, contracts[contract]!.risk);
    if (isRiskSaid(said)) await context.submit({ type: "setRiskRule", contract, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
});
