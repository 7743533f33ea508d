import { expect, test } from "vitest";
import type { ThrottledError } from "../../src/interface/client/failure.ts";
import type { Lease } from "../../src/interface/client/throttle.ts";
import { Throttle } from "../../src/interface/client/throttle.ts";
import { ManualTiming, settled } from "./manualTiming.ts";

const WEIGHT = { rule: "weight", budget: { max: 10, windowMs: 1_000 } };
const PLACE = { rule: "place", budget: { max: 2, windowMs: 60_000 } };

function open(waitMaxMs = 100_000) {
  const timing = new ManualTiming();
  const throttle = new Throttle(timing, waitMaxMs);
  const went: string[] = [];
  const leases = new Map<string, Lease>();
  const failed = new Map<string, ThrottledError>();
  /** Asks for leave; `went` names it once it has it. */
  const ask = (name: string, claims: Parameters<Throttle["take"]>[0], signal?: AbortSignal): void => {
    throttle.take(claims, signal).then(
      (lease) => {
        went.push(name);
        leases.set(name, lease);
      },
      (error) => failed.set(name, error),
    );
  };
  return { timing, throttle, went, leases, failed, ask };
}

test("a cost is held until one window after the answer, not after the sending", async () => {
  const { timing, went, leases, ask } = open();
  ask("first", [{ ...WEIGHT, cost: 10 }]);
  await timing.pass(5_000); // a slow answer: the venue may have counted it a moment ago
  ask("second", [{ ...WEIGHT, cost: 1 }]);
  await settled();
  expect(went).toEqual(["first"]);
  leases.get("first")!.end();
  await timing.pass(999);
  expect(went).toEqual(["first"]);
  await timing.pass(1);
  expect(went).toEqual(["first", "second"]);
});

test("a large request is not starved by small ones behind it", async () => {
  const { timing, went, leases, ask } = open();
  ask("first", [{ ...WEIGHT, cost: 6 }]);
  ask("large", [{ ...WEIGHT, cost: 8 }]);
  ask("small", [{ ...WEIGHT, cost: 1 }]);
  await settled();
  expect(went).toEqual(["first"]);
  leases.get("first")!.end();
  await timing.pass(1_000);
  expect(went).toEqual(["first", "large", "small"]);
});

test("who waits for one rule does not hold up who needs another", async () => {
  const { timing, went, leases, ask } = open();
  const place = [
    { ...WEIGHT, cost: 1 },
    { ...PLACE, cost: 1 },
  ];
  for (const name of ["p1", "p2", "p3"]) ask(name, place);
  ask("cancel", [{ ...WEIGHT, cost: 1 }]);
  await settled();
  expect(went).toEqual(["p1", "p2", "cancel"]);
  for (const lease of leases.values()) lease.end();
  await timing.pass(60_000);
  expect(went).toEqual(["p1", "p2", "cancel", "p3"]);
});

test("a rule that the venue refused is closed as long as it says", async () => {
  const { timing, throttle, went, ask } = open();
  throttle.close("place", 3_000);
  ask("place", [{ ...PLACE, cost: 1 }]);
  ask("read", [{ ...WEIGHT, cost: 1 }]);
  await timing.pass(2_999);
  expect(went).toEqual(["read"]);
  await timing.pass(1);
  expect(went).toEqual(["read", "place"]);
});

test("no more than the budget in any window of any phase, whenever requests come and however long they travel", async () => {
  const { timing, throttle } = open(Number.MAX_SAFE_INTEGER);
  const arrivals: number[] = [];
  let seed = 7;
  const draw = (n: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  const requests = Array.from({ length: 300 }, async () => {
    const lease = await throttle.take([{ ...WEIGHT, cost: 1 }]);
    const arrives = draw(400);
    timing.after(arrives, () => arrivals.push(timing.monotonicMs()));
    timing.after(arrives + draw(400), () => lease.end());
  });
  await timing.pass(120_000);
  await Promise.all(requests);
  expect(arrivals.length).toBe(300);
  for (let i = WEIGHT.budget.max; i < arrivals.length; i++) {
    expect(arrivals[i]! - arrivals[i - WEIGHT.budget.max]!).toBeGreaterThanOrEqual(WEIGHT.budget.windowMs);
  }
});

test("whoever waits too long is refused by the name of the rule, and nobody waits behind it", async () => {
  const { timing, throttle, went, failed, ask } = open(500);
  throttle.close("weight", 10_000);
  ask("patient", [{ ...WEIGHT, cost: 1 }]);
  await timing.pass(500);
  expect(failed.get("patient")).toMatchObject({ name: "ThrottledError", rule: "weight" });
  expect(went).toEqual([]);
  ask("never", [{ ...WEIGHT, cost: 11 }]);
  await settled();
  expect(failed.get("never")?.rule).toBe("weight");
});

test("whoever gives up makes room, and leaves no timer behind", async () => {
  const { timing, went, failed, ask, leases } = open();
  const controller = new AbortController();
  ask("first", [{ ...WEIGHT, cost: 10 }]);
  ask("large", [{ ...WEIGHT, cost: 10 }], controller.signal);
  ask("small", [{ ...WEIGHT, cost: 1 }]);
  await settled();
  controller.abort(new Error("enough"));
  leases.get("first")!.end();
  await timing.pass(1_000);
  expect(went).toEqual(["first", "small"]);
  expect(failed.get("large")?.message).toBe("enough");
  expect(timing.pending).toBe(0);
});
