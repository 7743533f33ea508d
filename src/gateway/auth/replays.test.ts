import { expect, test } from "vitest";
import { SimulatedClock } from "../../host/simulatedClock.ts";
import { Replays } from "./replays.ts";

const answer = { status: 200, body: "{}", version: 7 };

test("the first answer stands while the request can be fresh, under way or done", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const replays = new Replays(clock);
  const made = Promise.resolve(answer);
  expect(replays.find("key", 7)).toBeUndefined();
  await clock.advance(59_999);
  replays.keep("key", 7, made);
  expect(replays.find("key", 7)).toBe(made);
  expect(replays.find("other", 7)).toBeUndefined();
  await clock.advance(60_000);
  replays.keep("key", 8, made);
  expect(replays.find("key", 7)).toBe(made);
  await clock.advance(60_000);
  replays.keep("key", 9, made);
  expect(replays.find("key", 7)).toBeUndefined();
});

test("what did not happen may happen", () => {
  const replays = new Replays(new SimulatedClock({ seed: 1 }));
  replays.keep("key", 7, Promise.resolve(answer));
  replays.drop(7);
  expect(replays.find("key", 7)).toBeUndefined();
});

test("past its bound the oldest are forgotten", () => {
  const replays = new Replays(new SimulatedClock({ seed: 1 }));
  for (let i = 0; i <= 65_536; i++) replays.keep("key", i, Promise.resolve(answer));
  expect(replays.find("key", 0)).toBeUndefined();
  expect(replays.find("key", 32_768)).toBeDefined();
  expect(replays.find("key", 65_536)).toBeDefined();
});
