import type { Candle } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { candleRows } from "./candleRows.ts";

/**
 * Candles up to `endTime`; without it, the first candles from `startTime` on; without both, or where either is no
 * time, the latest. `startTime` is ignored beside `endTime`.
 */
export const historyCandles = publicOperation(
  declared.historyCandles,
  (context, { startTime, endTime, ...input }): Promise<Candle[]> => {
    const valid = !Number.isNaN(startTime) && !Number.isNaN(endTime);
    const from = valid && endTime === undefined ? startTime : undefined;
    const to = valid ? endTime : undefined;
    return candleRows(context, { ...input, from, to });
  },
);
