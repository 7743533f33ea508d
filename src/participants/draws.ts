import { SeededRng } from "../host/seededRng.ts";

/**
 * The random numbers of one place in the market: a function of where and when, so that a participant needs no
 * memory, and what one contract does moves nobody's numbers in another.
 */
export class Draws {
  readonly #rng: SeededRng;

  /** @param who an account, or another number that nobody else uses; @param beat the place in time */
  constructor(seed: number, who: number, contract: number, beat: number) {
    let state = Math.imul(seed ^ 0x5bd1e995, 0x85ebca6b);
    for (const part of [who, contract, beat]) {
      state = Math.imul(state ^ (state >>> 15) ^ part, 0x2c1b3c6d) + 0x9e3779b9;
    }
    this.#rng = new SeededRng(state);
  }

  /** 0 ≤ x < 1. */
  unit(): number {
    return this.#rng.uint32() / 2 ** 32;
  }

  /** −1 ≤ x < 1. */
  signed(): number {
    return 2 * this.unit() - 1;
  }
}
