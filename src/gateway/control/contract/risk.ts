import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { riskParameters, riskRuleSaid, shownRiskRule } from "./riskOptions.ts";

/**
 * `POST /control/contracts/risk`: what a contract does otherwise than by default; docs/reference/liquidation.md, options.
 * Every option that is left out has its default afterwards.
 */
export const setRiskRule = controlOperation({
  method: "POST",
  path: "/control/contracts/risk",
  summary:
    "Choose how a contract deals with risk: funding, fees, liquidation; what is left out goes back to its default",
  parameters: { symbol: contractText, ...riskParameters },
  async handle(context, { symbol: name, ...said }) {
    const { contract, symbol } = await contractOf(context, name);
    const rule = riskRuleSaid(said);
    await context.submit({ type: "setRiskRule", contract, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
});
