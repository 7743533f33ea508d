import { SELL } from "../../../core/index.ts";
import { moneyText, priceText, sizeText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { ticketId } from "../../market/ticketId.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf } from "../symbol.ts";

/** The latest public trades, newest first. */
export const trades = publicOperation(
  declared.trades,
  ({ contracts, views }, { symbol, limit }): v3.market.Trade[] => {
    const spec = contractOf(contracts, symbol);
    return views.trades(spec.contract, limit).map((each) => ({
      id: ticketId(spec.contract, each.trade),
      time: each.time,
      price: priceText(spec, each.price),
      qty: sizeText(spec, each.size),
      quoteQty: moneyText(each.value),
      isBestMatch: true,
      isBuyerMaker: each.takerSide === SELL,
    }));
  },
);
