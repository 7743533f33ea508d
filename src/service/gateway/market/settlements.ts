import { candleIntervals } from "../../../interface/wire/commonParameters.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { nextSettlement } from "../../../kernel/core/index.ts";
import { DAY_MS } from "../../../kernel/host/clock.ts";
import type { FundingRow } from "../../readmodel/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { Context } from "../operation.ts";
import { candlesOf } from "./candles.ts";

type Cycle = Pick<ContractSpec, "fundingIntervalMs" | "fundingOffsetMs">;

/**
 * Times of day of the settlements of the running UTC day, "00:00:00" first; the same every day if the
 * interval divides the day.
 */
export function settlementTimesOfDay(cycle: Cycle, now: TimeMs): string[] {
  const midnight = now - (now % DAY_MS);
  const times: string[] = [];
  const first = nextSettlement(cycle, midnight - 1);
  for (let time = first; time < midnight + DAY_MS; time += cycle.fundingIntervalMs) {
    times.push(new Date(time).toISOString().slice(11, 19));
  }
  return times;
}

/** The most candles that are read for one answer; settlements before them show a mark price of 0. */
const MARKS_MAX = 10_000;

/**
 * Mark prices at settlements: the opens of mark price candles. Settlements need not be equally far apart,
 * since the interval of funding may have changed.
 *
 * @param rows newest first
 */
export async function marksAt(
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
