import { divFloor } from "../units/divide.ts";
import { CELL_BITS, cellOf, EXPONENTIAL, PARETO } from "./tables.ts";

const WORD = 2 ** 32;
/** Bits of a draw that say where in its cell it lies. */
const FRACTION_BITS = 16;

/** Four integers of 32 bits. */
export type HouseSeed = readonly [number, number, number, number];

/**
 * The random numbers of one act of the house: the n-th is a function of the seed, of the number of acts
 * before, and of n. How the clock went between two acts, and in which frames it was told, plays no part.
 * Integers only.
 */
export class Draws {
  private seed: HouseSeed = [0, 0, 0, 0];
  private act = 0;
  private drawn = 0;

  /** Begins with the draws of an act. */
  of(seed: HouseSeed, act: number): this {
    this.seed = seed;
    this.act = act;
    this.drawn = 0;
    return this;
  }

  /** 0 ≤ x < 2^32. */
  word(): number {
    return hashOf(this.seed, this.act, this.drawn++);
  }

  /** 0 ≤ x < `count`, which is at most 2^20. */
  below(count: number): number {
    return divFloor(this.word() * count, WORD);
  }

  /** Exponential, mean about 1000. */
  exponential(): number {
    return this.from(EXPONENTIAL);
  }

  /** A power tail of exponent 1.5, least 1000, mean about {@link PARETO_MEAN}. */
  pareto(): number {
    return this.from(PARETO);
  }

  /** By the inverse of a distribution, linear between its cells. */
  private from(table: readonly number[]): number {
    const word = this.word();
    const cell = word >>> (32 - CELL_BITS);
    const fraction = (word >>> (32 - CELL_BITS - FRACTION_BITS)) & (2 ** FRACTION_BITS - 1);
    const low = cellOf(table, cell);
    return low + divFloor((cellOf(table, cell + 1) - low) * fraction, 2 ** FRACTION_BITS);
  }
}

/** 32 well mixed bits for a place: `index` and `lane` count with their low 53 and 32 bits. */
export function hashOf(seed: HouseSeed, index: number, lane: number): number {
  let h = Math.imul(seed[0] ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul((h ^ (h >>> 15) ^ seed[1]) + divFloor(index, WORD), 0xc2b2ae35);
  h = Math.imul((h ^ (h >>> 13) ^ seed[2]) + (index | 0), 0x27d4eb2f);
  h = Math.imul((h ^ (h >>> 16) ^ seed[3]) + lane, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}
