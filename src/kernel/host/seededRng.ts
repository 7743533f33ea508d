import type { Rng } from "./rng.ts";

/**
 * Random numbers that repeat: sfc32, seeded through splitmix32 so that neighbouring seeds share nothing.
 * For simulation and rehearsal, never for secrets.
 */
export class SeededRng implements Rng {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed an integer; its low 32 bits count */
  constructor(seed: number) {
    let state = seed | 0;
    const mix = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let z = state;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return z ^ (z >>> 15);
    };
    this.#a = mix();
    this.#b = mix();
    this.#c = mix();
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** An integer from 0 to 2^32 − 1. */
  uint32(): number {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** An integer from 0 to `bound` − 1, for bounds up to 2^32. */
  below(bound: number): number {
    return Math.floor((this.uint32() / 2 ** 32) * bound);
  }

  /** True once in `times` on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.uint32() >>> 24;
    return bytes;
  }
}
