import { bigDivCeil, bigDivFloor, bigDivHalfEven } from "./divide.ts";
import type { Doubles, Leverage, Lots, Rate } from "./kinds.ts";
import { doubles } from "./kinds.ts";
import type { Quanta } from "./units.ts";
import { assert, LEVERAGE_ONE, RATE_ONE } from "./units.ts";

/** Quanta in one whole unit of the margin coin. */
export const QUANTA_PER_UNIT = 100_000_000;
const BASE = QUANTA_PER_UNIT;
const BIG_BASE = 100_000_000n;
const CANONICAL = "the quanta of an amount are less than a unit";
/**
 * A double below this is an exact integer; and where the double of a product is below it, the product is
 * exact.
 */
const SAFE = 9_007_199_254_740_992;

/** The two halves of an amount, as a record holds them. */
export interface Amount {
  readonly hi: number;
  readonly lo: number;
}

/**
 * A signed amount of money as two doubles: `hi` whole units and `lo` quanta, 0 ≤ lo < 1e8 (so −0.5 is
 * hi −1, lo 50 000 000). Exact up to 9e15 units; a BigInt64 would wrap at 9.2e10, and a bigint per amount
 * would cost an allocation each.
 *
 * Instances are registers: they are made once and reused; they are never stored in state (see
 * {@link MoneyColumn} for that).
 */
export class Money {
  hi = 0;
  lo = 0;

  clear(): this {
    this.hi = 0;
    this.lo = 0;
    return this;
  }

  copy(other: Money): this {
    this.hi = other.hi;
    this.lo = other.lo;
    return this;
  }

  /** Takes parts as a record stores them; `lo` must already be canonical. */
  set(hi: number, lo: number): this {
    this.hi = hi;
    this.lo = lo;
    return this;
  }

  add(other: Money): this {
    return this.addParts(other.hi, other.lo);
  }

  addParts(hi: number, lo: number): this {
    const sum = this.lo + lo;
    if (sum >= BASE) {
      this.lo = sum - BASE;
      this.hi += hi + 1;
    } else {
      this.lo = sum;
      this.hi += hi;
    }
    return this;
  }

  subtract(other: Money): this {
    return this.subtractParts(other.hi, other.lo);
  }

  subtractParts(hi: number, lo: number): this {
    const rest = this.lo - lo;
    if (rest < 0) {
      this.lo = rest + BASE;
      this.hi -= hi + 1;
    } else {
      this.lo = rest;
      this.hi -= hi;
    }
    return this;
  }

  /** Adds `other` times +1 or −1. */
  addSigned(sign: number, other: Money): this {
    return sign > 0 ? this.add(other) : this.subtract(other);
  }

  negate(): this {
    if (this.lo === 0) {
      this.hi = 0 - this.hi;
    } else {
      this.hi = -1 - this.hi;
      this.lo = BASE - this.lo;
    }
    return this;
  }

  /** −1, 0 or 1. */
  sign(): number {
    if (this.hi < 0) return -1;
    return this.hi === 0 && this.lo === 0 ? 0 : 1;
  }

  isZero(): boolean {
    return this.hi === 0 && this.lo === 0;
  }

  lessThan(other: Money): boolean {
    return this.hi < other.hi || (this.hi === other.hi && this.lo < other.lo);
  }

  equals(other: Money): boolean {
    return this.hi === other.hi && this.lo === other.lo;
  }

  /** The smaller of this and `other`. */
  min(other: Money): this {
    return other.lessThan(this) ? this.copy(other) : this;
  }

  /** This, or zero if it is negative. */
  max0(): this {
    return this.hi < 0 ? this.clear() : this;
  }

  /**
   * lots × quantaPerLot, exact; both safe integers ≥ 0. The double product is exact below 2^53 (90 million
   * units); above, bigint takes over.
   */
  setProduct(lots: Lots, quantaPerLot: number): this {
    const product = lots * quantaPerLot;
    assert(product >= 0, "lots and their price are not negative");
    if (product < SAFE) {
      this.hi = Math.floor(product / BASE);
      this.lo = product - this.hi * BASE;
      return this;
    }
    return this.fromQuanta(BigInt(lots) * BigInt(quantaPerLot));
  }

  /**
   * This × rate, truncated towards zero (a fee: in the payer's favour). This ≥ 0; the rate may be negative.
   */
  timesRateTrunc(rate: Rate): this {
    return rate < 0 ? this.timesRate(-rate, false).negate() : this.timesRate(rate, false);
  }

  /** This × rate, rounded away from zero (the venue's safety side). This ≥ 0, rate ≥ 0. */
  timesRateCeil(rate: Rate): this {
    assert(rate >= 0, "what is rounded up is a rate that is paid");
    return this.timesRate(rate, true);
  }

  /** With v = hi·1e8 + lo quanta, v × rate / 1e8 = hi·rate + lo·rate / 1e8 quanta. */
  private timesRate(rate: Rate, up: boolean): this {
    assert(this.hi >= 0, "a rate is of what is not negative");
    const whole = this.hi * rate;
    const part = this.lo * rate;
    if (whole < SAFE && part < SAFE) {
      const quotient = up ? Math.ceil(part / RATE_ONE) : Math.floor(part / RATE_ONE);
      const carry = Math.floor(whole / BASE);
      this.hi = carry;
      this.lo = whole - carry * BASE;
      return this.addQuanta(quotient);
    }
    const product = this.toQuanta() * BigInt(rate);
    return this.fromQuanta(up ? bigDivCeil(product, BigInt(RATE_ONE)) : product / BigInt(RATE_ONE));
  }

  /** This ÷ leverage, rounded up (a margin: the venue's safety side). This ≥ 0. */
  overLeverageCeil(leverage: Leverage): this {
    assert(leverage > 0, "a leverage is more than 0");
    assert(this.hi >= 0, "a margin is of what is not negative");
    const whole = this.hi * LEVERAGE_ONE;
    if (whole >= SAFE) {
      return this.fromQuanta(bigDivCeil(this.toQuanta() * BigInt(LEVERAGE_ONE), BigInt(leverage)));
    }
    const units = Math.floor(whole / leverage);
    const rest = (whole - units * leverage) * BASE + this.lo * LEVERAGE_ONE;
    const quanta = Math.ceil(rest / leverage);
    this.hi = units;
    this.lo = 0;
    return this.addQuanta(quanta);
  }

  /** Adds quanta, a safe integer ≥ 0, rarely a unit or more. No `%`: V8 calls out of compiled code for it. */
  addQuanta(quanta: number): this {
    assert(quanta >= 0 && quanta < SAFE, "quanta that are added are a safe integer");
    if (quanta < BASE) return this.addParts(0, quanta);
    const units = Math.floor(quanta / BASE);
    return this.addParts(units, quanta - units * BASE);
  }

  /** This × part / whole, half-even (display figures). This ≥ 0, 0 ≤ part ≤ whole, whole > 0. */
  prorateHalfEven(part: Lots, whole: Lots): this {
    return this.prorate(part, whole, true);
  }

  /** This × part / whole, rounded up; this may be negative. */
  prorateCeil(part: Lots, whole: Lots): this {
    return this.prorate(part, whole, false);
  }

  private prorate(part: Lots, whole: Lots, halfEven: boolean): this {
    assert(part >= 0 && part <= whole, "a part is no more than the whole");
    if (part === whole) return this;
    const negative = this.hi < 0;
    if (!negative && this.hi * BASE + this.lo < SAFE && whole < 90_000_000) {
      // v·part/whole = ⌊v/whole⌋·part + (v mod whole)·part/whole; the second numerator is < whole² < 2^53.
      const value = this.hi * BASE + this.lo;
      const quotient = Math.floor(value / whole);
      const numerator = (value - quotient * whole) * part;
      const exact = Math.floor(numerator / whole);
      const twice = 2 * (numerator - exact * whole);
      const total = quotient * part + exact;
      const odd = total % 2 !== 0;
      const up = (halfEven ? twice > whole || (twice === whole && odd) : twice > 0) ? 1 : 0;
      this.hi = Math.floor((total + up) / BASE);
      this.lo = total + up - this.hi * BASE;
      assert(total + up <= value, "a part is worth no more than the whole");
      return this;
    }
    const product = this.toQuanta() * BigInt(part);
    const divide = halfEven ? bigDivHalfEven : bigDivCeil;
    return this.fromQuanta(divide(product, BigInt(whole)));
  }

  toQuanta(): Quanta {
    return BigInt(this.hi) * BIG_BASE + BigInt(this.lo);
  }

  fromQuanta(quanta: Quanta): this {
    const units = bigDivFloor(quanta, BIG_BASE);
    this.hi = Number(units);
    this.lo = Number(quanta - units * BIG_BASE);
    return this;
  }
}

/** Money at rest: one amount per row, in two columns. */
export class MoneyColumn<Slot extends number = number> {
  hi: Doubles<Slot>;
  lo: Doubles<Slot>;

  /** One without rows: a pool lays it out (data/units/pool.ts). */
  constructor() {
    this.hi = doubles(0);
    this.lo = doubles(0);
  }

  /** Replaces the two columns: by larger copies, or by views of a row's fields (data/units/pool.ts). */
  lay(hi: Doubles<Slot>, lo: Doubles<Slot>): void {
    this.hi = hi;
    this.lo = lo;
  }

  read(row: Slot, into: Money): Money {
    into.hi = this.hi[row];
    into.lo = this.lo[row];
    return into;
  }

  write(row: Slot, money: Money): void {
    assert(money.lo >= 0 && money.lo < BASE, CANONICAL);
    const at: number = row;
    this.hi[at] = money.hi;
    this.lo[at] = money.lo;
  }

  add(row: Slot, money: Money): void {
    assert(money.lo >= 0 && money.lo < BASE, CANONICAL);
    const at: number = row;
    const sum = this.lo[row] + money.lo;
    if (sum >= BASE) {
      this.lo[at] = sum - BASE;
      this.hi[at] = this.hi[row] + money.hi + 1;
    } else {
      this.lo[at] = sum;
      this.hi[at] = this.hi[row] + money.hi;
    }
  }

  subtract(row: Slot, money: Money): void {
    assert(money.lo >= 0 && money.lo < BASE, CANONICAL);
    const at: number = row;
    const rest = this.lo[row] - money.lo;
    if (rest < 0) {
      this.lo[at] = rest + BASE;
      this.hi[at] = this.hi[row] - money.hi - 1;
    } else {
      this.lo[at] = rest;
      this.hi[at] = this.hi[row] - money.hi;
    }
  }

  clear(row: Slot): void {
    const at: number = row;
    this.hi[at] = 0;
    this.lo[at] = 0;
  }

  isZero(row: Slot): boolean {
    return this.hi[row] === 0 && this.lo[row] === 0;
  }

  quanta(row: Slot): Quanta {
    return quantaOf(this.hi[row], this.lo[row]);
  }
}

/** The bigint of a stored pair. */
export function quantaOf(hi: number, lo: number): Quanta {
  return BigInt(hi) * BIG_BASE + BigInt(lo);
}
