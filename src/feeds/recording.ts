import type { TimeMs } from "../core/index.ts";

/** Prices as they were once, each from its time until the next one's. */
export interface Recording {
  /** Ascending; the first is when the recording begins. */
  readonly times: readonly TimeMs[];
  /** In the quote coin. */
  readonly prices: readonly number[];
  /** When it ends: the first moment that it says nothing about. */
  readonly end: TimeMs;
}

/** The layouts that are read: the columns of the common public files, with or without their line of names. */
export type RecordingLayout = "klines" | "aggTrades";

/** A file that is not what its layout says. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule: string;

  constructor(file: string, line: number, rule: string) {
    super(`${file}:${line}: ${rule}`);
    this.file = file;
    this.line = line;
    this.rule = rule;
  }
}

const DECIMAL = /^\d{1,12}(?:\.\d{1,18})?$/;
const INTEGER = /^\d{1,16}$/;
/** Times above this are in microseconds, as newer files have them; as milliseconds they would lie in the year 5138. */
const MICROSECONDS_FROM = 100_000_000_000_000;

/**
 * Reads a recording.
 *
 * - `klines`: open time, open, high, low, close, volume, close time, …; a candle is played as open, the extreme
 *   opposite to its direction, the other extreme, close, a quarter of its time each.
 * - `aggTrades`: id, price, quantity, first id, last id, time, …
 *
 * @param file its name, for errors
 * @throws RecordingError naming the first line that breaks a rule
 */
export function readRecording(text: string, layout: RecordingLayout, file: string): Recording {
  const times: TimeMs[] = [];
  const prices: number[] = [];
  let end = 0;
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (line === "" && i === lines.length - 1) break;
    if (i === 0 && /^[a-z]/i.test(line)) continue;
    const row = new Row(line.split(","), file, i + 1);
    const from = layout === "klines" ? row.time(0) : row.time(5);
    if (from < end) row.refuse(`time ${from} lies before ${end}, where the line before ends`);
    if (layout === "klines") {
      const until = row.time(6) + 1;
      if (until <= from) row.refuse(`close time ${until - 1} lies before open time ${from}`);
      const quarter = (until - from) / 4;
      for (const [k, price] of row.candle().entries()) {
        times.push(Math.floor(from + k * quarter));
        prices.push(price);
      }
      end = until;
    } else {
      times.push(from);
      prices.push(row.price(1));
      end = from;
    }
  }
  if (times.length === 0) throw new RecordingError(file, lines.length, "no line of data");
  return { times, prices, end: layout === "klines" ? end : end + 1000 };
}

/** The price at `time`, which lies within the recording. */
export function recordedPrice(recording: Recording, time: TimeMs): number {
  let low = 0;
  let high = recording.times.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (recording.times[middle]! <= time) low = middle;
    else high = middle;
  }
  return recording.prices[low]!;
}

class Row {
  readonly #cells: readonly string[];
  readonly #file: string;
  readonly #line: number;

  constructor(cells: readonly string[], file: string, line: number) {
    this.#cells = cells;
    this.#file = file;
    this.#line = line;
  }

  refuse(rule: string): never {
    throw new RecordingError(this.#file, this.#line, rule);
  }

  time(column: number): TimeMs {
    const cell = this.#cell(column);
    if (!INTEGER.test(cell)) this.refuse(`column ${column + 1} is a time in ms or µs, got "${cell}"`);
    const value = Number(cell);
    return value >= MICROSECONDS_FROM ? Math.floor(value / 1000) : value;
  }

  price(column: number): number {
    const cell = this.#cell(column);
    if (!DECIMAL.test(cell) || Number(cell) === 0)
      this.refuse(`column ${column + 1} is a price above 0, got "${cell}"`);
    return Number(cell);
  }

  /** Open, the extreme that a move towards the close comes from, the other extreme, close. */
  candle(): readonly number[] {
    const open = this.price(1);
    const high = this.price(2);
    const low = this.price(3);
    const close = this.price(4);
    if (high < Math.max(open, close)) this.refuse(`high ${high} is below open ${open} or close ${close}`);
    if (low > Math.min(open, close)) this.refuse(`low ${low} is above open ${open} or close ${close}`);
    return close >= open ? [open, low, high, close] : [open, high, low, close];
  }

  #cell(column: number): string {
    const cell = this.#cells[column];
    if (cell === undefined)
      this.refuse(`column ${column + 1} is missing: the line has ${this.#cells.length}`);
    return cell;
  }
}
