import { SELL } from "../../../core/index.ts";
import { faceValueText, moneyText, priceText, sizeText } from "../../../wire/index.ts";
import type { Trade } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { ticketId } from "../../market/ticketId.ts";
import { publicOperation } from "../../operation.ts";

/** The latest public trades, newest first. */
export const trades = publicOperation(declared.trades, (context, input): readonly Trade[] => {
  const spec = context.contracts.of(input.symbol);
  const contractVal = faceValueText(spec);
  return context.views.trades(spec.contract, input.limit).map((each) => ({
    ticketId: ticketId(spec.contract, each.trade),
    time: each.time,
    price: priceText(spec, each.price),
    size: sizeText(spec, each.size),
    value: moneyText(each.value),
    symbol: spec.symbol,
    isBestMatch: true,
    isBuyerMaker: each.takerSide === SELL,
    contractVal,
  }));
});
