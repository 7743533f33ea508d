import type { SecretSeed } from "../../kernel/host/seed.ts";

/**
 * Noise without a sequence: each number is a function of its place, so any of them can be computed without
 * those before it, and with the same result on every machine. It uses integer mixing, then only additions,
 * multiplications and divisions of doubles, which IEEE 754 fixes to the last bit.
 */

/**
 * 32 well mixed bits for a place; each argument counts with its low 32 bits, and the seed with all its words.
 */
export function hashAt(seed: SecretSeed, stream: number, level: number, index: number): number {
  return mixed(seed[0], seed, stream, level, index);
}

/** A place, mixed to 32 bits. @param first takes the place of the seed's first word */
function mixed(first: number, seed: SecretSeed, stream: number, level: number, index: number): number {
  return mixedIn(mixedUpTo(first, seed, stream, level), index);
}

/** What all places of a level share: half of the mixing. */
function mixedUpTo(first: number, seed: SecretSeed, stream: number, level: number): number {
  let h = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul((h ^ (h >>> 15) ^ seed[1]) + stream, 0xc2b2ae35);
  h = Math.imul((h ^ (h >>> 13) ^ seed[2]) + level, 0x27d4eb2f);
  return h ^ (h >>> 16) ^ seed[3];
}

function mixedIn(shared: number, index: number): number {
  let h = Math.imul(shared + index, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * A stream's number, made from its name (FNV-1a), so that re-ordering a list of contracts changes no market.
 */
export function streamOf(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A uniform number at a place, 0 ≤ x < 1. */
export function uniformAt(seed: SecretSeed, stream: number, level: number, index: number): number {
  return hashAt(seed, stream, level, index) / 2 ** 32;
}

/**
 * A bell-shaped number at a place: mean 0, deviation 1, bounded by ±3.47, the sum of four 16-bit uniforms.
 */
export function normalAt(seed: SecretSeed, stream: number, level: number, index: number): number {
  return bell(hashAt(seed, stream, level, index), mixed(~seed[0], seed, stream, level, index));
}

function bell(a: number, b: number): number {
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum - 131_070) / 37_837.227;
}

/** The places of one level, for whoever asks for many of them: what they share is mixed once. */
export class NoiseLevel {
  readonly #first: number;
  readonly #second: number;

  constructor(seed: SecretSeed, stream: number, level: number) {
    this.#first = mixedUpTo(seed[0], seed, stream, level);
    this.#second = mixedUpTo(~seed[0], seed, stream, level);
  }

  /** {@link uniformAt} of a place. */
  uniformAt(index: number): number {
    return mixedIn(this.#first, index) / 2 ** 32;
  }

  /** {@link normalAt} of a place. */
  normalAt(index: number): number {
    return bell(mixedIn(this.#first, index), mixedIn(this.#second, index));
  }
}
