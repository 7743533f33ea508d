import { randomBytes } from "node:crypto";
import type { Rng } from "./rng.ts";

/** The operating system's random numbers, fit for secrets. */
export const systemRng: Rng = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
