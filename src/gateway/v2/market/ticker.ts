import { Ticker } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";
import { tickerRow } from "./tickerRow.ts";

/** Last price, best prices, mark, index and the rolling 24 hours of one contract. */
export const ticker = publicOperation({
  path: "/capi/v2/market/ticker",
  summary: "Ticker of one contract",
  meaning: "Last, best, mark and index price of a contract, and what the last 24 hours came to.",
  call: "market.ticker",
  source: "docs/reference/market-data.md#ticker-tickers",
  weight: 1,
  parameters: { symbol },
  response: Ticker,
  handle: (context, input): Ticker => tickerRow(context, context.contracts.of(input.symbol)),
});
