import { createHmac, randomBytes } from "node:crypto";

/** A source of random bytes: the system's, or a seeded one that repeats. */
export interface Rng {
  /** A new array of `length` random bytes. */
  bytes(length: number): Uint8Array;
}

/** The operating system's random numbers, fit for secrets. */
export const systemRng: Rng = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};

/** Bytes that only who has a secret can know, and that everybody who has it draws alike; fit for secrets. */
export class DerivedRng implements Rng {
  readonly #secret: Uint8Array;
  readonly #purpose: string;
  #drawn = 0;

  /** @param purpose different for each use of the secret */
  constructor(secret: Uint8Array, purpose: string) {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  bytes(length: number): Uint8Array {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHmac("sha256", this.#secret)
        .update(`${this.#purpose} ${this.#drawn++}`)
        .digest(),
    );
    return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
  }
}
