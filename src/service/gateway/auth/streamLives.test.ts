import { beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { STREAM_LIFE_MS, StreamLives } from "./streamLives.ts";

let clock: SimulatedClock;
/** That of the node that leads, and that of one that follows it. */
let [leader, follower]: StreamLives[] = [];
beforeEach(() => {
  clock = new SimulatedClock({ seed: 1 });
  follower = new StreamLives(clock);
  leader = new StreamLives(clock, (told) => follower!.heard(told));
});
const passes = (ms: number) => clock.advance(ms);
const alive = (key: string) => [leader!.isAlive(key), follower!.isAlive(key)];

test("an hour after a start what nobody asked for lives no more", async () => {
  await passes(STREAM_LIFE_MS - 1);
  expect(alive("k")).toEqual([true, true]);
  await passes(1);
  expect(alive("k")).toEqual([false, false]);
});

test("each time that it is prolonged it lives for an hour, at every node, and its end is told once", async () => {
  let ends = 0;
  leader!.prolong("k");
  for (const lives of [leader!, follower!]) lives.watch("k", () => ends++);
  for (let i = 0; i < 3; i++) {
    await passes(STREAM_LIFE_MS - 1);
    leader!.prolong("k");
  }
  await passes(STREAM_LIFE_MS - 1);
  expect([alive("k"), ends]).toEqual([[true, true], 0]);
  await passes(1);
  expect([alive("k"), ends]).toEqual([[false, false], 2]);
  await passes(2 * STREAM_LIFE_MS);
  expect(ends).toBe(2);
});

test("one that is ended ends at every node at once; who stopped to watch hears nothing", async () => {
  let ends = 0;
  leader!.prolong("k");
  follower!.watch("k", () => ends++);
  follower!.watch("k", () => ends++)();
  leader!.end("k");
  expect([alive("k"), ends]).toEqual([[false, false], 1]);
  leader!.prolong("k");
  expect(alive("k")).toEqual([true, true]);
});

test("a node that comes later knows all that the one that leads does, and forgives nothing more", async () => {
  leader!.prolong("early");
  await passes(40 * MINUTE_MS);
  leader!.prolong("k");
  leader!.end("ended");
  const late = new StreamLives(clock);
  let ends = 0;
  late.watch("early", () => ends++);
  late.heard(JSON.parse(JSON.stringify(leader!.told())));
  expect(["k", "early", "ended", "unknown"].map((key) => late.isAlive(key))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  await passes(20 * MINUTE_MS);
  expect(["k", "early", "unknown"].map((key) => late.isAlive(key))).toEqual([true, false, false]);
  expect(ends).toBe(1);
  expect(leader!.told()).toEqual({ leftMs: { k: 40 * MINUTE_MS }, othersMs: 0 });
});
