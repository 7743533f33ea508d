import type { TimeMs } from "../../../kernel/core/index.ts";

/** A file that does not follow its layout. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
  readonly file: string;
  /** Number of the line in the file, counted from 1. */
  readonly line: number;
  readonly rule: string;

  constructor(file: string, line: number, rule: string) {
    super(`${file}:${line}: ${rule}`);
    this.file = file;
    this.line = line;
    this.rule = rule;
  }
}

const DECIMAL = /^\d{1,15}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,2})?$/;
const INTEGER = /^\d{1,19}$/;
/**
 * Numbers below these are times in seconds, milliseconds and microseconds; larger ones are in nanoseconds.
 * The first two limits are the year 5138.
 */
const SECONDS_BELOW = 100_000_000_000;
const MS_BELOW = 100_000_000_000_000;
const MICROSECONDS_BELOW = 100_000_000_000_000_000;
const SECONDS = /^(\d{1,11})\.(\d{1,9})$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The names of a file's columns, in small letters, and the line that has them. */
export interface Header {
  readonly names: readonly string[];
  readonly row: Row;
}

/** The columns of a candle's four prices. */
export type CandleColumns = Readonly<Record<"open" | "high" | "low" | "close", number>>;
const ARCHIVE_PRICES: CandleColumns = { open: 1, high: 2, low: 3, close: 4 };

/** The cells of a line, each read as the kind of value that its column must hold. */
export class Row {
  readonly file: string;
  readonly line: number;
  readonly #cells: readonly string[];

  constructor(cells: readonly string[], file: string, line: number) {
    this.#cells = cells;
    this.file = file;
    this.line = line;
  }

  /** How many cells it has. */
  get width(): number {
    return this.#cells.length;
  }

  refuse(rule: string): never {
    throw new RecordingError(this.file, this.line, rule);
  }

  /**
   * Unix time in s (also with decimals), ms, µs or ns, or ISO 8601, UTC where no zone is said; rounded down
   * to the ms.
   *
   * @param secondsBelow a whole number below this is in seconds
   */
  time(column: number, secondsBelow = SECONDS_BELOW): TimeMs {
    const cell = this.text(column);
    if (INTEGER.test(cell)) {
      const value = Number(cell);
      if (value < secondsBelow) return value * 1_000;
      if (value < MS_BELOW) return value;
      return Number(cell.slice(0, value < MICROSECONDS_BELOW ? -3 : -6)); // exact, as a double of the whole is not
    }
    const [, seconds, fraction = ""] = SECONDS.exec(cell) ?? [];
    if (seconds !== undefined) return Number(seconds) * 1_000 + Number(fraction.padEnd(3, "0").slice(0, 3));
    const [, day, clock = "00:00", zone = "Z"] = ISO.exec(cell) ?? [];
    const time = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}${zone}`);
    if (Number.isNaN(time)) this.refuse(`column ${column + 1} is a time, got "${cell}"`);
    return time;
  }

  price(column: number): number {
    const cell = this.text(column);
    const value = DECIMAL.test(cell) ? Number(cell) : 0;
    if (value === 0) this.refuse(`column ${column + 1} is a price above 0, got "${cell}"`);
    return value;
  }

  quantity(column: number): number {
    const cell = this.text(column);
    if (!DECIMAL.test(cell)) this.refuse(`column ${column + 1} is a quantity of 0 or more, got "${cell}"`);
    return Number(cell);
  }

  signed(column: number): number {
    const cell = this.text(column);
    const value = Number(cell);
    if (cell === "" || !Number.isFinite(value))
      this.refuse(`column ${column + 1} is a number, got "${cell}"`);
    return value;
  }

  /** A fraction from -1 to 1. */
  fraction(column: number): number {
    const value = this.signed(column);
    if (Math.abs(value) > 1)
      this.refuse(`column ${column + 1} is a fraction from -1 to 1, got "${this.text(column)}"`);
    return value;
  }

  flag(column: number): boolean {
    const cell = this.text(column).toLowerCase();
    if (cell !== "true" && cell !== "false" && cell !== "1" && cell !== "0")
      this.refuse(`column ${column + 1} is true or false, got "${cell}"`);
    return cell === "true" || cell === "1";
  }

  /** A candle's prices as a path: open, the extreme away from the close, the other extreme, close. */
  candle(at: CandleColumns = ARCHIVE_PRICES): readonly [number, number, number, number] {
    const open = this.price(at.open);
    const high = this.price(at.high);
    const low = this.price(at.low);
    const close = this.price(at.close);
    if (high < Math.max(open, close)) this.refuse(`high ${high} is below open ${open} or close ${close}`);
    if (low > Math.min(open, close)) this.refuse(`low ${low} is above open ${open} or close ${close}`);
    return close >= open ? [open, low, high, close] : [open, high, low, close];
  }

  text(column: number): string {
    const cell = this.#cells[column];
    if (cell === undefined)
      this.refuse(`column ${column + 1} is missing: the line has ${this.#cells.length}`);
    return cell;
  }
}

/** Whether a file's first line has the columns' names: no cell of it begins as a number does. */
export function isHeader(line: string): boolean {
  return !/(?:^|,)"?[-+.]?\d/.test(line.replace(BOM, ""));
}

/** The byte order mark that some programs write in front of a file. */
export const BOM = /^\uFEFF/;
