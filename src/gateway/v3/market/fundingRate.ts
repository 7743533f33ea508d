import type { TimeMs } from "../../../core/index.ts";
import { DAY_MS } from "../../../host/clock.ts";
import type { FundingRow } from "../../../readmodel/index.ts";
import { candleIntervals } from "../../../wire/candleIntervals.ts";
import { pointsText, rateText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import type { ContractSpec } from "../../contracts.ts";
import { candlesOf } from "../../market/candles.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { untilNow } from "../../trading/untilNow.ts";
import { checkAge, checkSpan } from "../span.ts";
import { contractOf, symbolOf } from "../symbol.ts";

const SPAN_MAX_MS = 7 * DAY_MS;
const AGE_MAX_MS = 365 * DAY_MS;

/** Candles that are read for one answer; settlements before them show a mark price of 0. */
const MARKS_MAX = 10_000;

/** The rates of past settlements, newest first; without times the latest. */
export const fundingRate = publicOperation(
  declared.fundingRate,
  async (context, { symbol, startTime, endTime, limit }): Promise<v3.market.FundingRate[]> => {
    const spec = contractOf(context.contracts, symbol);
    if (startTime !== undefined) {
      const now = context.now();
      const spanMaxMs = endTime === undefined ? AGE_MAX_MS : SPAN_MAX_MS;
      checkSpan(startTime, endTime ?? untilNow(startTime, now, spanMaxMs), spanMaxMs);
      checkAge(startTime, now, AGE_MAX_MS);
    }
    const { contract } = spec;
    const rows = await context.history.fundingRates({ contract, from: startTime, to: endTime, limit });
    const marks = await marksAt(context, spec, rows);
    return rows.map(({ rate, time }) => ({
      symbol: symbolOf(spec),
      fundingRate: rateText(rate),
      fundingTime: time,
      markPrice: pointsText(spec, marks.get(time) ?? 0),
    }));
  },
);

/** Mark prices at settlements: where the candles of the mark price open. The interval of funding may have changed between them. */
async function marksAt(
  context: Context,
  spec: ContractSpec,
  rows: readonly FundingRow[],
): Promise<ReadonlyMap<TimeMs, number>> {
  const to = rows[0]?.time;
  const from = rows.at(-1)?.time;
  const intervalMs = Object.values(candleIntervals).findLast(
    (each) => each < DAY_MS && rows.every(({ time }) => time % each === 0),
  );
  if (to === undefined || from === undefined || intervalMs === undefined) return new Map();
  const limit = Math.min((to - from) / intervalMs + 1, MARKS_MAX);
  const bars = await candlesOf(context, spec, { price: "mark", intervalMs, limit, from, to });
  return new Map(bars.map(({ time, open }) => [time, open]));
}
