import { NONE } from "../codes.ts";
import { MoneyColumn } from "./money.ts";

/** What a column is made of: safe integers and times, or small codes, counts, slots and links. */
type Column = Float64Array | Int32Array;

/**
 * Rows of numbers, addressed by slot. A dropped slot is reused, last dropped first; a slot number
 * means nothing outside the process that holds it (ids do), so nothing may depend on its value.
 *
 * A subclass declares its columns in its constructor and then has them laid out. Whoever reads writes `column[slot]`; what
 * lies where is this class's business:
 *
 * ```
 * apart      a₀ a₁ a₂ …  b₀ b₁ b₂ …      each column an array of its own; slots count 0, 1, 2 …
 * together   a₀ b₀ … a₁ b₁ … a₂ b₂ …     a row's fields side by side in two arrays (doubles, 32-bit integers), each column a
 *                                        view that begins at its own field; slots count in steps of `stride`
 * ```
 *
 * Together, what is read of one row comes with a few cache lines rather than one a column: that decides the speed of orders
 * by the hundred thousand. Growing replaces every column, so read a column through the pool on each use.
 */
export abstract class Pool {
  /** Rows that there is room for. */
  capacity: number;
  /** Rows in use. */
  count = 0;
  /** Slots ever taken: rows live below this. */
  top = 0;
  /** From one row's slot to the next one's. */
  stride = 1;
  /** 1 where a row is in use. */
  used: Int32Array;
  private freeHead = NONE;
  private freeNext: Int32Array;
  private readonly amounts: MoneyColumn[] = [];
  private doubleRows = new Float64Array();
  private intRows = new Int32Array();

  constructor(capacity: number) {
    this.capacity = capacity;
    this.used = this.ints();
    this.freeNext = this.ints();
  }

  /** A slot with unspecified contents; the caller sets every column. */
  take(): number {
    let slot = this.freeHead;
    if (slot === NONE) {
      if (this.top === this.capacity * this.stride) this.grow();
      slot = this.top;
      this.top += this.stride;
    } else {
      this.freeHead = this.freeNext[slot]!;
    }
    this.used[slot] = 1;
    this.count++;
    return slot;
  }

  drop(slot: number): void {
    this.used[slot] = 0;
    this.freeNext[slot] = this.freeHead;
    this.freeHead = slot;
    this.count--;
  }

  /** The slots in use, ascending. */
  slots(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.top; slot += this.stride) if (this.used[slot] === 1) slots.push(slot);
    return slots;
  }

  /** The number of a slot's row, for what is kept beside the pool: 0, 1, 2 … */
  rowOf(slot: number): number {
    return slot / this.stride;
  }

  /** Bytes of all columns. */
  bytes(): number {
    if (this.stride > 1) return this.doubleRows.byteLength + this.intRows.byteLength;
    let bytes = 0;
    for (const value of Object.values(this)) if (isColumn(value)) bytes += value.byteLength;
    for (const { hi, lo } of this.amounts) bytes += hi.byteLength + lo.byteLength;
    return bytes;
  }

  /** Declares a column of safe integers: ids, prices, sizes, times. */
  protected doubles(): Float64Array {
    return new Float64Array();
  }

  /** Declares a column of 32-bit integers: codes, flags, rates, slots, links. */
  protected ints(): Int32Array {
    return new Int32Array();
  }

  /** Declares a column of amounts. */
  protected money(): MoneyColumn {
    const column = new MoneyColumn(0);
    this.amounts.push(column);
    return column;
  }

  /** Makes room for the columns that are declared: last thing in a subclass's constructor. */
  protected layApart(): void {
    this.resize(this.capacity, 0);
  }

  /** As {@link layApart}, a row's fields together. */
  protected layTogether(): void {
    let doubles = this.amounts.length * 2;
    let ints = 0;
    for (const value of Object.values(this.columns())) {
      if (value instanceof Float64Array) doubles++;
      else ints++;
    }
    this.stride = Math.max(doubles, ints);
    this.resize(this.capacity, 0);
  }

  /** Called for new rows, from slot `first` on: they are zero; a subclass gives them other initial values. */
  protected prepare(_first: number): void {}

  private grow(): void {
    // Doubling while small, then by a quarter: a large venue keeps less slack.
    this.resize(this.capacity < 65_536 ? this.capacity * 2 : Math.ceil(this.capacity * 1.25), this.top);
  }

  private resize(capacity: number, first: number): void {
    const columns = this.columns();
    this.capacity = capacity;
    if (this.stride === 1) {
      for (const [name, column] of Object.entries(columns)) columns[name] = grown(column, capacity);
      for (const amount of this.amounts) amount.lay(grown(amount.hi, capacity), grown(amount.lo, capacity));
    } else {
      this.doubleRows = grown(this.doubleRows, capacity * this.stride);
      this.intRows = grown(this.intRows, capacity * this.stride);
      let double = 0;
      let int = 0;
      for (const amount of this.amounts) {
        amount.lay(this.doubleRows.subarray(double), this.doubleRows.subarray(double + 1));
        double += 2;
      }
      for (const [name, column] of Object.entries(columns)) {
        columns[name] =
          column instanceof Float64Array ? this.doubleRows.subarray(double++) : this.intRows.subarray(int++);
      }
    }
    Object.assign(this, columns);
    this.prepare(first);
  }

  /** The declared columns by name, in order of declaration; amounts are apart, and lie before them. */
  private columns(): Record<string, Column> {
    const { doubleRows: _doubles, intRows: _ints, ...rest } = this;
    return Object.fromEntries(Object.entries(rest).filter(([, value]) => isColumn(value))) as Record<
      string,
      Column
    >;
  }
}

function isColumn(value: unknown): value is Column {
  return value instanceof Float64Array || value instanceof Int32Array;
}

/** A copy of a column with more rows; new rows are zero. */
export function grown<T extends Column>(column: T, length: number): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}
