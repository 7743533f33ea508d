import { randomBytes } from "node:crypto";

/** A source of random bytes: the system's, or a seeded one that repeats. */
export interface Rng {
  /** A new array of `length` random bytes. */
  bytes(length: number): Uint8Array;
}

/** The operating system's random numbers, fit for secrets. */
export const systemRng: Rng = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
