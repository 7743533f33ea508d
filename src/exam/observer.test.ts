import { expect, test } from "vitest";
import { SimulatedClock } from "../../test/host/simulatedClock.ts";
import { watchedMs } from "./happening.ts";
import { ExamObserver } from "./observer.ts";

test("a bot that does not keep up when its examination ends is judged by what was enough to end it", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  let answer = () => {};
  observer.begin();
  const kept = observer.keepTime(() => new Promise((resolve) => (answer = resolve)));
  await clock.advance(1_100);
  const enough = observer.seen();
  expect(watchedMs(enough, 0)).toBe(100);

  await clock.advance(300); // until the one who waits for it goes on
  observer.stop(enough);
  answer();
  await kept;
  expect(observer.seen()).toEqual(enough);
});

test("what happens after the end is not seen", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  observer.add({ type: "triggered", order: "1" });
  observer.stop();
  const last = observer.seen();
  await clock.advance(100);
  observer.add({ type: "triggered", order: "2" });
  expect(observer.seen()).toEqual(last);
  expect(last.happenings).toEqual([{ type: "triggered", order: "1", atMs: 0 }]);
});
