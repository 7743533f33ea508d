import type { Ticker } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { tickerRow } from "./tickerRow.ts";

/** The tickers of every listed contract. */
export const tickers = publicOperation(declared.tickers, (context): readonly Ticker[] =>
  context.contracts.listed().map((spec) => tickerRow(context, spec)),
);
