import type { ContractRulesView } from "../../../core/index.ts";
import { choice, integer, optional, rateText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText, rate } from "../parameters.ts";
import { markMethods, wordOf } from "../words.ts";

/** `POST /control/contracts/mark`: how a contract's mark follows its index; docs/reference/mark.md. */
export const setMarkRule = controlOperation({
  method: "POST",
  path: "/control/contracts/mark",
  summary: "Choose how a contract's mark is made",
  parameters: {
    symbol: contractText,
    method: choice("What is added to the index.", markMethods),
    window: optional(integer("Samples that the exponential average remembers.", { min: 1 }), 30),
    boundRate: optional(
      rate("How far the exponential mark may be from the index, a fraction; 0: no bound."),
      0,
    ),
  },
  async handle(context, { symbol: name, method, window, boundRate }) {
    const { contract, symbol } = await contractOf(context, name);
    await context.submit({ type: "setMarkRule", contract, method, window, boundRate });
    return { symbol, ...shownMarkRule({ method, window, boundRate }) };
  },
});

/** A mark rule in words and decimals. */
export function shownMarkRule(rule: ContractRulesView["mark"]) {
  const { method, window, boundRate } = rule;
  return { method: wordOf(markMethods, method), window, boundRate: rateText(boundRate) };
}
