import type { TimeMs } from "../../core/index.ts";

/** A file that does not follow its layout. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
  readonly file: string;
  /** Counted from 1. */
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
 * Times below these are in milliseconds and in microseconds; others in nanoseconds. As milliseconds the first is the
 * year 5138.
 */
const MS_BELOW = 100_000_000_000_000;
const MICROSECONDS_BELOW = 100_000_000_000_000_000;
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

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

  refuse(rule: string): never {
    throw new RecordingError(this.file, this.line, rule);
  }

  /** A moment in any of these units, rounded down to the millisecond. */
  time(column: number): TimeMs {
    const cell = this.text(column);
    if (!INTEGER.test(cell)) this.refuse(`column ${column + 1} is a time in ms or µs, got "${cell}"`);
    const value = Number(cell);
    if (value < MS_BELOW) return value;
    return Math.floor(value / (value < MICROSECONDS_BELOW ? 1000 : 1_000_000));
  }

  /** `2026-01-31 12:00:05`, UTC. */
  moment(column: number): TimeMs {
    const cell = this.text(column);
    const time = MOMENT.test(cell) ? Date.parse(`${cell.replace(" ", "T")}Z`) : Number.NaN;
    if (Number.isNaN(time))
      this.refuse(`column ${column + 1} is a time such as 2026-01-31 12:00:05, got "${cell}"`);
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

  /** From -1 to 1. */
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

  /** Columns 2 to 5 as a path: open, the extreme away from the close, the other extreme, close. */
  candle(): readonly [number, number, number, number] {
    const open = this.price(1);
    const high = this.price(2);
    const low = this.price(3);
    const close = this.price(4);
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

/** Whether a file's first line has the columns' names. */
export function isHeader(line: string): boolean {
  return !/^[-\d]/.test(line);
}
