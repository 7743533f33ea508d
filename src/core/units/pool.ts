import { NONE } from "../codes.ts";
import { grown, MoneyColumn } from "./money.ts";

/**
 * Rows in columns of typed arrays, addressed by slot. A dropped slot is reused, last dropped first; a slot number
 * means nothing outside the process that holds it (ids do), so nothing may depend on its value.
 *
 * Subclasses declare their columns as properties; growing replaces every one of them, so read a column through
 * the pool on each use.
 */
export abstract class Pool {
  capacity: number;
  /** Rows in use. */
  count = 0;
  /** Slots ever taken: rows live below this. */
  top = 0;
  /** 1 where a row is in use. */
  used: Uint8Array;
  private freeHead = NONE;
  private freeNext: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.used = new Uint8Array(capacity);
    this.freeNext = new Int32Array(capacity);
  }

  /** A slot with unspecified contents; the caller sets every column. */
  take(): number {
    let slot = this.freeHead;
    if (slot === NONE) {
      if (this.top === this.capacity) this.grow();
      slot = this.top++;
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

  /** Bytes of all columns. */
  bytes(): number {
    let bytes = 0;
    for (const value of Object.values(this)) {
      if (ArrayBuffer.isView(value)) bytes += value.byteLength;
      else if (value instanceof MoneyColumn) bytes += value.hi.byteLength + value.lo.byteLength;
    }
    return bytes;
  }

  /** Called after growing: the rows from `first` on are zero; a subclass gives them other initial values. */
  protected prepare(_first: number): void {}

  private grow(): void {
    // Doubling while small, then by a quarter: a large venue keeps less slack.
    const capacity = this.capacity < 65_536 ? this.capacity * 2 : Math.ceil(this.capacity * 1.25);
    const columns = this as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(columns)) {
      if (value instanceof MoneyColumn) value.grow(capacity);
      else if (isColumn(value)) columns[name] = grown(value, capacity);
    }
    const first = this.capacity;
    this.capacity = capacity;
    this.prepare(first);
  }
}

function isColumn(value: unknown): value is Float64Array | Int32Array | Uint8Array {
  return value instanceof Float64Array || value instanceof Int32Array || value instanceof Uint8Array;
}
