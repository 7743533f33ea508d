import type { ContractRulesView } from "../../../core/index.ts";
import { choice, control, integer, optional, rateText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText, rate } from "../parameters.ts";
import { markMethods, wordOf } from "../words.ts";

/** `POST /control/contracts/mark`: how a contract's mark follows its index; docs/reference/mark.md. */
export const setMarkRule = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contracts/mark",
  summary: "Choose how a contract's mark is made",
  answer: control.MarkRuleSet,
  parameters: {
    symbol: contractText,
    method: choice("What is added to the index.", markMethods),
    window: optional(integer("Samples that the exponential average remembers.", { min: 1 }), 30),
    boundRate: optional(
      rate("How far the mark may be from the index, a fraction; 0: no bound. By default 0.005."),
      500_000,
    ),
    impactUnits: optional(
      integer(
        "Notional in USDT that a side of the book must hold to move mark and premium; by default as it is.",
        {
          min: 1,
          max: 10_000_000,
        },
      ),
    ),
  },
  async handle(context, { symbol: name, method, window, boundRate, impactUnits: asked }) {
    const { contract, symbol } = await contractOf(context, name);
    const rules = await context.engine.query({ type: "rules" });
    const impactUnits = asked ?? rules.contracts[contract]!.mark.impactUnits;
    const rule = { method, window, boundRate, impactUnits };
    await context.submit({ type: "setMarkRule", contract, ...rule });
    return { symbol, ...shownMarkRule(rule) };
  },
});

/** A mark rule in words and decimals. */
export function shownMarkRule(rule: ContractRulesView["mark"]) {
  const { method, window, boundRate, impactUnits } = rule;
  return { method: wordOf(markMethods, method), window, boundRate: rateText(boundRate), impactUnits };
}
