import { Type } from "typebox";
import type { Parameter } from "../../../wire/index.ts";
import { integer, optional, wholeNumber } from "../../../wire/index.ts";
import type { Candle } from "../../../wire/v2/market.ts";
import { Candles } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { candlePriceType, candleRows, granularity } from "./candleRows.ts";
import { symbol } from "./symbol.ts";

const LIMIT_MAX = 100;

/** A time that is not refused when it is none: NaN. */
function lenientTime(description: string): Parameter<number | undefined> {
  return {
    schema: Type.Integer({ description }),
    required: false,
    absent: undefined,
    read: (value) => {
      const time = typeof value === "string" ? wholeNumber(value) : undefined;
      return time === undefined || time < 0 ? Number.NaN : time;
    },
  };
}

/**
 * Candles up to `endTime`; without it, the first candles from `startTime` on; without both, or where either is no
 * time, the latest. `startTime` is ignored beside `endTime`.
 */
export const historyCandles = publicOperation({
  path: "/capi/v2/market/historyCandles",
  summary: "Candles of the past",
  meaning: "Candles of any time since the contract was listed.",
  call: "market.historyCandles",
  source: "docs/reference/market-data.md#candles-historycandles",
  weight: 5,
  parameters: {
    symbol,
    granularity,
    startTime: lenientTime("Candles that open at this time or later, Unix ms; ignored beside endTime"),
    endTime: lenientTime("Candles that open at this time or earlier, Unix ms"),
    limit: optional(integer("Rows", { min: 1, max: LIMIT_MAX }), LIMIT_MAX),
    priceType: candlePriceType,
  },
  response: Candles,
  handle: (context, { startTime, endTime, ...input }): Promise<Candle[]> => {
    const valid = !Number.isNaN(startTime) && !Number.isNaN(endTime);
    const from = valid && endTime === undefined ? startTime : undefined;
    const to = valid ? endTime : undefined;
    return candleRows(context, { ...input, from, to });
  },
});
