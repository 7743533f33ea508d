import fc from "fast-check";
import { expect, test } from "vitest";
import { clocksOff } from "../../src/assembly/cluster/clocks.ts";
import { acceptClocks, storedClocks } from "../../src/assembly/cluster/index.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { Clock } from "../../src/kernel/host/clock.ts";
import { LEASE_MS, nodesOfTest } from "./nodes.ts";

/** Clocks that are wrong: that of a node, and that of the database. */

function bed() {
  const nodes = nodesOfTest();
  const said: Record<string, string[]> = {};
  const start = (name: string, hostClock: Clock = nodes.clock): Promise<Venue> => {
    const lines: string[] = [];
    said[name] = lines;
    const note = (_: object, text: string): void => void lines.push(text);
    return nodes.start(name, { clock: "wall", hostClock, log: { info: note, warn: note, error: note } });
  };
  return { nodes, said, start };
}

/** A clock that is ahead of another one. */
function ahead(clock: Clock, byMs: number): Clock {
  return {
    wallMs: () => clock.wallMs() + byMs,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (afterMs, fire) => clock.setTimer(afterMs, fire),
  };
}

test.each([700, -700, 36_000, -3_600_000])(
  "the database's clock is %d ms off: nodes start, one that dies is replaced, and the log names the database",
  async (offMs) => {
    const { nodes, said, start } = bed();
    nodes.store.offMs = offMs;
    await start("a");
    expect(said["a"]!.join()).toContain("no other node is heard that would tell which is wrong");
    const b = await start("b");
    const c = await start("c");
    await nodes.clock.advance(LEASE_MS);
    expect(said["b"]!.join()).toContain("the database's clock is ");
    expect(said["b"]!.join()).not.toContain("this machine's clock is ");
    expect(b.clock.now()).toBe(nodes.clock.wallMs()); // market time goes by the median
    const killedMs = nodes.clock.monotonicMs();
    nodes.cutOff("a");
    await nodes.until(() => [b, c].some(({ engine }) => engine.state === "running"));
    expect(nodes.clock.monotonicMs() - killedMs).toBeLessThan(1.25 * LEASE_MS);
  },
);

test("the database's clock jumps: nobody loses the lead by that, nor keeps it", async () => {
  const { nodes, start } = bed();
  const a = await start("a");
  const b = await start("b");
  for (const offMs of [6_000, -6_000, 3_600_000, -3_600_000, 0]) {
    nodes.store.offMs = offMs;
    await nodes.clock.advance(2 * LEASE_MS);
    expect([a.engine.state, b.engine.state]).toEqual(["running", "following"]);
  }
  nodes.store.offMs = -3_600_000;
  nodes.cutOff("a");
  await nodes.until(() => b.engine.state === "running");
});

test("a node whose clock is off does not lead where others can, unless an operator accepts it", async () => {
  const { nodes, said, start } = bed();
  await start("a");
  const off = await start("off", ahead(nodes.clock, 600));
  const right = await start("right");
  await nodes.clock.advance(LEASE_MS);
  expect(said["off"]!.join()).toContain("this machine's clock is 600 ms ahead of the median of 3 clocks");
  expect(off.clock.now()).toBe(nodes.clock.wallMs());
  nodes.cutOff("a");
  await nodes.until(() => right.engine.state === "running");
  expect(off.engine.state).toBe("following");
  nodes.reconnect("a");
  await nodes.clock.advance(3 * LEASE_MS);

  const log = await nodes.store.open("operator", 0);
  expect(await storedClocks(log)).toMatchObject({
    boundMs: 500,
    clocks: [{ clock: "the database", offMs: 0 }, { offMs: 0 }, { offMs: 600 }, { offMs: 0 }],
  });
  expect(await acceptClocks(log)).toMatchObject({ boundMs: 1_100 });
  await nodes.clock.advance(LEASE_MS);
  expect(said["off"]!.at(-1)).toBe("the clocks agree");
  // Where it alone is left it leads.
  nodes.cutOff("a");
  nodes.cutOff("right");
  await nodes.until(() => off.engine.state === "running");
});

test("where more than half of all clocks are within a distance of each other, none of them is off by more", () => {
  const ms = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(ms, { minLength: 3, maxLength: 9 }), fc.nat(500), (clocks, within) => {
      const off = clocksOff(clocks)!;
      for (const [i, at] of clocks.entries()) {
        const near = clocks.filter((other) => other >= at && other <= at + within);
        if (near.length * 2 <= clocks.length) continue;
        for (const each of near) expect(Math.abs(off[clocks.indexOf(each)]!)).toBeLessThanOrEqual(within);
        expect(Math.abs(off[i]!)).toBeLessThanOrEqual(within);
      }
    }),
  );
});
