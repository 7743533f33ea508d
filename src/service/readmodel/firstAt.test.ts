import * as fc from "fast-check";
import { expect, test } from "vitest";
import { firstAt } from "./firstAt.ts";

/** The place in time, and how many places were looked at. */
function find(times: readonly number[] | Float64Array, time: number) {
  let looks = 0;
  const place = firstAt(time, 0, times.length, (at) => {
    looks++;
    expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBeLessThan(times.length);
    return times[at]!;
  });
  return { place, looks };
}

/** Steps of time between one place and the next: none, small, or a night. */
const pause = fc.oneof(fc.constant(0), fc.nat(5), fc.nat(1_000), fc.nat(100_000_000));

test("finds what looking at every place finds, in few looks", async () => {
  await fc.assert(
    fc.property(
      fc.array(pause, { maxLength: 300 }),
      fc.double({ min: -0.1, max: 1.1, noNaN: true }),
      (pauses, share) => {
        let now = 1_767_225_600_000;
        const times = pauses.map((each) => (now += each));
        const time = Math.round(1_767_225_600_000 + (now - 1_767_225_600_000) * share);
        const { place, looks } = find(times, time);
        const plain = times.findIndex((each) => each >= time);
        expect(place).toBe(plain < 0 ? times.length : plain);
        expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(Math.max(times.length, 2))) + 5);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("an even flow of a million takes about ten looks", () => {
  const times = Float64Array.from(
    { length: 1_000_000 },
    (_, i) => 1_767_225_600_000 + i * 100 + ((i * 7_919) % 83),
  );
  for (let share = 1; share < 50; share++) {
    const time = 1_767_225_600_000 + share * 2_000_033;
    const { place, looks } = find(times, time);
    expect(times[place]).toBeGreaterThanOrEqual(time);
    expect(times[place - 1]).toBeLessThan(time);
    expect(looks).toBeLessThanOrEqual(12);
  }
});

test("is the end where none is as late, and the beginning where all are", () => {
  expect(find([], 5).place).toBe(0);
  expect(find([4], 5).place).toBe(1);
  expect(find([5], 5).place).toBe(0);
  expect(find([5, 5, 5, 9], 5).place).toBe(0);
  expect(find([5, 5, 5, 9], 6).place).toBe(3);
  expect(find([5, 5, 5, 9], 10).place).toBe(4);
});
