import { divFloor } from "../units/divide.ts";

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

/*
 * Logarithms and powers as literals: JavaScript engines may compute them differently in the last digit, and
 * what a state machine draws must not depend on a library of mathematics. Never computed at start-up.
 */

/** Tables of a distribution have 2^this cells. */
const CELL_BITS = 6;

/** −1000 · ln(1 − i / 64); the last cell, which has no end, is closed where its mean is right. */
const EXPONENTIAL: readonly number[] = [
  ...[0, 16, 32, 48, 65, 81, 98, 116, 134, 152, 170, 189, 208, 227, 247, 267, 288, 309, 330, 352, 375, 398],
  ...[421, 445, 470, 495, 521, 548, 575, 604, 633, 662, 693, 725, 758, 792, 827, 863, 901, 940, 981, 1023],
  ...[1068, 1114, 1163, 1214, 1269, 1326, 1386, 1451, 1520, 1594, 1674, 1761, 1856, 1962, 2079, 2213, 2367],
  ...[2549, 2773, 3060, 3466, 4159, 6159],
];

/** 1000 · (1 − i / 64)^(−2/3), its tail cut at thirty times the least. */
const PARETO: readonly number[] = [
  ...[1000, 1011, 1021, 1033, 1044, 1056, 1068, 1080, 1093, 1106, 1120, 1134, 1148, 1163, 1179, 1195, 1211],
  ...[1229, 1246, 1265, 1284, 1304, 1324, 1346, 1368, 1391, 1416, 1441, 1468, 1495, 1525, 1555, 1587, 1621],
  ...[1657, 1695, 1735, 1778, 1823, 1871, 1923, 1978, 2038, 2102, 2172, 2247, 2330, 2420, 2520, 2631, 2754],
  ...[2894, 3053, 3235, 3447, 3698, 4000, 4372, 4846, 5472, 6350, 7692, 10_079, 16_000, 30_400],
];

/** Mean of what {@link PARETO} gives, in the same thousandths. */
export const PARETO_MEAN = 2_600;

/**
 * How dense a book is at a distance of 2^k / 64 of its near distance, where 1000 is the average up to the
 * near distance. It is the slope of the cumulative depth, which grows with the power 1.6 of the distance up
 * to near, and with 0.67 beyond. So close to the touch, taking twice as much moves the price by less than
 * twice.
 */
export const DENSITY: readonly number[] = [
  ...[132, 200, 303, 459, 696, 1056, 1600, 533, 424, 337, 268, 213, 170, 135, 107, 86, 68, 54, 43, 34, 27],
];

/** A cell of a table by its place, which lies inside. */
export function cellOf(table: readonly number[], cell: number): number {
  return table[cell]!;
}
