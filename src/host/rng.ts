/** A source of random bytes: the system's, or a seeded one that repeats. */
export interface Rng {
  /** A new array of `length` random bytes. */
  bytes(length: number): Uint8Array;
}
