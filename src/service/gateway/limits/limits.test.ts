import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../../test/host/simulatedClock.ts";
import { fapi, WireError } from "../../../interface/wire/index.ts";
import { fapiVersion, v2Version, v3Version } from "../apiVersion.ts";
import type { KnownAccount } from "../auth/accounts.ts";
import type { Operation } from "../operation.ts";
import { MemoryCounters } from "./counters.ts";
import { Limits } from "./limits.ts";
import type { LimitProfile } from "./profile.ts";
import { limitProfiles } from "./profile.ts";

function open(profile: LimitProfile) {
  const clock = new SimulatedClock({ seed: 1 });
  const warnings: object[] = [];
  const log = { info() {}, error() {}, warn: (fields: object) => warnings.push(fields) };
  return { clock, warnings, limits: new Limits({ profile, counters: new MemoryCounters(), clock, log }) };
}

const api = v2Version;
const place = {
  api,
  path: "/place",
  weight: { ip: 2, uid: 5 },
  orders: { family: "place" },
} as Operation;
const cancel = {
  api,
  path: "/cancel",
  weight: { ip: 2, uid: 3 },
  orders: { family: "cancel" },
} as Operation;

function account(id: number, orderRateLimitPerMinute = 0): KnownAccount {
  return { account: id, orderRateLimitPerMinute } as KnownAccount;
}

function times(attempt: () => void): number {
  for (let taken = 0; ; taken++) {
    try {
      attempt();
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
      return taken;
    }
  }
}

describe("limits", () => {
  test("IP weight: 1000 in 10 s for each address, whole again after the window", async () => {
    const { limits, clock } = open(limitProfiles.seed);
    expect(times(() => limits.takeIpWeight(place, "203.0.113.1"))).toBe(500);
    expect(times(() => limits.takeIpWeight(place, "203.0.113.2"))).toBe(500);
    await clock.advance(9_999);
    expect(times(() => limits.takeIpWeight(place, "203.0.113.1"))).toBe(0);
    await clock.advance(1);
    expect(times(() => limits.takeIpWeight(place, "203.0.113.1"))).toBe(500);
  });

  test("UID weight: 1000 in 10 s for each account", () => {
    const { limits } = open(limitProfiles.published);
    expect(times(() => limits.takeUidWeight(place, account(4)))).toBe(200);
    expect(times(() => limits.takeUidWeight(cancel, account(5)))).toBe(333);
  });

  test("what a limit on orders refuses can be given back, and never more than was used", async () => {
    const { limits, clock } = open(limitProfiles.published);
    const four = account(4);
    limits.takeUidWeight(place, four);
    limits.takeUidWeight(place, four);
    expect(limits.returnUidWeight(place, four)).toMatchObject({ used: 5 });
    expect(times(() => limits.takeUidWeight(place, four))).toBe(199);
    await clock.advance(10_000);
    expect(limits.returnUidWeight(place, four)).toMatchObject({ used: 0 });
    expect(times(() => limits.takeUidWeight(place, four))).toBe(200);
  });

  test("what is used of one version's budgets is not used of the other's", () => {
    const ten = { max: 10, windowMs: 60_000 };
    const budgets = { ipWeight: ten, uidWeight: ten, perOperation: undefined, placements: ten, cancels: ten };
    const { limits } = open({ ...limitProfiles.off, name: "alike", ...budgets, v3: budgets });
    for (const version of [v2Version, v3Version]) {
      const [placing, canceling] = [place, cancel].map((operation) => ({ ...operation, api: version }));
      expect(times(() => limits.takeIpWeight(placing!, "203.0.113.1"))).toBe(5);
      expect(times(() => limits.takeUidWeight(placing!, account(4)))).toBe(2);
      expect(times(() => limits.takeOrders(placing!, account(4), 2))).toBe(5);
      expect(times(() => limits.takeOrders(canceling!, account(4), 5))).toBe(2);
    }
  });

  test("the fapi dialect: weights by address, orders in two windows, a ban for who goes on", async () => {
    const { limits, clock } = open(limitProfiles.seed);
    const operation = { ...place, api: fapiVersion, weight: { ip: 20, uid: 0 } };
    expect(times(() => limits.takeIpWeight(operation, "203.0.113.1"))).toBe(120);
    const refused = () => {
      try {
        limits.takeIpWeight(operation, "203.0.113.1");
      } catch (error) {
        return [fapi.statusOf(error as WireError), fapi.codeOf(error as WireError)];
      }
      return [];
    };
    const statuses = Array.from({ length: 60 }, () => refused().join());
    expect(new Set(statuses.slice(0, 40))).toEqual(new Set(["429,-1003"]));
    expect(statuses.at(-1)).toBe("418,-1003");
    await clock.advance(60_000);
    expect(limits.takeIpWeight(operation, "203.0.113.1", 5)).toMatchObject({ used: 5, max: 2_400 });

    const usage = limits.takeOrders(operation, account(4), 1);
    expect(
      fapiVersion.usageHeaders!({ weight: { used: 5, max: 2_400, windowMs: 60_000 }, ...usage }),
    ).toEqual([...["x-mbx-used-weight-1m", "5", "x-mbx-order-count-10s", "1", "x-mbx-order-count-1m", "1"]]);
    expect(times(() => limits.takeOrders(operation, account(4), 1))).toBe(299);
    const batch = { ...operation, orders: { ...place.orders!, burst: 5 } };
    expect(limits.takeOrders(batch, account(5), 3)).toMatchObject({
      burst: { used: 5 },
      orders: { used: 1 },
    });
    try {
      limits.takeOrders(operation, account(4), 1);
    } catch (error) {
      expect([fapi.statusOf(error as WireError), fapi.codeOf(error as WireError)]).toEqual([429, -1015]);
    }
    await clock.advance(10_000);
    expect(limits.takeOrders(operation, account(4), 1)).toMatchObject({
      burst: { used: 1 },
      orders: { used: 301 },
    });
  });

  test("a request that one limit refuses takes nothing of the others: the refusal tells the longest wait", () => {
    const { limits } = open({
      ...limitProfiles.seed,
      burst: { max: 1_000, windowMs: 10_000 },
      placements: { max: 5, windowMs: 60_000 },
    });
    expect(times(() => limits.takeOrders(place, account(4), 1))).toBe(5);
    for (let i = 0; i < 40; i++)
      expect(() => limits.takeOrders(place, account(4), 1)).toThrow("orders to place 5 of 5 in 60 s");
    const own = account(5, 2);
    expect(times(() => limits.takeOrders(place, own, 1))).toBe(2);
    for (let i = 0; i < 40; i++)
      expect(() => limits.takeOrders(place, own, 1)).toThrow("createOrderRateLimitPerMinute 2 of 2");
    expect(limits.takeOrders(place, account(5), 1)).toMatchObject({
      burst: { used: 3 },
      orders: { used: 3 },
    });
  });

  test("an endless caller is logged once a window", async () => {
    const { limits, clock, warnings } = open(limitProfiles.seed);
    for (let window = 1; window <= 2; window++) {
      times(() => limits.takeIpWeight(place, "203.0.113.1"));
      for (let i = 0; i < 100; i++) times(() => limits.takeIpWeight(place, "203.0.113.1"));
      expect(warnings).toHaveLength(window);
      await clock.advance(10_000);
    }
  });

  test("10 requests a second for each operation, 50 orders a minute for each family", async () => {
    const { limits, clock } = open(limitProfiles.seed);
    for (let second = 0; second < 5; second++) {
      expect(times(() => limits.takeOrders(place, account(4), 1))).toBe(10);
      expect(times(() => limits.takeOrders(cancel, account(4), 1))).toBe(10);
      await clock.advance(1_000);
    }
    expect(times(() => limits.takeOrders(place, account(4), 1))).toBe(0);
    expect(times(() => limits.takeOrders(cancel, account(4), 1))).toBe(0);
    expect(times(() => limits.takeOrders(place, account(5), 20))).toBe(2);
  });

  test("published has no limit a minute, off none at all", async () => {
    const { limits, clock } = open(limitProfiles.published);
    for (let second = 0; second < 10; second++) {
      expect(times(() => limits.takeOrders(place, account(4), 1))).toBe(10);
      await clock.advance(1_000);
    }
    limits.use(limitProfiles.off);
    for (let i = 0; i < 2_000; i++) limits.takeOrders(place, account(4), 1);
  });

  test("a batch counts as five orders at least, and as those it has against the account's own limit", () => {
    const ten = { max: 10, windowMs: 60_000 };
    const budgets = {
      ipWeight: undefined,
      uidWeight: undefined,
      perOperation: undefined,
      placements: ten,
      cancels: ten,
    };
    const { limits } = open({ ...limitProfiles.off, name: "counted", v3: budgets });
    const batch = { ...place, api: v3Version, orders: { ...place.orders!, least: 5 } };
    expect(times(() => limits.takeOrders(batch, account(4), 1))).toBe(2);
    expect(times(() => limits.takeOrders(batch, account(5), 10))).toBe(1);
    limits.use(limitProfiles.off);
    expect(times(() => limits.takeOrders(batch, account(6, 3), 1))).toBe(3);
    expect(times(() => limits.takeOrders(batch, account(7, 10), 4))).toBe(2);
  });

  test("an account's own limit holds under every profile, until it is exempt", () => {
    const { limits } = open(limitProfiles.off);
    expect(times(() => limits.takeOrders(place, account(4, 3), 1))).toBe(3);
    limits.exempt({ account: 4, name: "blue" }, true);
    for (let i = 0; i < 10; i++) limits.takeOrders(place, account(4, 3), 1);
    limits.exempt({ account: 4, name: "blue" }, false);
    expect(times(() => limits.takeOrders(place, account(4, 3), 1))).toBe(0);
  });

  test("who is exempt stays so in another market, under the number that the account has there", () => {
    const { limits } = open(limitProfiles.off);
    limits.exempt({ account: 4, name: "blue" }, true);
    limits.exempt({ account: 5, name: "red" }, true);
    limits.turnTo([
      { account: 4, name: "green" },
      { account: 6, name: "blue" },
    ]);
    expect(limits.exempted).toEqual([6]);
    expect(times(() => limits.takeOrders(place, account(4, 3), 1))).toBe(3);
    for (let i = 0; i < 10; i++) limits.takeOrders(place, account(6, 3), 1);
  });

  test("connections: 300 in 5 minutes, this machine exempt", () => {
    const { limits } = open(limitProfiles.seed);
    for (let i = 0; i < 300; i++) expect(limits.takeConnection("203.0.113.1")).toBe(true);
    expect(limits.takeConnection("203.0.113.1")).toBe(false);
    for (let i = 0; i < 301; i++) expect(limits.takeConnection("127.0.0.1")).toBe(true);
  });

  test("the refusal says what, how much and until when, and keeps the words that clients search for", async () => {
    const { limits, clock, warnings } = open(limitProfiles.seed);
    times(() => limits.takeUidWeight(place, account(4)));
    await clock.advance(2_500);
    try {
      limits.takeUidWeight(place, account(4));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        kind: "rateLimited",
        retryAfterSeconds: 8,
        message: "Too many requests: Rate limit exceeded: UID weight 1000 of 1000 in 10 s, resets in 8 s",
      });
    }
    expect(warnings.at(-1)).toMatchObject({
      rule: "UID weight",
      subject: 4,
      used: 1_000,
      max: 1_000,
      resetInSeconds: 10, // when it was refused first
    });
  });
});

describe("spot", () => {
  const spotPlace = { path: "/spot/place", orders: { family: "place", market: "spot" } } as Operation;
  const spotCancel = { path: "/spot/cancel", orders: { family: "cancel", market: "spot" } } as Operation;

  test("place 100 a minute; cancel 80 in 10 s and 200 a minute; apart from futures", async () => {
    const { limits, clock } = open(limitProfiles.seed);
    expect(times(() => limits.takeOrders(spotPlace, account(1), 1))).toBe(100);
    expect(times(() => limits.takeOrders(spotCancel, account(1), 1))).toBe(80);
    expect(times(() => limits.takeOrders(place, account(1), 1))).toBe(10);
    await clock.advance(10_000);
    expect(times(() => limits.takeOrders(spotCancel, account(1), 1))).toBe(80);
    await clock.advance(10_000);
    expect(times(() => limits.takeOrders(spotCancel, account(1), 1))).toBe(40);
  });
});
