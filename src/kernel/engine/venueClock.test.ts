import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { SLEW_RATE, TimeReversalError, VenueClock } from "./venueClock.ts";

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

test.each<[string, (clock: VenueClock) => void]>([
  ["a speed", (clock) => clock.run(2)],
  ["the wall clock", (clock) => clock.resumeWall()],
  ["a freeze", (clock) => clock.freeze()],
])("a free run that %s ends is told so while time still stands", async (_, change) => {
  const host = simulated();
  const clock = VenueClock.frozen(host, START);
  const ended: unknown[] = [];
  clock.runFreely(() => ended.push([clock.mode(), clock.now()]));
  await host.advance(100);
  change(clock);
  await host.advance(100);
  expect(ended).toEqual([[{ type: "max" }, START]]);
});

test("market time never goes back", async () => {
  const host = simulated();
  const clock = VenueClock.frozen(host, START + 5_000);
  expect(() => clock.resumeWall()).toThrow(TimeReversalError);
  expect(() => clock.moveTo(START)).toThrow(TimeReversalError);
  clock.run(1);
  expect(() => clock.moveTo(START + 10_000)).toThrow("freeze it first");
  expect(() => clock.run(0)).toThrow(RangeError);
});

test("ahead of the host's clock it goes on at a second a second, slewing back at the stated rate, and jumps are told", async () => {
  const host = simulated();
  let step = 0;
  const jumps: number[] = [];
  const clock = VenueClock.wall({ ...hostOf(host), wallMs: () => host.wallMs() + step }, (ms) =>
    jumps.push(ms),
  );
  await host.advance(500);
  expect([clock.now(), clock.aheadMs()]).toEqual([START + 500, 0]);
  step = -10_000; // the host's clock steps back
  expect([clock.now(), clock.aheadMs(), jumps]).toEqual([START + 500, 10_000, [-10_000]]);
  await host.advance(100_000);
  expect(clock.now()).toBe(START + 500 + 100_000 * (1 - SLEW_RATE));
  expect(clock.aheadMs()).toBe(10_000 - 100_000 * SLEW_RATE);
  let last = clock.now();
  for (let n = 0; n < 120; n++) {
    await host.advance(100_000);
    const now = clock.now();
    expect(now - last).toBeGreaterThanOrEqual(100_000 * (1 - SLEW_RATE) - 1);
    expect(now - last).toBeLessThanOrEqual(100_000);
    last = now;
  }
  expect(clock.aheadMs()).toBe(0); // they agree again
  expect(jumps).toEqual([-10_000]);

  step += 3_600_000; // ahead for a moment: followed, and gone on from
  expect(clock.now()).toBe(last + 3_600_000);
  step -= 3_600_000;
  await host.advance(1_000);
  expect(clock.now()).toBe(last + 3_600_000 + 999);
  expect(jumps).toEqual([-10_000, 3_600_000, -3_600_000]);
});

test("one that stands is ahead of the host by as much as it was moved on, and not while it is behind", async () => {
  const host = simulated();
  const clock = VenueClock.frozen(host, START);
  clock.moveTo(START + 5_000);
  expect(clock.aheadMs()).toBe(5_000);
  await host.advance(7_000);
  expect(clock.aheadMs()).toBe(0);
});

test("one that starts where a history ends, ahead of the host, runs on from there", async () => {
  const host = simulated();
  const clock = VenueClock.wall(host);
  clock.notBefore(START + 86_400_000);
  expect([clock.now(), clock.aheadMs()]).toEqual([START + 86_400_000, 86_400_000]);
  const heard: number[] = [];
  clock.alarm(START + 86_400_000 + 5_000, () => heard.push(clock.now()));
  await host.advance(4_000);
  expect(clock.now()).toBe(START + 86_400_000 + 3_996);
  expect(heard).toEqual([]);
  await host.advance(2_000);
  expect(heard[0]! - START - 86_400_000).toBeGreaterThanOrEqual(5_000);
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

test("a clock that follows another runs as that one does, and never goes back", () => {
  const host = new SimulatedClock({ seed: 1 });
  const clock = VenueClock.wall(host);
  const fired: number[] = [];
  const start = clock.now();
  clock.alarm(start + 500, () => fired.push(clock.now()));
  clock.follow({ mode: { type: "frozen" }, time: start + 100 });
  expect([clock.mode().type, clock.now()]).toEqual(["frozen", start + 100]);
  clock.follow({ mode: { type: "frozen" }, time: start + 50 });
  expect(clock.now()).toBe(start + 100);
  clock.follow({ mode: { type: "max" }, time: start + 600 }); // moved by somebody else: here it stands
  expect([clock.mode().type, clock.now(), fired]).toEqual(["frozen", start + 600, [start + 600]]);
  clock.follow({ mode: { type: "scaled", speed: 10 }, time: start + 700 });
  expect([clock.mode(), clock.now()]).toEqual([{ type: "scaled", speed: 10 }, start + 700]);
  clock.follow({ mode: { type: "wall" }, time: start });
  expect([clock.mode().type, clock.now()]).toEqual(["wall", start + 700]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, undefined, "5"])(
  "a clock that is moved to %j, or run at it, says so and stays as it is",
  (wrong) => {
    const clock = VenueClock.frozen(simulated(), 1_000);
    expect(() => clock.moveTo(wrong as number)).toThrow(
      `market time must be a whole number, 0 or more, got '${wrong}'`,
    );
    if (wrong !== 0.5)
      expect(() => clock.run(wrong as number)).toThrow(
        `a speed must be above 0 and at most 1000000, got '${wrong}'`,
      );
    expect(clock.state()).toEqual({ mode: { type: "frozen" }, time: 1_000 });
  },
);
