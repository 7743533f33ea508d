import type { Tape, Trades } from "./tape.ts";
import { candlesOf, MINUTE_MS, minutesOf } from "./tape.ts";

/** A file that does not follow its layout; the message names file, line and rule. */
export class TapeError extends Error {
  override readonly name = "TapeError";
}

/** Times above this are in microseconds, as in newer files. */
const MICROSECONDS_FROM = 100_000_000_000_000;
/** Gaps that are longer than this are not filled with empty minutes. */
const GAP_MINUTES_MAX = 10_080;

/**
 * Reads a recording in the layout of the common public files, told by its columns, with or without the line
 * of names:
 *
 * - `klines` (12 columns) of a minute: open time, open, high, low, close, volume, close time, value, trades,
 *   bought, bought value, …
 * - `aggTrades` (7 or 8): id, price, quantity, first id, last id, time, whether the buyer was the maker
 *
 * @param file its name, for errors
 * @throws TapeError naming the first line that breaks a rule
 */
export function readTape(text: string, file: string, symbol: string): Tape {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const first = lines.length > 0 && /^[a-z]/i.test(lines[0]!) ? 1 : 0;
  const columns = lines[first]?.split(",").length ?? 0;
  const rows = rowsOf(lines, first, file);
  if (columns === 12) return { symbol, source: file, tick: 0, minutes: klines(rows, file) };
  if (columns === 7 || columns === 8) {
    const trades = aggTrades(rows, file);
    return { symbol, source: file, tick: 0, trades, minutes: candlesOf(trades) };
  }
  throw new TapeError(
    lines.length <= first
      ? `${file}: no line of data`
      : `${file}:${first + 1}: must have the columns of klines (12) or aggTrades (7 or 8), got ${columns}`,
  );
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  number(column: number): number;
  time(column: number): number;
}

function rowsOf(lines: readonly string[], first: number, file: string): readonly Row[] {
  return lines.slice(first).map((text, i) => {
    const cells = text.split(",");
    const line = first + i + 1;
    const number = (column: number): number => {
      const cell = cells[column] ?? "";
      if (!/^-?\d+(?:\.\d+)?$/.test(cell))
        throw new TapeError(`${file}:${line}: column ${column + 1} must be a decimal, got "${cell}"`);
      return Number(cell);
    };
    const time = (column: number): number => {
      const value = number(column);
      return value >= MICROSECONDS_FROM ? Math.floor(value / 1000) : value;
    };
    return { line, cells, number, time };
  });
}

function klines(rows: readonly Row[], file: string): Tape["minutes"] {
  const start = rows[0]!.time(0);
  const count = Math.floor((rows.at(-1)!.time(0) - start) / MINUTE_MS) + 1;
  if (!(count > 0 && count <= rows.length + GAP_MINUTES_MAX))
    throw new TapeError(`${file}: candles of a minute must be ascending, with less than a week missing`);
  const minutes = minutesOf(start, count);
  let next = 0;
  let close = rows[0]!.number(1);
  for (const row of rows) {
    const at = (row.time(0) - start) / MINUTE_MS;
    if (!Number.isInteger(at) || at < next)
      throw new TapeError(`${file}:${row.line}: open time must be a later minute than the line before's`);
    for (; next < at; next++)
      minutes.open[next] = minutes.high[next] = minutes.low[next] = minutes.close[next] = close;
    minutes.open[next] = row.number(1);
    minutes.high[next] = row.number(2);
    minutes.low[next] = row.number(3);
    close = row.number(4);
    minutes.close[next] = close;
    if (!(minutes.low[next]! > 0 && minutes.high[next]! >= minutes.low[next]!))
      throw new TapeError(`${file}:${row.line}: prices must be above 0, the high not below the low`);
    minutes.volume[next] = row.number(7);
    minutes.trades[next] = row.number(8);
    minutes.bought[next] = row.number(10);
    next++;
  }
  return minutes;
}

function aggTrades(rows: readonly Row[], file: string): Trades {
  let before = rows[0]!.time(5);
  for (const row of rows) {
    const time = row.time(5);
    if (time < before || time - before > GAP_MINUTES_MAX * MINUTE_MS)
      throw new TapeError(
        `${file}:${row.line}: time must be at most a week after the line before's, and not before it`,
      );
    if (!(row.number(1) > 0))
      throw new TapeError(`${file}:${row.line}: price must be above 0, got ${row.cells[1]}`);
    before = time;
  }
  const column = (value: (row: Row) => number): Float64Array => Float64Array.from(rows, value);
  return {
    time: column((row) => row.time(5)),
    price: column((row) => row.number(1)),
    size: column((row) => row.number(2)),
    bought: column((row) => (/^true$/i.test(row.cells[6] ?? "") ? 0 : 1)),
  };
}
