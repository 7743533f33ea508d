import { createHash } from "node:crypto";
import type { Rng } from "./rng.ts";

/**
 * What a market is drawn from. A number is public: whoever knows it can compute every price that the market
 * will ever have. A secret seed has 128 random bits.
 */
export type Seed = number | SecretSeed;

/** Four integers of 32 bits. */
export type SecretSeed = readonly [number, number, number, number];

/** Bytes of a secret seed. */
const SECRET_SEED_BYTES = 16;

/** Draws a secret seed. */
export const drawSeed = (rng: Rng): SecretSeed => seedOf(rng.bytes(SECRET_SEED_BYTES));

/** @param bytes {@link SECRET_SEED_BYTES} of them */
function seedOf(bytes: Uint8Array): SecretSeed {
  const view = new DataView(bytes.buffer, bytes.byteOffset, SECRET_SEED_BYTES);
  return [view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12)];
}

/** A seed for one purpose: knowing it tells nothing about the seed that it was derived from. */
export function derivedSeed(seed: Seed, purpose: string): SecretSeed {
  return seedOf(
    createHash("sha256")
      .update(`${seedWords(seed).join(" ")} ${purpose}`)
      .digest(),
  );
}

/** The seed as words to mix; for a number its low 32 bits and zeros. */
export const seedWords = (seed: Seed): SecretSeed => (typeof seed === "number" ? [seed | 0, 0, 0, 0] : seed);
