import type { TimeMs } from "../core/index.ts";
import { type Bar, barStart, extendBar, flatBar, PRICE_TYPES } from "./candle.ts";
import type { CandlesQuery } from "./history.ts";
import { barColumns, type Sheet } from "./rows.ts";
import type { Statements } from "./statements.ts";

const columns = barColumns.join(", ");

/**
 * The bars a query asks for, ascending: pre-history, then what happened, then the minute in progress, added up where
 * they share a bar, and flat where nothing happened.
 */
export function candlePage(statements: Statements, query: CandlesQuery): Sheet {
  const { contract, intervalMs, limit } = query;
  const price = PRICE_TYPES.indexOf(query.price);
  const stored = (table: string, rest: string, ...times: TimeMs[]): Bar[] =>
    statements
      .all(
        `SELECT ${columns} FROM ${table} WHERE contract = ? AND price = ? AND interval = ? ${rest}`,
        contract,
        price,
        intervalMs,
        ...times,
      )
      .map((row) => barOf(row as number[]));
  const minute = statements
    .all(`SELECT ${columns} FROM minutes WHERE contract = ? AND price = ?`, contract, price)
    .map((row) => barOf(row as number[]))
    .map((bar) => ({ ...bar, time: barStart(bar.time, intervalMs) }));

  const tables = ["prehistory_candles", "candles"] as const;
  const earliest = [...tables.flatMap((table) => stored(table, "ORDER BY time LIMIT 1")), ...minute];
  if (earliest.length === 0) return sheetOf([]);
  const { start, end } = range(query, Math.min(...earliest.map((bar) => bar.time)));
  if (start > end || limit <= 0) return sheetOf([]);

  const bars = new Map<TimeMs, { bar: Bar; synthetic: boolean }>();
  const add = (bar: Bar, synthetic: boolean): void => {
    const known = bars.get(bar.time);
    if (known) extendBar(known.bar, bar);
    else bars.set(bar.time, { bar: { ...bar }, synthetic });
  };
  for (const table of tables) {
    for (const bar of stored(table, "AND time BETWEEN ? AND ?", start, end)) add(bar, table !== "candles");
  }
  for (const bar of minute) add(bar, false);

  // What the first bar is flat at if nothing happened in it: the latest close before.
  const before = [
    ...tables.flatMap((table) => stored(table, "AND time < ? ORDER BY time DESC LIMIT 1", start)),
    ...minute.filter((bar) => bar.time < start),
  ];
  let last: Bar | undefined;
  for (const bar of before) if (last === undefined || bar.time >= last.time) last = bar;

  const rows: number[][] = [];
  for (let time = start; time <= end; time += intervalMs) {
    const known = bars.get(time);
    const bar = known?.bar ?? flatBar(time, last!.close);
    rows.push([...wordsOf(bar), known?.synthetic ? 1 : 0]);
    last = bar;
  }
  return sheetOf(rows);
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

function barOf(row: readonly number[]): Bar {
  const [time, open, high, low, close, volume, units, quanta] = row as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  return { time, open, high, low, close, volume, units, quanta };
}

function wordsOf(bar: Bar): number[] {
  return [bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.units, bar.quanta];
}

function sheetOf(rows: readonly number[][]): Sheet {
  return { words: Float64Array.from(rows.flat()), texts: [], total: rows.length, more: false };
}
