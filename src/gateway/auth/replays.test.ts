import { expect, test } from "vitest";
import { SimulatedClock } from "../../host/simulatedClock.ts";
import { Replays } from "./replays.ts";

const answer = { status: 200, body: "{}", version: 7 };

test("the first answer stands for 60 s, under way or done", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const replays = new Replays(clock);
  const made = Promise.resolve(answer);
  expect(replays.find("key", "signature")).toBeUndefined();
  replays.keep("key", "signature", made);
  expect(replays.find("key", "signature")).toBe(made);
  expect(replays.find("other", "signature")).toBeUndefined();
  await clock.advance(59_999);
  expect(replays.find("key", "signature")).toBe(made);
  await clock.advance(1);
  expect(replays.find("key", "signature")).toBeUndefined();
});

test("what did not happen may happen", () => {
  const replays = new Replays(new SimulatedClock({ seed: 1 }));
  replays.keep("key", "signature", Promise.resolve(answer));
  replays.drop("signature");
  expect(replays.find("key", "signature")).toBeUndefined();
});

test("past its bound the oldest is forgotten", () => {
  const replays = new Replays(new SimulatedClock({ seed: 1 }));
  for (let i = 0; i <= 65_536; i++) replays.keep("key", String(i), Promise.resolve(answer));
  expect(replays.find("key", "0")).toBeUndefined();
  expect(replays.find("key", "1")).toBeDefined();
  expect(replays.find("key", "65536")).toBeDefined();
});
