import type { Ticker } from "../../../wire/v2/market.ts";
import { Tickers } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { tickerRow } from "./tickerRow.ts";

/** The tickers of every listed contract. */
export const tickers = publicOperation({
  path: "/capi/v2/market/tickers",
  summary: "Tickers of all contracts",
  meaning: "The ticker of every listed contract.",
  call: "market.tickers",
  source: "docs/reference/market-data.md#ticker-tickers",
  weight: 40,
  parameters: {},
  response: Tickers,
  handle: (context): readonly Ticker[] => context.contracts.listed().map((spec) => tickerRow(context, spec)),
});
