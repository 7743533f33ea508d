import { toVersion2 } from "./toVersion2.ts";

/**
 * From old rules to these: by version n of the rules, what rewrites a snapshot of n in the form of n + 1. A version that
 * changed what commands do, and not the layout of the state, has the identity here: leaving it out would say that there
 * is no way. Each old version is proven by data that a program of it wrote (test/upgrade).
 */
export const migrations: ReadonlyMap<number, (snapshot: Uint8Array) => Uint8Array> = new Map([
  [1, toVersion2],
]);
