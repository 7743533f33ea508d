import {
  averagePriceText,
  moneyText,
  priceText,
  rateText,
  sizeText,
  v2,
} from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { EstimateView } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import type { Asked } from "../../trading/asked.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { orderCommand } from "./translate.ts";

/** Ours: no other venue has it. Shows what placeOrder would do with this body now; nothing is placed. */
export const estimate = privateOperation(
  declared.estimate,
  async ({ engine, account, contracts, operation }, input): Promise<v2.Estimate> => {
    const contract = contracts.of(input.symbol);
    const order = orderCommand({ account, contract, marginMode: input.marginMode, requestHash: 0 }, input);
    return showEstimate(await engine.query({ type: "estimate", order }), {
      contract,
      command: order,
      operation,
    });
  },
);

function showEstimate(view: EstimateView, asked: Asked & { readonly contract: ContractSpec }): v2.Estimate {
  const { contract } = asked;
  const { refusal, filled, liquidationPrice } = view;
  return {
    refusal: refusal === undefined ? null : shownRefusal(refusalOf(refusal, asked)),
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
