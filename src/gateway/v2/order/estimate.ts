import type { EstimateView } from "../../../core/index.ts";
import { averagePriceText, moneyText, priceText, rateText, sizeText, v2 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { symbolParameter } from "../parameters.ts";
import { orderCommand, orderMarginMode, orderParameters } from "./placement.ts";

/** Ours: no other venue has it. What placeOrder would do with this body now; nothing is placed. */
export const estimate = privateOperation({
  method: "POST",
  path: "/capi/v2/order/estimate",
  summary: "What a placement would do now, or why it would be refused (an operation of this venue's own)",
  meaning:
    "What placeOrder would do with this body now: what it freezes, trades and pays, the liquidation price after it, the largest size, or why it would be refused. Places nothing. An operation of this venue.",
  call: "orders.estimate",
  source: "docs/reference/orders.md",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: { symbol: symbolParameter, ...orderParameters, marginMode: orderMarginMode },
  response: v2.Estimate,
  async handle({ engine, account, contracts }, input): Promise<v2.Estimate> {
    const contract = contracts.of(input.symbol);
    const order = orderCommand({ account, contract, marginMode: input.marginMode, requestHash: 0 }, input);
    return showEstimate(await engine.query({ type: "estimate", order }), contract);
  },
});

function showEstimate(view: EstimateView, contract: ContractSpec): v2.Estimate {
  const { refusal, filled, liquidationPrice } = view;
  return {
    refusal: refusal === undefined ? null : shownRefusal(refusalOf(refusal, contract)),
    frozen: moneyText(view.frozen),
    filledSize: sizeText(contract, filled),
    averagePrice: filled === 0 ? "0" : averagePriceText(contract, view.value, filled),
    fee: moneyText(view.fee),
    slippage: rateText(view.slippage),
    restingSize: sizeText(contract, view.resting),
    liquidatePrice: liquidationPrice === undefined ? null : priceOrZero(contract, liquidationPrice),
    largestSize: sizeText(contract, view.largest),
    certain: view.certain,
  };
}

function priceOrZero(contract: ContractSpec, price: number): string {
  return price === 0 ? "0" : priceText(contract, price);
}

function shownRefusal({ kind, message }: ReturnType<typeof refusalOf>): { code: string; msg: string } {
  return { code: v2.errors[kind].code, msg: message };
}
