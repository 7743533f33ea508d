import type { TimeMs } from "../core/index.ts";
import { type Bar, barOf, barStart, extendBar, flatBar, PRICE_TYPES, wordsOf } from "./candle.ts";
import type { CandlesQuery } from "./history.ts";
import { barColumns, type Sheet } from "./rows.ts";
import type { Statements } from "./statements.ts";

const columns = barColumns.join(", ");

/** A stored bar. One whose first minute with an event is not its first minute opens at the close before it. */
interface Stored {
  readonly bar: Bar;
  readonly opened: TimeMs;
  readonly synthetic: boolean;
}

/**
 * The bars a query asks for, ascending: pre-history, then what happened, then the minute in progress, added up where
 * they share a bar. A minute without events is flat at the close before it, and bars of every interval are what their
 * minutes, flat ones included, add up to.
 */
export function candlePage(statements: Statements, query: CandlesQuery): Sheet {
  const sources = sourcesOf(statements, query);
  const earliest = sources.flatMap((source) => source("ORDER BY time LIMIT 1", () => true));
  if (earliest.length === 0 || query.limit <= 0) return sheetOf([]);
  const { start, end } = range(query, Math.min(...earliest.map(({ bar }) => bar.time)));

  const bars = new Map<TimeMs, Stored>();
  for (const source of sources) {
    for (const stored of source(
      "AND time BETWEEN ? AND ?",
      (time) => time >= start && time <= end,
      start,
      end,
    )) {
      const known = bars.get(stored.bar.time);
      if (known) extendBar(known.bar, stored.bar);
      else bars.set(stored.bar.time, stored);
    }
  }
  let last: number | undefined;
  let lastTime = -Infinity;
  for (const source of sources) {
    for (const { bar } of source("AND time < ? ORDER BY time DESC LIMIT 1", (time) => time < start, start)) {
      if (bar.time >= lastTime) [lastTime, last] = [bar.time, bar.close];
    }
  }

  const rows: number[][] = [];
  for (let time = start; time <= end; time += query.intervalMs) {
    const stored = bars.get(time);
    const bar = stored?.bar ?? flatBar(time, last!);
    if (stored && last !== undefined && stored.opened > time) {
      bar.open = last;
      bar.high = Math.max(bar.high, last);
      bar.low = Math.min(bar.low, last);
    }
    rows.push([...wordsOf(bar), stored?.synthetic ? 1 : 0]);
    last = bar.close;
  }
  return sheetOf(rows);
}

/** Looks bars up; what `rest` says of the time in SQL, `isWanted` says again. Ascending in what happened first. */
type Source = (rest: string, isWanted: (time: TimeMs) => boolean, ...times: TimeMs[]) => Stored[];

function sourcesOf(statements: Statements, { contract, price, intervalMs }: CandlesQuery): readonly Source[] {
  const code = PRICE_TYPES.indexOf(price);
  const table =
    (name: string, opened: string, synthetic: boolean): Source =>
    (rest, _, ...times) => {
      const sql = `SELECT ${columns}, ${opened} FROM ${name} WHERE contract = ? AND price = ? AND interval = ? ${rest}`;
      const rows = statements.all(sql, contract, code, intervalMs, ...times) as number[][];
      return rows.map((row) => ({ bar: barOf(row), opened: row[barColumns.length]!, synthetic }));
    };
  const minute: Source = (_, isWanted) => {
    const sql = `SELECT ${columns} FROM minutes WHERE contract = ? AND price = ?`;
    const rows = statements.all(sql, contract, code) as number[][];
    return rows
      .map((row) => ({
        bar: { ...barOf(row), time: barStart(row[0]!, intervalMs) },
        opened: row[0]!,
        synthetic: false,
      }))
      .filter(({ bar }) => isWanted(bar.time));
  };
  return [table("prehistory_candles", "time", true), table("candles", "opened", false), minute];
}

/** First and last bar to give, given when the earliest known one begins; empty if start > end. */
function range(query: CandlesQuery, earliest: TimeMs): { start: TimeMs; end: TimeMs } {
  const { from, to, intervalMs, limit, now } = query;
  const span = (limit - 1) * intervalMs;
  const current = barStart(now, intervalMs);
  const first = Math.max(
    earliest,
    from === undefined ? earliest : barStart(from - 1, intervalMs) + intervalMs,
  );
  if (to === undefined && from !== undefined) return { start: first, end: Math.min(current, first + span) };
  const end = Math.min(current, to === undefined ? current : barStart(to, intervalMs));
  return { start: Math.max(first, end - span), end };
}

function sheetOf(rows: readonly number[][]): Sheet {
  return { words: Float64Array.from(rows.flat()), texts: [], total: rows.length, more: false };
}
