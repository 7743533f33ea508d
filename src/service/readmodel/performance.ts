import { bigDivHalfEven, type Quanta, type Rate, type TimeMs } from "../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { EquityHistory, EquityRow, ResultRow } from "./history.ts";
import { gainBetween, RunningPerformance, type Sharpe } from "./runningPerformance.ts";

/*
 * The figures of an account's trading in a span of time: return, drawdown and the like. Pure functions of
 * samples and results, in integers only, so that whoever executes the journal again gets the same figures to
 * the last digit (docs/reference/statistics.md).
 */

/** Money in quanta, shares in 1e-8. */
export interface Performance extends Sharpe {
  /** The times of the first and last sample from which the figures are computed. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly equityBefore: Quanta;
  readonly equityAfter: Quanta;
  /** Money that came in from outside, less money that went out. */
  readonly deposited: Quanta;
  /** The rise of equity without deposits. */
  readonly pnl: Quanta;
  /** Chained from sample to sample, so that deposits and withdrawals count neither as gain nor as loss. */
  readonly totalReturn: Rate;
  /** The deepest fall of the same chain below an earlier maximum; 0 or above. */
  readonly drawdown: Rate;
  /** The distance of the samples from which return and drawdown are chained: a minute or an hour, in ms. */
  readonly sampledMs: number;
  readonly sums: ResultSums;
  /** The share of closed positions that gained; undefined without any. */
  readonly winRate: Rate | undefined;
  /** The share of turnover that was traded as maker; undefined without any. */
  readonly makerShare: Rate | undefined;
  /** By contract, and by UTC day. */
  readonly contracts: readonly (ResultSums & { readonly contract: number })[];
  readonly days: readonly DayPerformance[];
}

/** Results of a span, added up. */
export interface ResultSums {
  readonly fills: number;
  readonly turnover: Quanta;
  readonly makerTurnover: Quanta;
  /** The profit of closes, before all fees. Fees are positive if paid, funding if received. */
  readonly realized: Quanta;
  readonly fees: Quanta;
  readonly liquidationFees: Quanta;
  readonly funding: Quanta;
  /** realized − fees − liquidationFees + funding. */
  readonly net: Quanta;
  readonly closed: number;
  readonly won: number;
}

export interface DayPerformance extends ResultSums {
  /** When it begins. */
  readonly day: TimeMs;
  /** The rise of equity in the part of the day that lies in the span, without deposits. */
  readonly pnl: Quanta;
}

const RATE_ONE = 100_000_000n;
/**
 * The performance of an account from one time to another.
 *
 * @param equity samples of every minute from `from` on (or from before it), up to `to`
 * @param results of the same span
 */
export function performanceOf(
  equity: EquityHistory,
  results: readonly ResultRow[],
  span: { readonly from: TimeMs; readonly to: TimeMs },
): Performance {
  const points = pointsIn(equity, span);
  const sampledMs = span.from >= equity.minutesFrom ? MINUTE_MS : HOUR_MS;
  const [first, last] = [points[0]!, points.at(-1)!];
  const running = new RunningPerformance(first);
  for (const point of thinned(points, sampledMs).slice(1)) running.add(point);
  const sums = summed(results);
  const deposited = last.deposited - first.deposited;
  return {
    ...{ from: first.time, to: last.time },
    ...{ equityBefore: first.equity, equityAfter: last.equity, deposited },
    pnl: last.equity - first.equity - deposited,
    ...{ totalReturn: Number(running.return), drawdown: Number(running.drawdown), sampledMs },
    ...running.sharpe(sampledMs),
    sums,
    winRate: share(BigInt(sums.won), BigInt(sums.closed)),
    makerShare: share(sums.makerTurnover, sums.turnover),
    contracts: [...grouped(results, ({ contract }) => contract)]
      .sort(([a], [b]) => a - b)
      .map(([contract, rows]) => ({ contract, ...summed(rows) })),
    days: daysOf(points, results),
  };
}

/**
 * The samples of a span: the first is the equity at its beginning, the last at its end. A sample is of
 * everything before its time; so the present equity, which includes the last event, gets the time of that
 * event plus a millisecond.
 */
export function pointsIn(
  { samples, present }: EquityHistory,
  { from, to }: { from: TimeMs; to: TimeMs },
): EquityRow[] {
  const now = present && { ...present, time: present.time + 1 };
  const within = [...samples, ...(now === undefined ? [] : [now])].filter(({ time }) => time <= to);
  const before = within.findLast(({ time }) => time <= from) ?? { equity: 0n, deposited: 0n };
  const points = [{ ...before, time: from }, ...within.filter(({ time }) => time > from)];
  const end = Math.min(to, now?.time ?? to);
  const last = points.at(-1)!;
  return last.time < end ? [...points, { ...last, time: end }] : points;
}

/** The last point of each interval, and the first of all. */
function thinned(points: readonly EquityRow[], intervalMs: number): readonly EquityRow[] {
  const ends = (time: TimeMs): number => Math.ceil(time / intervalMs);
  return points.filter(({ time }, i) => {
    const next = points[i + 1];
    return i === 0 || next === undefined || ends(time) !== ends(next.time);
  });
}

function daysOf(points: readonly EquityRow[], results: readonly ResultRow[]): readonly DayPerformance[] {
  const done = grouped(results, ({ day }) => day);
  const days = new Map<TimeMs, Quanta>();
  for (const [i, after] of points.entries()) {
    if (i === 0) continue;
    // A point at midnight ends the day before.
    const day = (Math.ceil(after.time / DAY_MS) - 1) * DAY_MS;
    days.set(day, (days.get(day) ?? 0n) + gainBetween(points[i - 1]!, after).gained);
  }
  return [...new Set([...days.keys(), ...done.keys()])]
    .sort((a, b) => a - b)
    .map((day) => ({ day, pnl: days.get(day) ?? 0n, ...summed(done.get(day) ?? []) }))
    .filter(({ pnl, fills, closed, funding }) => pnl !== 0n || fills + closed > 0 || funding !== 0n);
}

function grouped<Key>(rows: readonly ResultRow[], keyOf: (row: ResultRow) => Key): Map<Key, ResultRow[]> {
  const groups = new Map<Key, ResultRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function summed(rows: readonly ResultRow[]): ResultSums {
  const sum = (of: (row: ResultRow) => Quanta): Quanta => rows.reduce((total, row) => total + of(row), 0n);
  const count = (of: (row: ResultRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const fees = sum((row) => row.fees);
  const liquidationFees = sum((row) => row.liquidationFees);
  const funding = sum((row) => row.funding);
  const realized = sum((row) => row.realized);
  const makerTurnover = sum((row) => row.makerValue);
  return {
    fills: count((row) => row.fills),
    turnover: makerTurnover + sum((row) => row.takerValue),
    ...{ makerTurnover, realized, fees, liquidationFees, funding },
    net: realized - fees - liquidationFees + funding,
    closed: count((row) => row.closed),
    won: count((row) => row.won),
  };
}

/** Half-even. */
function share(part: bigint, whole: bigint): Rate | undefined {
  return whole === 0n ? undefined : Number(bigDivHalfEven(part * RATE_ONE, whole));
}
