import { expect, test } from "vitest";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { TimeReversalError, VenueClock } from "./venueClock.ts";

const START = 1_000_000;

function simulated(): SimulatedClock {
  return new SimulatedClock({ seed: 1, startMs: START });
}

test("the wall clock is followed, frozen, run faster and followed again", async () => {
  const host = simulated();
  const clock = VenueClock.wall(host);
  await host.advance(500);
  expect([clock.now(), clock.mode()]).toEqual([START + 500, { type: "wall" }]);
  clock.freeze();
  await host.advance(1_000);
  expect(clock.now()).toBe(START + 500);
  clock.run(2.5);
  await host.advance(400);
  expect([clock.now(), clock.mode()]).toEqual([START + 1_500, { type: "scaled", speed: 2.5 }]);
  clock.run(0.5);
  await host.advance(100);
  expect(clock.now()).toBe(START + 1_550);
  clock.resumeWall();
  expect(clock.now()).toBe(START + 2_000);
});

test("market time never goes back", async () => {
  const host = simulated();
  const clock = VenueClock.frozen(host, START + 5_000);
  expect(() => clock.resumeWall()).toThrow(TimeReversalError);
  expect(() => clock.moveTo(START)).toThrow(TimeReversalError);
  clock.run(1);
  expect(() => clock.moveTo(START + 10_000)).toThrow("freeze it first");
  expect(() => clock.run(0)).toThrow(RangeError);

  let wall = START;
  const jumpy = VenueClock.wall({ ...hostOf(host), wallMs: () => wall });
  expect(jumpy.now()).toBe(START);
  wall -= 1_000; // an operator set the host's clock back
  expect(jumpy.now()).toBe(START);
  jumpy.notBefore(START + 100);
  expect(jumpy.now()).toBe(START + 100);
  wall += 2_000;
  expect(jumpy.now()).toBe(START + 1_000);
});

test("an alarm goes off when market time reaches it, in every mode", async () => {
  const host = simulated();
  const clock = VenueClock.wall(host);
  const heard: string[] = [];
  const alarm = (name: string, time: number) => clock.alarm(time, () => heard.push(`${name} ${clock.now()}`));
  alarm("wall", START + 100);
  alarm("late", START - 5).clear();
  alarm("frozen", START + 5_000);
  alarm("scaled", START + 10_000);
  await host.advance(200);
  expect(heard).toEqual([`wall ${START + 100}`]);
  clock.freeze();
  await host.advance(50_000);
  expect(heard).toHaveLength(1);
  clock.moveTo(START + 6_000);
  expect(heard.at(-1)).toBe(`frozen ${START + 6_000}`);
  clock.run(100);
  await host.advance(40);
  expect(heard.at(-1)).toBe(`scaled ${START + 10_000}`);
  expect(heard).toHaveLength(3);
});

test("an alarm notices that the wall clock was set forward", async () => {
  const host = simulated();
  let ahead = 0;
  const clock = VenueClock.wall({ ...hostOf(host), wallMs: () => host.wallMs() + ahead });
  let isHeard = false;
  clock.alarm(START + 3_600_000, () => {
    isHeard = true;
  });
  ahead = 3_600_000;
  await host.advance(9_999);
  expect(isHeard).toBe(false);
  await host.advance(1);
  expect(isHeard).toBe(true);
});

test("a scaled clock waits at its limit", async () => {
  const host = simulated();
  const clock = VenueClock.frozen(host, START);
  let heard = 0;
  clock.limit(START + 50);
  clock.run(10);
  clock.alarm(START + 50, () => heard++);
  clock.alarm(START + 80, () => heard++);
  await host.advance(100);
  expect([clock.now(), heard]).toEqual([START + 50, 1]);
  clock.limit(START + 2_000);
  expect([clock.now(), heard]).toEqual([START + 1_000, 2]);
});

function hostOf(host: SimulatedClock) {
  return {
    monotonicMs: () => host.monotonicMs(),
    setTimer: (afterMs: number, fire: () => void) => host.setTimer(afterMs, fire),
  };
}

test("an alarm at the limit is not lost to a clock that moves while it is read", () => {
  for (let creep = 0.5; creep < 8; creep += 0.5) {
    let monotonic = 0;
    const timers: (() => void)[] = [];
    const clock = VenueClock.frozen(
      {
        wallMs: () => START,
        monotonicMs: () => (monotonic += creep),
        setTimer: (_afterMs, fire) => {
          timers.push(fire);
          return { clear: () => timers.splice(timers.indexOf(fire), 1) };
        },
      },
      START,
    );
    let heard = 0;
    clock.run(1);
    clock.limit(START + 20);
    clock.alarm(START + 20, () => heard++);
    for (let turn = 0; turn < 100 && heard === 0; turn++) timers.shift()?.();
    expect(heard, `a clock that creeps by ${creep}`).toBe(1);
  }
});
