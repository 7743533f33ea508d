import * as declared from "../../../wire/control/operations/contract.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownBreaches } from "./carrying.ts";
import { isRiskSaid, riskRuleSaid, shownRiskRule } from "./riskOptions.ts";

/**
 * `POST /control/contracts/risk`: sets a contract's risk options; docs/reference/liquidation.md, options. Every option
 * that is left out stays as it is; without any the rule is shown. Refused where it would liquidate somebody, unless it
 * is meant anyway, or for new positions only.
 */
export const setRiskRule = controlOperation(
  declared.setRiskRule,
  async (context, { symbol: name, preview, anyway, newOnly, ...said }) => {
    const { contract, symbol } = await contractOf(context, name);
    const { contracts } = await context.engine.query({ type: "rules" });
    const rule = riskRuleSaid(said, contracts[contract]!.risk);
    if (preview) return { symbol, breaches: await shownBreaches(context, { contract, rule }) };
    if (isRiskSaid(said)) await context.submit({ type: "setRiskRule", contract, anyway, newOnly, ...rule });
    return { symbol, ...shownRiskRule(rule) };
  },
);
