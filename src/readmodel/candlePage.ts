import type { TimeMs } from "../core/index.ts";
import { barOf, barStart, type CandleSums, extendBar, flatSums, PRICE_TYPES, wordsOf } from "./candle.ts";
import { seriesOf } from "./candleTable.ts";
import { CANDLES, counted as countedRows, MARKET, MINUTES, PREHISTORY_CANDLES } from "./counts.ts";
import type { CandlesQuery } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";
import { candles, minutes, prehistoryCandles } from "./tables.ts";

/** A stored bar. A bar that starts inside a gap opens at the previous close. */
interface Stored {
  readonly bar: CandleSums;
  readonly opened: TimeMs;
  readonly synthetic: boolean;
}

/**
 * The bars of a query, ascending: pre-history, then recorded bars, then the minute in progress, added up where they
 * fall into one bar. A minute without events is flat at the previous close, and bars of every interval are what their
 * minutes, flat ones included, add up to.
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
    new BarSeries(statements, { table: prehistoryCandles, list: PREHISTORY_CANDLES, synthetic: true }, query),
    new BarSeries(statements, { table: candles, list: CANDLES, synthetic: false }, query),
    minuteOf(statements, query),
  ];
}

/** The bars of a table, whose ordinals are dense: 1, 2, 3 … up to the number counted. */
class BarSeries implements Source {
  readonly #statements: Statements;
  readonly #table: Table;
  readonly #synthetic: boolean;
  readonly #keys: readonly [number, number, number];
  readonly #count: number;

  constructor(
    statements: Statements,
    { table, list, synthetic }: { readonly table: Table; readonly list: number; readonly synthetic: boolean },
    { contract, price, intervalMs }: CandlesQuery,
  ) {
    const code = PRICE_TYPES.indexOf(price);
    const counted = list + seriesOf(code, intervalMs);
    this.#statements = statements;
    this.#table = table;
    this.#synthetic = synthetic;
    this.#keys = [contract, code, intervalMs];
    this.#count = countedRows(statements, { account: MARKET, first: counted, last: counted, contract });
  }

  first(): Stored | undefined {
    const [row] = this.#rows("ORDER BY time LIMIT 1");
    this.#prove(row === undefined ? [] : [row], 1, Math.min(this.#count, 1));
    return row && this.#stored(row);
  }

  between(
    start: TimeMs,
    end: TimeMs,
  ): { readonly before: Stored | undefined; readonly inside: readonly Stored[] } {
    const [before] = this.#rows("AND time < ? ORDER BY time DESC LIMIT 1", start);
    const inside = this.#rows("AND time BETWEEN ? AND ? ORDER BY time", start, end);
    const [after] = this.#rows("AND time > ? ORDER BY time LIMIT 1", Math.max(start - 1, end));
    const low = before === undefined ? 1 : this.#ordinalOf(before) + 1;
    const high = after === undefined ? this.#count : this.#ordinalOf(after) - 1;
    this.#prove(inside, low, high);
    return { before: before && this.#stored(before), inside: inside.map((row) => this.#stored(row)) };
  }

  #rows(rest: string, ...times: readonly TimeMs[]): number[][] {
    const where = `WHERE contract = ? AND price = ? AND interval = ? ${rest}`;
    return this.#statements.rows(this.#table, where, ...this.#keys, ...times) as number[][];
  }

  /** Checks that rows have all ordinals from `low` to `high`. @throws DamageError */
  #prove(rows: readonly number[][], low: number, high: number): void {
    const isDense = rows.every((row, i) => this.#ordinalOf(row) === low + i);
    if (isDense && rows.length === high - low + 1) return;
    const [contract, price, interval] = this.#keys;
    throw new DamageError(
      `${this.#table.name} of contract ${contract}, price ${price}, interval ${interval}: of the rows ${low} to ${high} not all are there`,
    );
  }

  #ordinalOf(row: readonly number[]): number {
    return row[this.#table.place("ordinal")]!;
  }

  #stored(row: readonly number[]): Stored {
    const opened = row[this.#table.place("opened")]!;
    return { bar: barOf(row), opened, synthetic: this.#synthetic };
  }
}

/** The minute in progress, as a bar of the interval that it lies in. */
function minuteOf(statements: Statements, { contract, price, intervalMs }: CandlesQuery): Source {
  const rows = statements.rows(minutes, "WHERE contract = ?", contract) as number[][];
  const count = countedRows(statements, { account: MARKET, first: MINUTES, last: MINUTES, contract });
  if (rows.length !== count)
    throw new DamageError(`minutes of contract ${contract}: ${rows.length} rows instead of ${count}`);
  const row = rows.find((each) => each[minutes.place("price")] === PRICE_TYPES.indexOf(price));
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

/** Opening times of the first and last bar of the answer, none before the earliest known bar; empty if start > end. */
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
