import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

const SET_UP = Symbol.for("outcry.quickEquality");

/**
 * What is equal in the strictest sense is equal in every other: Node.js sees that many times faster than a
 * matcher does, of snapshots above all. Said once a process, since files share one and testers add up.
 */
if (!Reflect.has(globalThis, SET_UP)) {
  Reflect.set(globalThis, SET_UP, true);
  expect.addEqualityTesters([(a: unknown, b: unknown) => (isDeepStrictEqual(a, b) ? true : undefined)]);
}
