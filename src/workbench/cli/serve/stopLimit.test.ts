import { expect, onTestFinished, test, vi } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { exitOnceWritten, StopLimit } from "./stopLimit.ts";

function limited() {
  const clock = new SimulatedClock({ seed: 1 });
  const exits: (number | undefined)[] = [];
  const told: string[] = [];
  const target = { exit: (code?: number) => void exits.push(code) };
  return { clock, exits, told, limit: new StopLimit((text) => told.push(text), clock, target) };
}

test("a stop that does not come to its end is ended within a minute, and says that nothing is lost", async () => {
  const { clock, exits, told, limit } = limited();
  limit.begin();
  await clock.advance(54_000);
  limit.begin(); // a second signal gives no more time
  expect(exits).toEqual([]);
  await clock.advance(1_000);
  expect(exits).toEqual([1]);
  expect(told).toEqual([
    expect.stringMatching(/not stopped within 55 s.*everything acknowledged is on the disk/),
  ]);
});

test("one that does is left alone", async () => {
  const { clock, exits, told, limit } = limited();
  limit.begin();
  limit.end();
  await clock.advance(120_000);
  expect([exits, told]).toEqual([[], []]);
});

test("what is left open does not keep a process that is done, which says all that it wrote first", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let exits = 0;
  const out = { writableLength: 10 };
  exitOnceWritten({ exit: () => void exits++ }, [out]);
  vi.advanceTimersByTime(30_000);
  expect(exits).toBe(0);
  out.writableLength = 0;
  vi.advanceTimersByTime(10_000);
  expect(exits).toBe(1);
});
