import { invalidParameter, moneyText, rateText } from "../../../interface/wire/index.ts";
import type * as wire from "../../../interface/wire/performance.ts";
import type { TimeMs } from "../../../kernel/core/index.ts";
import { DAY_MS, dayText, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { EquityRow, History, Performance, ResultSums, Valuation } from "../../readmodel/index.ts";
import { performanceOf } from "../../readmodel/index.ts";

/** The length of a span without a start, and the most that any may have, ms. */
const SPAN_MS = 30 * DAY_MS;
const SPAN_MAX_MS = 366 * DAY_MS;

interface Asked {
  readonly startTime: TimeMs | undefined;
  readonly endTime: TimeMs | undefined;
}

/** The account, and the price at which its positions are valued. */
export interface Valued {
  readonly account: number;
  readonly valuedAt: Valuation;
}

/** An account's equity over a span. @param now market time */
export async function equityHistoryOf(
  history: History,
  { account, valuedAt }: Valued,
  now: TimeMs,
  asked: Asked & { readonly granularity: number; readonly limit: number },
): Promise<wire.EquityHistory> {
  const { from, to } = spanOf(asked, now);
  const { granularity: intervalMs, limit } = asked;
  const { samples, present, minutesFrom } = await history.equity({ account, from, to, intervalMs, valuedAt });
  const all = [...samples, ...(present === undefined ? [] : [present])];
  const points = all.map((point, i) => shownPoint(point, all[i - 1]));
  return { points: points.slice(-limit), more: points.length > limit, minutesFrom };
}

/** A point of the history; the first one has all deposits up to it. */
function shownPoint({ time, equity, deposited }: EquityRow, before: EquityRow | undefined) {
  return { time, equity: moneyText(equity), deposited: moneyText(deposited - (before?.deposited ?? 0n)) };
}

/** The figures of an account's trading over a span. @param now market time @param symbolOf of a contract */
export async function performanceShown(
  history: History,
  { account, valuedAt }: Valued,
  now: TimeMs,
  asked: Asked,
  symbolOf: (contract: number) => string,
): Promise<wire.Performance> {
  const { from, to } = spanOf(asked, now);
  const [equity, results] = await Promise.all([
    history.equity({ account, from, to, valuedAt }),
    history.results({ account, from, to }),
  ]);
  return shown(performanceOf(equity, results, { from, to }), symbolOf);
}

/** A performance in decimals. */
export function shown(performance: Performance, symbolOf: (contract: number) => string): wire.Performance {
  const { equityBefore, equityAfter, deposited, pnl, totalReturn, drawdown, sharpe, sums } = performance;
  const { from, to, sampledMs, sharpeIntervalMs, sharpeReturns, winRate, makerShare } = performance;
  return {
    ...{ from, to, equityBefore: moneyText(equityBefore), equityAfter: moneyText(equityAfter) },
    ...{ deposited: moneyText(deposited), pnl: moneyText(pnl) },
    ...{ return: rateText(totalReturn), drawdown: rateText(drawdown), sampledMs },
    sharpe: sharpe === undefined ? "" : rateText(sharpe * 10_000),
    ...{ sharpeIntervalMs, sharpeReturns, winRate: ratioText(winRate), makerShare: ratioText(makerShare) },
    ...shownSums(sums),
    contracts: performance.contracts.map((each) => ({ symbol: symbolOf(each.contract), ...shownSums(each) })),
    days: performance.days.map((each) => ({
      day: dayText(each.day),
      pnl: moneyText(each.pnl),
      ...shownSums(each),
    })),
  };
}

function shownSums({
  fills,
  turnover,
  realized,
  fees,
  liquidationFees,
  funding,
  net,
  closed,
  won,
}: ResultSums) {
  return {
    ...{ fills, turnover: moneyText(turnover), realized: moneyText(realized), fees: moneyText(fees) },
    ...{ liquidationFees: moneyText(liquidationFees), funding: moneyText(funding), net: moneyText(net) },
    ...{ closed, won },
  };
}

function ratioText(ratio: number | undefined): string {
  return ratio === undefined ? "" : rateText(ratio);
}

/** The span of a request, in whole minutes, as samples are; without an end, up to now. */
export function spanOf(
  { startTime, endTime }: Asked,
  now: TimeMs,
): { readonly from: TimeMs; readonly to: TimeMs } {
  const minute = (time: TimeMs): TimeMs => time - (time % MINUTE_MS);
  const to = endTime === undefined || endTime > now ? now + 1 : minute(endTime);
  const from = startTime === undefined ? Math.max(0, minute(to) - SPAN_MS) : minute(startTime);
  if (from >= to) {
    throw startTime === undefined
      ? invalidParameter("endTime", `it must be ${MINUTE_MS} or more, got ${endTime}`)
      : invalidParameter("startTime", `it must be a minute or more before the end, got ${startTime}`);
  }
  if (to - from > SPAN_MAX_MS)
    throw invalidParameter("startTime", `at most 366 days before the end, got ${startTime}`);
  return { from, to };
}
