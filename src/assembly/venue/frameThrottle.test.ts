import { afterEach, beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import type { Engine } from "../../kernel/engine/index.ts";
import { VenueClock } from "../../kernel/engine/index.ts";
import type { MarketViews } from "../../service/views/index.ts";
import { FrameThrottle } from "./frameThrottle.ts";

/** When market time is told so that those who watch see at once what the house does. */

const START = 1_767_225_600_000;
/** The house acts every so many ms. */
const ACT_MS = 7;

let host: SimulatedClock;
let clock: VenueClock;
let engine: { told: number[]; isWatched: boolean; isBusy: boolean };
let views: { looks: number; isListenedTo: boolean };
let throttle: FrameThrottle;

beforeEach(() => {
  host = new SimulatedClock({ seed: 2, startMs: START });
  clock = VenueClock.wall(host);
  engine = { told: [], isWatched: false, isBusy: false };
  views = { looks: 0, isListenedTo: false };
  let due = START + ACT_MS;
  const port = {
    get isWatched() {
      return engine.isWatched;
    },
    nextAct: () => due,
    submit: async ({ type }: { readonly type: string }) => {
      expect(type).toBe("advanceTime");
      if (engine.isBusy) throw new Error("the queue is full");
      const now = clock.now();
      engine.told.push(now - START);
      while (due <= now) due += ACT_MS;
    },
  };
  throttle = new FrameThrottle(port as unknown as Engine, views as unknown as MarketViews, clock);
});
afterEach(() => throttle.stop());

test("while nobody watches it tells nothing", async () => {
  await host.advance(10_000);
  expect(engine.told).toEqual([]);
});

test.each([
  ["follows a channel", () => (views.isListenedTo = true)],
  ["follows an account", () => (engine.isWatched = true)],
])("while somebody %s, whenever the house acts, 20 ms apart at least", async (_, begin) => {
  begin();
  await host.advance(1_000);
  const told = engine.told.filter((ms) => ms > 300);
  expect(told.length).toBeGreaterThan(25);
  const gaps = told.slice(1).map((ms, i) => ms - told[i]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(20 + 2 * ACT_MS);
});

test("who has looked is taken to watch for three seconds more", async () => {
  await host.advance(1_000);
  views.looks++;
  await host.advance(10_000);
  expect(engine.told.at(0)).toBeLessThan(1_500);
  expect(engine.told.at(-1)).toBeGreaterThan(3_900);
  expect(engine.told.at(-1)).toBeLessThan(4_600);
});

test("where the queue is full others tell the time, and it goes on when there is room", async () => {
  views.isListenedTo = true;
  engine.isBusy = true;
  await host.advance(1_000);
  expect(engine.told).toEqual([]);
  engine.isBusy = false;
  await host.advance(1_000);
  expect(engine.told.length).toBeGreaterThan(25);
});

test("stopped, it tells nothing any more", async () => {
  views.isListenedTo = true;
  await host.advance(500);
  const told = engine.told.length;
  expect(told).toBeGreaterThan(0);
  await throttle.stop();
  await host.advance(1_000);
  expect(engine.told).toHaveLength(told);
});
