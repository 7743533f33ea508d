import type { Ticker } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { tickerRow } from "./tickerRow.ts";

/** Last price, best prices, mark, index and the rolling 24 hours of one contract. */
export const ticker = publicOperation(
  declared.ticker,
  (context, input): Ticker => tickerRow(context, context.contracts.of(input.symbol)),
);
