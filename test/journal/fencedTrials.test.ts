import { describe, expect, test } from "vitest";
import {
  damage,
  everyDifference,
  history,
  lostCalls,
  lostData,
  nothing,
  otherFrameInDoubt,
} from "./fencedTrials.ts";

const SEEDS = process.env.OUTCRY_LONG === undefined ? 100 : 20_000;

describe("a log that several nodes share", () => {
  test(`keeps what it acknowledged, once and in order, over ${SEEDS} histories of lost and late calls`, async () => {
    const reached = nothing();
    for (let seed = 1; seed <= SEEDS; seed++) {
      await history(seed, reached).catch((cause: unknown) => {
        throw new Error(`seed ${seed}: ${String(cause)}`, { cause });
      });
    }
    if (process.env.OUTCRY_LONG !== undefined) console.info(reached);
    expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([]);
  });

  test("has an append once whose call or answer was lost", lostCalls);
  test("does not take another's frame for its own in doubt", otherFrameInDoubt);
  test("stops when what it saw durable is missing or differs", lostData);
  test("serves nothing that is damaged", damage);
  test("serves nothing that differs in any byte or frame from what it saw", everyDifference);
});
