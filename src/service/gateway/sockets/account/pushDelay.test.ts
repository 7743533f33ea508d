import { expect, test } from "vitest";
import type { AccountUpdate } from "../../../../kernel/core/index.ts";
import { PushDelay } from "./pushDelay.ts";

/** A clock by hand, and a delay on it that notes what arrives when. */
function delayed() {
  const alarms = new Set<{ time: number; fire: () => void }>();
  const arrived: string[] = [];
  let time = 0;
  const delay = new PushDelay({
    now: () => time,
    alarm: (at, fire) => {
      const alarm = { time: at, fire };
      alarms.add(alarm);
      return { clear: () => alarms.delete(alarm) };
    },
    deliver: ({ version }) => arrived.push(`${version}@${time}`),
  });
  return {
    delay,
    arrived,
    alarms,
    take: (version: number, pushDelayMs: number) =>
      delay.take({ version, pushDelayMs, time } as AccountUpdate),
    moveTo(to: number): void {
      for (; time <= to; time++) {
        for (const alarm of alarms) {
          if (alarm.time > time) continue;
          alarms.delete(alarm);
          alarm.fire();
        }
      }
      time = to;
    },
  };
}

test("an update arrives when its time is over; without a delay, and nothing before it, at once", () => {
  const { take, moveTo, arrived } = delayed();
  take(1, 0);
  expect(arrived).toEqual(["1@0"]);
  take(2, 5);
  moveTo(4);
  expect(arrived).toEqual(["1@0"]);
  moveTo(9);
  expect(arrived).toEqual(["1@0", "2@5"]);
});

test("none overtakes the one before it, also one without a delay", () => {
  const { take, moveTo, arrived } = delayed();
  take(1, 10);
  moveTo(2);
  take(2, 1);
  take(3, 0);
  moveTo(4);
  take(4, 8);
  moveTo(30);
  expect(arrived).toEqual(["1@10", "2@10", "3@10", "4@12"]);
});

test("time that has passed already delays nothing", () => {
  const { delay, moveTo, arrived } = delayed();
  moveTo(50);
  delay.take({ version: 1, pushDelayMs: 20, time: 10 } as AccountUpdate);
  expect(arrived).toEqual(["1@50"]);
});

test("what is on its way is bounded; closed, nothing arrives", () => {
  const { take, moveTo, arrived, delay, alarms } = delayed();
  for (let i = 0; i < 10_002; i++) take(i, 5);
  expect(arrived).toEqual(["0@0", "1@0"]);
  delay.close();
  expect(alarms.size).toBe(0);
  moveTo(10);
  expect(arrived).toHaveLength(2);
});
