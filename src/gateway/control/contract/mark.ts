import type { ContractRulesView } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/contract.ts";
import { rateText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { markMethods, wordOf } from "../words.ts";

/** `POST /control/contracts/mark`: how a contract's mark follows its index; docs/reference/mark.md. */
export const setMarkRule = controlOperation(
  declared.setMarkRule,
  async (context, { symbol: name, method, window, boundRate, impactUnits: asked }) => {
    const { contract, symbol } = await contractOf(context, name);
    const rules = await context.engine.query({ type: "rules" });
    const impactUnits = asked ?? rules.contracts[contract]!.mark.impactUnits;
    const rule = { method, window, boundRate, impactUnits };
    await context.submit({ type: "setMarkRule", contract, ...rule });
    return { symbol, ...shownMarkRule(rule) };
  },
);

/** A mark rule in words and decimals. */
export function shownMarkRule(rule: ContractRulesView["mark"]) {
  const { method, window, boundRate, impactUnits } = rule;
  return { method: wordOf(markMethods, method), window, boundRate: rateText(boundRate), impactUnits };
}
