import type { Seed } from "../../kernel/host/seed.ts";
import { seedWords } from "../../kernel/host/seed.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";

/**
 * The random numbers of one participant in one contract at one beat: a function of these and of the seed, so
 * that a participant needs no memory, and what one contract does changes no draws in another.
 */
export class Draws {
  readonly #rng: SeededRng;

  /** @param who an account, or another number that nobody else uses @param beat the place in time */
  constructor(seed: Seed, who: number, contract: number, beat: number) {
    const [first, ...others] = seedWords(seed);
    let state = Math.imul(first ^ 0x5bd1e995, 0x85ebca6b);
    for (const [i, part] of [who, contract, beat].entries()) {
      state = Math.imul(state ^ (state >>> 15) ^ part ^ others[i]!, 0x2c1b3c6d) + 0x9e3779b9;
    }
    this.#rng = new SeededRng(state);
  }

  /** A uniform number, 0 ≤ x < 1. */
  unit(): number {
    return this.#rng.uint32() / 2 ** 32;
  }

  /** A uniform number, −1 ≤ x < 1. */
  signed(): number {
    return 2 * this.unit() - 1;
  }
}
