import type { TimeMs } from "../../kernel/core/index.ts";
import { barOf, barStart, type CandleSums, extendBar, flatSums, PRICE_TYPES, wordsOf } from "./candle.ts";
import type { CandlesQuery } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import type { Table } from "./table.ts";
import { candles, minutes, prehistoryCandles } from "./tables.ts";

/** A stored bar. A bar that starts inside a gap opens at the previous close. */
interface Stored {
  readonly bar: CandleSums;
  readonly opened: TimeMs;
  readonly synthetic: boolean;
}

/**
 * The bars of a query, ascending: generated past, then recorded bars, then the minute in progress; those
 * that are in one bar of the interval are added up. A minute without events is flat at the previous close,
 * and bars of every interval are the sum of their minutes, flat ones included.
 */
export function candlePage(statements: Statements, query: CandlesQuery): RowBatch {
  const sources = sourcesOf(statements, query);
  const earliest = sources.flatMap((source) => source.first() ?? []);
  if (earliest.length === 0 || query.limit <= 0) return batchOf([]);
  const { start, end } = range(query, Math.min(...earliest.map(({ bar }) => bar.time)));

  const bars = new Map<TimeMs, Stored>();
  let last: number | undefined;
  let lastTime = -Infinity;
  for (const source of sources) {
    const { before, inside } = source.between(start, end);
    for (const stored of inside) {
      const known = bars.get(stored.bar.time);
      if (known) extendBar(known.bar, stored.bar);
      else bars.set(stored.bar.time, stored);
    }
    if (before !== undefined && before.bar.time >= lastTime)
      [lastTime, last] = [before.bar.time, before.bar.close];
  }

  const rows: number[][] = [];
  for (let time = start; time <= end; time += query.intervalMs) {
    const stored = bars.get(time);
    const bar = stored?.bar ?? flatSums(time, last!);
    if (stored && last !== undefined && stored.opened > time) {
      bar.open = last;
      bar.high = Math.max(bar.high, last);
      bar.low = Math.min(bar.low, last);
    }
    rows.push([...wordsOf(bar), stored?.synthetic ? 1 : 0]);
    last = bar.close;
  }
  return batchOf(rows);
}

/** A series of bars, ascending in time. */
interface Source {
  first(): Stored | undefined;
  /** The bars from one time to another, both inclusive, and the last bar before them. */
  between(
    start: TimeMs,
    end: TimeMs,
  ): { readonly before: Stored | undefined; readonly inside: readonly Stored[] };
}

function sourcesOf(statements: Statements, query: CandlesQuery): readonly Source[] {
  return [
    new BarSeries(statements, prehistoryCandles, query),
    new BarSeries(statements, candles, query),
    minuteOf(statements, query),
  ];
}

/** The bars of a table. */
class BarSeries implements Source {
  readonly #statements: Statements;
  readonly #table: Table;
  readonly #keys: readonly [number, number, number];

  constructor(statements: Statements, table: Table, { contract, price, intervalMs }: CandlesQuery) {
    this.#statements = statements;
    this.#table = table;
    this.#keys = [contract, PRICE_TYPES.indexOf(price), intervalMs];
  }

  first(): Stored | undefined {
    const [row] = this.#rows("ORDER BY time LIMIT 1");
    return row && this.#stored(row);
  }

  between(
    start: TimeMs,
    end: TimeMs,
  ): { readonly before: Stored | undefined; readonly inside: readonly Stored[] } {
    const [before] = this.#rows("AND time < ? ORDER BY time DESC LIMIT 1", start);
    const inside = this.#rows("AND time BETWEEN ? AND ? ORDER BY time", start, end);
    return { before: before && this.#stored(before), inside: inside.map((row) => this.#stored(row)) };
  }

  #rows(rest: string, ...times: readonly TimeMs[]): number[][] {
    const where = `WHERE contract = ? AND price = ? AND interval = ? ${rest}`;
    return this.#statements.rows(this.#table, where, ...this.#keys, ...times) as number[][];
  }

  #stored(row: readonly number[]): Stored {
    const opened = row[this.#table.place("opened")]!;
    return { bar: barOf(row), opened, synthetic: this.#table === prehistoryCandles };
  }
}

/** The minute in progress, as a bar of the interval that it lies in. */
function minuteOf(statements: Statements, { contract, price, intervalMs }: CandlesQuery): Source {
  const keys = [contract, PRICE_TYPES.indexOf(price)];
  const [row] = statements.rows(minutes, "WHERE contract = ? AND price = ?", ...keys) as number[][];
  const minute: Stored | undefined = row && {
    bar: { ...barOf(row), time: barStart(row[0]!, intervalMs) },
    opened: row[0]!,
    synthetic: false,
  };
  return {
    first: () => minute,
    between(start, end) {
      const time = minute?.bar.time ?? Number.POSITIVE_INFINITY;
      const isInside = time >= start && time <= end;
      return { before: time < start ? minute : undefined, inside: isInside ? [minute!] : [] };
    },
  };
}

/**
 * Opening times of the first and last bar of the answer; none is before the earliest known bar. Empty if
 * start > end.
 */
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

function batchOf(rows: readonly number[][]): RowBatch {
  return { words: Float64Array.from(rows.flat()), texts: [], total: rows.length, more: false };
}
