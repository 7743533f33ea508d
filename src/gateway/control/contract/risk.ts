import type { ContractRulesView } from "../../../core/index.ts";
import { choice, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { fundingCollections, residualReceivers, wordOf } from "../words.ts";

/** `POST /control/contracts/risk`: what becomes of losses in a contract; docs/reference/liquidation.md, options. */
export const setRiskRule = controlOperation({
  method: "POST",
  path: "/control/contracts/risk",
  summary: "Choose how funding is collected and where a liquidation's residue goes",
  parameters: {
    symbol: contractText,
    funding: optional(
      choice("Isolated payers pay down to their requirement, or in full.", fundingCollections),
      fundingCollections.capped,
    ),
    residual: optional(
      choice("Who receives what an isolated liquidation leaves.", residualReceivers),
      residualReceivers.user,
    ),
  },
  async handle(context, { symbol: name, funding, residual }) {
    const { contract, symbol } = await contractOf(context, name);
    const rule = {
      fundingInFull: funding === fundingCollections.full,
      residualToFund: residual === residualReceivers.fund,
    };
    await context.submit({ type: "setRiskRule", contract, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
});

/** A risk rule in words. */
export function shownRiskRule(rule: Pick<ContractRulesView, "fundingInFull" | "residualToFund">) {
  return {
    funding: wordOf(fundingCollections, rule.fundingInFull ? 1 : 0),
    residual: wordOf(residualReceivers, rule.residualToFund ? 1 : 0),
  };
}
