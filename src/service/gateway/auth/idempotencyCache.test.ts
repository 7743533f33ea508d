import { expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { IdempotencyCache } from "./idempotencyCache.ts";

const answer = { status: 200, body: "{}", version: 7 };

test("the first answer stands while the request can be fresh, under way or done", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const repeats = new IdempotencyCache(clock);
  const made = Promise.resolve(answer);
  expect(repeats.find("key", 7)).toBeUndefined();
  await clock.advance(59_999);
  repeats.keep("key", 7, made);
  expect(repeats.find("key", 7)).toBe(made);
  expect(repeats.find("other", 7)).toBeUndefined();
  await clock.advance(60_000);
  repeats.keep("key", 8, made);
  expect(repeats.find("key", 7)).toBe(made);
  await clock.advance(60_000);
  repeats.keep("key", 9, made);
  expect(repeats.find("key", 7)).toBeUndefined();
});

test("what did not happen may happen", () => {
  const repeats = new IdempotencyCache(new SimulatedClock({ seed: 1 }));
  repeats.keep("key", 7, Promise.resolve(answer));
  repeats.drop(7);
  expect(repeats.find("key", 7)).toBeUndefined();
});

test("past its bound the oldest are forgotten", () => {
  const repeats = new IdempotencyCache(new SimulatedClock({ seed: 1 }));
  for (let i = 0; i <= 65_536; i++) repeats.keep("key", i, Promise.resolve(answer));
  expect(repeats.find("key", 0)).toBeUndefined();
  expect(repeats.find("key", 32_768)).toBeDefined();
  expect(repeats.find("key", 65_536)).toBeDefined();
});
