import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { systemClock } from "./clock.ts";
import { SeededRng } from "./seededRng.ts";

describe("SimulatedClock", () => {
  test("stands still until moved, then fires what is due in order of time", async () => {
    const clock = new SimulatedClock({ seed: 1, startMs: 1000 });
    const fired: string[] = [];
    clock.setTimer(20, () => fired.push(`b ${clock.wallMs()}`));
    clock.setTimer(10, () => {
      fired.push(`a ${clock.wallMs()}`);
      clock.setTimer(5, () => fired.push(`a2 ${clock.wallMs()}`));
    });
    const cleared = clock.setTimer(12, () => fired.push("never"));
    cleared.clear();
    expect(clock.nextDueMs()).toBe(10);
    await clock.advance(19);
    expect(fired).toEqual(["a 1010", "a2 1015"]);
    expect(clock.monotonicMs()).toBe(19);
    await clock.advance(1);
    expect(fired).toEqual(["a 1010", "a2 1015", "b 1020"]);
    expect(await clock.step()).toBe(false);
  });

  test("timers of one instant fire in an order of the seed's, the same for the same seed", async () => {
    const order = async (seed: number): Promise<string> => {
      const clock = new SimulatedClock({ seed });
      let fired = "";
      for (const name of "abcdefgh") clock.setTimer(1, () => (fired += name));
      await clock.advance(1);
      return fired;
    };
    const orders = await Promise.all([1, 2, 3, 4].map(order));
    expect(new Set(orders).size).toBe(4);
    expect(await order(1)).toBe(orders[0]);
    expect([...orders[0]!].sort().join("")).toBe("abcdefgh");
  });

  test("a thousand timers fire in order", async () => {
    const clock = new SimulatedClock({ seed: 7 });
    const rng = new SeededRng(7);
    const fired: number[] = [];
    for (let i = 0; i < 1000; i++) clock.setTimer(rng.below(500), () => fired.push(clock.monotonicMs()));
    while (await clock.step());
    expect(fired).toEqual(fired.toSorted((a, b) => a - b));
    expect(fired.length).toBe(1000);
  });

  test("lets promises settle between timers", async () => {
    const clock = new SimulatedClock({ seed: 1 });
    const seen: number[] = [];
    const wait = (ms: number): Promise<void> => new Promise((resolve) => clock.setTimer(ms, resolve));
    const worker = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        await wait(10);
        seen.push(clock.monotonicMs());
      }
    };
    const done = worker();
    await clock.advance(100);
    await done;
    expect(seen).toEqual([10, 20, 30]);
  });
});

test("the system clock counts integers on the wall, never goes back, and forgets cleared timers", async () => {
  expect(Number.isInteger(systemClock.wallMs())).toBe(true);
  const before = systemClock.monotonicMs();
  const fired: string[] = [];
  systemClock.setTimer(0, () => fired.push("cleared")).clear();
  systemClock.setTimer(2 ** 33, () => fired.push("in three months")).clear();
  await new Promise<void>((resolve) => systemClock.setTimer(1, resolve));
  expect(systemClock.monotonicMs()).toBeGreaterThan(before); // Node.js may fire a fraction early
  expect(fired).toEqual([]);
});

test("seeded numbers repeat, differ between neighbouring seeds, and fill their range evenly", () => {
  const draw = (seed: number): number[] => {
    const rng = new SeededRng(seed);
    return Array.from({ length: 10_000 }, () => rng.below(10));
  };
  expect(draw(1)).toEqual(draw(1));
  const neighbour = draw(2);
  expect(draw(1).filter((value, index) => value === neighbour[index]).length).toBeLessThan(1200);
  const third = draw(3);
  for (let value = 0; value < 10; value++) {
    const count = third.filter((drawn) => drawn === value).length;
    expect(count).toBeGreaterThan(850);
    expect(count).toBeLessThan(1150);
  }
});
