import { integer, optional } from "../../../wire/index.ts";
import type { Candle } from "../../../wire/v2/market.ts";
import { Candles } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { candlePriceType, candleRows, granularity } from "./candleRows.ts";
import { symbol } from "./symbol.ts";

const LIMIT_MAX = 1_000;
const LIMIT_DEFAULT = 100;

/** The latest candles, the running one included. Times, which older clients send, are ignored. */
export const candles = publicOperation({
  path: "/capi/v2/market/candles",
  summary: "Latest candles",
  meaning: "The latest candles, the running one included.",
  call: "market.candles",
  source: "docs/reference/market-data.md#candles-historycandles",
  weight: 1,
  parameters: {
    symbol,
    granularity,
    limit: optional(integer("Rows", { min: 1, max: LIMIT_MAX }), LIMIT_DEFAULT),
    priceType: candlePriceType,
  },
  response: Candles,
  handle: (context, input): Promise<Candle[]> => candleRows(context, input),
});
