import type { Doubles, Ints } from "./kinds.ts";
import { assert, NONE } from "./units.ts";

/** How many columns of each form a pool has (amounts are two doubles each), and how they lie. */
export interface PoolForm {
  readonly doubles: number;
  readonly ints: number;
  /** See {@link Pool}. */
  readonly together: boolean;
}

/** Integer columns of the pool itself: `used` and the list of free slots, before those of a subclass. */
const OWN_INTS = 2;

/**
 * Rows of numbers, addressed by slot. A dropped slot is reused, last dropped first; a slot number
 * means nothing outside the process that holds it (ids do), so nothing may depend on its value.
 *
 * A subclass has one field per column and lays the columns out in {@link lay}, which `npm run golden` writes
 * from the entity's declaration (model/). Readers write `column[slot]`; where the values lie is this class's
 * business:
 *
 * ```
 * apart      a₀ a₁ a₂ …  b₀ b₁ b₂ …      each column an array of its own; slots count 0, 1, 2 …
 * together   a₀ b₀ … a₁ b₁ … a₂ b₂ …     a row's fields side by side in two arrays (doubles, 32-bit integers), each column a
 *                                        view that begins at its own field; slots count in steps of `stride`
 * ```
 *
 * Together, what is read of one row comes with a few cache lines rather than one a column: that decides the
 * speed of orders by the hundred thousand. Growing replaces every column, so read a column through the pool
 * on each use.
 */
export abstract class Pool<Slot extends number = number> {
  /** Rows that there is room for. */
  capacity = 0;
  /** Rows in use. */
  count = 0;
  /** Slots ever taken: rows live below this. */
  top = 0;
  /** From one row's slot to the next one's. */
  readonly stride: number;
  /** 1 where a row is in use. */
  used: Ints<Slot>;
  private freeHead = NONE;
  private freeNext: Ints<Slot, Slot>;
  private readonly form: PoolForm;
  private doubleRows = new Float64Array();
  private intRows = new Int32Array();

  constructor(form: PoolForm) {
    this.form = form;
    this.stride = form.together ? Math.max(form.doubles, form.ints + OWN_INTS) : 1;
    this.used = this.ownInt(0);
    this.freeNext = this.ownInt(1);
  }

  /** A slot with unspecified contents; the caller sets every column. */
  take(): Slot {
    let slot = this.freeHead as Slot;
    if (slot === NONE) {
      if (this.top === this.capacity * this.stride) this.grow();
      slot = this.top as Slot;
      this.top += this.stride;
    } else {
      this.freeHead = this.freeNext[slot];
    }
    assert(this.used[slot as number] === 0, "a slot is taken while it is free");
    this.mark(slot, 1);
    this.count++;
    assert(this.count * this.stride <= this.top, "rows in use are rows that were taken");
    return slot;
  }

  drop(slot: Slot): void {
    assert(this.used[slot as number] === 1, "a slot is given back once");
    this.mark(slot, 0);
    this.freeNext[slot as number] = this.freeHead;
    this.freeHead = slot;
    this.count--;
    assert(this.count >= 0, "a pool has no fewer rows than none");
  }

  /**
   * Takes back the slot that was taken last, of a pool that has given none back: as if it had never been
   * taken.
   */
  undo(slot: Slot): void {
    assert(slot === this.top - this.stride && this.freeHead === NONE, "the last slot is taken back");
    this.mark(slot, 0);
    this.top -= this.stride;
    this.count--;
  }

  /** The slots in use, ascending. */
  slots(): Slot[] {
    const slots: Slot[] = [];
    for (let slot = 0; slot < this.top; slot += this.stride)
      if (this.used[slot] === 1) slots.push(slot as Slot);
    return slots;
  }

  /** The number of a slot's row (0, 1, 2 …), for values that are kept beside the pool. */
  rowOf(slot: Slot): number {
    return slot / this.stride;
  }

  /** Rows ever taken. */
  get rows(): number {
    return this.top / this.stride;
  }

  /** The slot of a row by its number. */
  slotOf(row: number): Slot {
    return (row * this.stride) as Slot;
  }

  /** Bytes of all columns. */
  bytes(): number {
    return this.doubleRows.byteLength + this.intRows.byteLength;
  }

  /** Gives every column its place in the arrays, after these were replaced. */
  protected abstract lay(): void;

  /** Called for new rows, from slot `first` on: they are zero; a subclass gives them other initial values. */
  protected prepare(_first: number): void {}

  /** The n-th column of doubles: safe integers (ids, prices, sizes, times), or one half of an amount. */
  protected double<Value extends number>(n: number): Doubles<Slot, Value> {
    return this.part(this.doubleRows, n) as Doubles<Slot, Value>;
  }

  /** The n-th column of 32-bit integers: codes, flags, rates, slots, links. */
  protected int<Value extends number>(n: number): Ints<Slot, Value> {
    return this.ownInt(OWN_INTS + n);
  }

  /** Makes room for `capacity` rows: last thing in a subclass's constructor, and as a pool grows. */
  protected resize(capacity: number): void {
    const first = this.capacity * this.stride;
    const { doubles, ints } = this.form;
    const doubleRows = new Float64Array(this.elements(doubles, capacity));
    const intRows = new Int32Array(this.elements(OWN_INTS + ints, capacity));
    this.copy(this.doubleRows, doubleRows, capacity);
    this.copy(this.intRows, intRows, capacity);
    this.doubleRows = doubleRows;
    this.intRows = intRows;
    this.capacity = capacity;
    this.used = this.ownInt(0);
    this.freeNext = this.ownInt(1);
    this.lay();
    this.prepare(first);
  }

  private mark(slot: number, used: 0 | 1): void {
    this.used[slot] = used;
  }

  private grow(): void {
    // Doubles while small, then grows by a quarter, so that a large venue keeps less slack.
    this.resize(this.capacity < 65_536 ? this.capacity * 2 : Math.ceil(this.capacity * 1.25));
  }

  /** The length of an array that holds so many columns for `capacity` rows. */
  private elements(columns: number, capacity: number): number {
    return capacity * (this.form.together ? this.stride : columns);
  }

  /** Copies each column, or all rows at once, to where it begins among `capacity` rows. */
  private copy<T extends Float64Array | Int32Array>(from: T, to: T, capacity: number): void {
    if (this.form.together) {
      to.set(from);
      return;
    }
    for (let n = 0; n * capacity < to.length; n++)
      to.set(from.subarray(n * this.capacity, (n + 1) * this.capacity), n * capacity);
  }

  private ownInt<Value extends number>(n: number): Ints<Slot, Value> {
    return this.part(this.intRows, n) as Ints<Slot, Value>;
  }

  private part<T extends Float64Array | Int32Array>(rows: T, n: number): T {
    const { capacity } = this;
    return (this.form.together ? rows.subarray(n) : rows.subarray(n * capacity, (n + 1) * capacity)) as T;
  }
}
