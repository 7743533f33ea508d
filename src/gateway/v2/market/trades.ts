import { SELL } from "../../../core/index.ts";
import { TAPE_TRADES_MAX } from "../../../views/index.ts";
import { faceValueText, integer, moneyText, optional, priceText, sizeText } from "../../../wire/index.ts";
import type { Trade } from "../../../wire/v2/market.ts";
import { Trades } from "../../../wire/v2/market.ts";
import { ticketId } from "../../market/ticketId.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

const LIMIT_DEFAULT = 100;

/** The latest public trades, newest first. */
export const trades = publicOperation({
  path: "/capi/v2/market/trades",
  summary: "Recent trades",
  meaning: "The latest trades of a contract, newest first.",
  call: "market.trades",
  source: "docs/reference/market-data.md#trades",
  weight: 5,
  parameters: { symbol, limit: optional(integer("Rows", { min: 1, max: TAPE_TRADES_MAX }), LIMIT_DEFAULT) },
  response: Trades,
  handle: (context, input): readonly Trade[] => {
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
  },
});
