import { SELL } from "../../../core/index.ts";
import { TAPE_TRADES_MAX } from "../../../views/index.ts";
import { integer, moneyText, optional, priceText, sizeText, v3 } from "../../../wire/index.ts";
import { ticketId } from "../../market/ticketId.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

/** The latest public trades, newest first. */
export const trades = publicOperation({
  path: "/capi/v3/market/trades",
  summary: "Recent trades",
  meaning: "The latest trades of a contract, newest first.",
  call: "market.trades",
  source: "docs/reference/rest-v3.md",
  weight: 5,
  parameters: {
    symbol: symbolParameter,
    limit: optional(integer("Rows", { min: 1, max: TAPE_TRADES_MAX }), 100),
  },
  response: v3.market.Trades,
  handle: ({ contracts, views }, { symbol, limit }): v3.market.Trade[] => {
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
});
