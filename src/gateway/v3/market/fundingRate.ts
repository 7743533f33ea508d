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
import { checkAge, checkSpan } from "../span.ts";
import { contractOf, symbolOf } from "../symbol.ts";

const SPAN_MAX_MS = 7 * DAY_MS;
const AGE_MAX_MS = 365 * DAY_MS;

/** The rates of past settlements, newest first; without times the latest. */
export const fundingRate = publicOperation(
  declared.fundingRate,
  async (context, { symbol, startTime, endTime, limit }): Promise<v3.market.FundingRate[]> => {
    const spec = contractOf(context.contracts, symbol);
    const now = context.now();
    if (startTime !== undefined) {
      checkSpan(startTime, endTime ?? now, endTime === undefined ? AGE_MAX_MS : SPAN_MAX_MS);
      checkAge(startTime, now, AGE_MAX_MS);
    }
    const settled = await context.history.fundingRates({
      contract: spec.contract,
      limit: periodsBack(spec, startTime ?? endTime, now, limit),
    });
    const rows = settled
      .filter(({ time }) => time >= (startTime ?? 0) && time <= (endTime ?? now))
      .slice(0, limit);
    const marks = await marksAt(context, spec, rows);
    return rows.map(({ rate, time }) => ({
      symbol: symbolOf(spec),
      fundingRate: rateText(rate),
      fundingTime: time,
      markPrice: pointsText(spec, marks.get(time) ?? 0),
    }));
  },
);

/** How many of the latest settlements reach back to a time, and `limit` further. */
function periodsBack(
  { fundingIntervalMs }: ContractSpec,
  from: TimeMs | undefined,
  now: TimeMs,
  limit: number,
): number {
  const since = from === undefined ? 0 : Math.max(0, now - Math.max(from, now - AGE_MAX_MS));
  return limit + Math.ceil(since / fundingIntervalMs);
}

/** Mark prices at settlements: where the candles of the mark price open. */
async function marksAt(
  context: Context,
  spec: ContractSpec,
  rows: readonly FundingRow[],
): Promise<ReadonlyMap<TimeMs, number>> {
  const to = rows[0]?.time;
  const from = rows.at(-1)?.time;
  const intervalMs = Object.values(candleIntervals)
    .filter((each) => spec.fundingIntervalMs % each === 0 && spec.fundingOffsetMs % each === 0)
    .at(-1);
  if (to === undefined || from === undefined || intervalMs === undefined) return new Map();
  const limit = (to - from) / intervalMs + 1;
  const bars = await candlesOf(context, spec, { price: "mark", intervalMs, limit, from, to });
  return new Map(bars.map(({ time, open }) => [time, open]));
}
