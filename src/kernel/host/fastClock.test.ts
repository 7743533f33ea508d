import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { FastClock } from "./fastClock.ts";

test("runs like the other clock from its own date, then faster, without a jump", async () => {
  const host = new SimulatedClock({ seed: 1, startMs: 5_000 });
  const clock = new FastClock(host, 1_000_000);
  await host.advance(100);
  expect([clock.wallMs(), clock.monotonicMs()]).toEqual([1_000_100, 100]);
  clock.run(50);
  expect([clock.wallMs(), clock.monotonicMs()]).toEqual([1_000_100, 100]);
  await host.advance(10);
  expect([clock.wallMs(), clock.monotonicMs()]).toEqual([1_000_600, 600]);
  clock.run(2);
  await host.advance(10);
  expect(clock.wallMs()).toBe(1_000_620);
  expect(clock.speed).toBe(2);
});

test("timers go off at their time, those set before the pace changed as well; cleared ones never", async () => {
  const host = new SimulatedClock({ seed: 1 });
  const clock = new FastClock(host, 0);
  const fired: string[] = [];
  const set = (afterMs: number, name: string) =>
    clock.setTimer(afterMs, () => fired.push(`${name} ${host.monotonicMs()}`));
  set(1_000, "before");
  const cleared = set(500, "cleared");
  await host.advance(100);
  clock.run(100);
  set(2_000, "after");
  cleared.clear();
  await host.advance(8);
  expect(fired).toEqual([]);
  await host.advance(1);
  expect(fired).toEqual(["before 109"]);
  await host.advance(11);
  expect(fired).toEqual(["before 109", "after 120"]);
});
