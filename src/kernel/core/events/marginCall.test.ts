import { describe, expect, test } from "vitest";
import { btc, eth } from "../../../../test/core/contracts.ts";
import { Driver, money, setLeverage } from "../../../../test/core/driver.ts";
import { setAccount } from "../../../../test/core/settings.ts";
import {
  CLOSE_LONG,
  COMBINED,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
} from "../data/codes.ts";
import { State } from "../data/state/state.ts";
import { Exchange } from "../exchange/exchange.ts";

/**
 * Long 1 BTC at 60 000 with 6 000, called for at 50 %: at a mark of m the requirement is 0.0056 m − 50, the
 * equity m − 54 036.
 */
function stage(percent = 50) {
  const venue = new Driver(undefined, new State());
  const [trader, maker] = [venue.user("trader", 6_000), venue.user("maker", 1_000_000)];
  venue.accept(setAccount(trader, { marginCallPercent: percent }));
  venue.index(60_000_000);
  venue.trade(trader, maker, 600_000, 10_000);
  const calls = (points: number) => venue.index(points).of("marginCalled");
  return { venue, trader, maker, calls };
}

describe("margin is called for", () => {
  test("once, at the first mark at which the requirement is so much of equity, and again after it was less", () => {
    const { calls } = stage();
    // 0.0056 m − 50 = 0.5 (m − 54 036) at m = 54 546.92…
    expect(calls(54_547_000)).toEqual([]);
    expect(calls(54_546_000)).toMatchObject([
      { position: 0, called: true, equity: money("510"), requirement: money("255.4576") },
    ]);
    expect([calls(54_400_000), calls(54_500_000), calls(54_546_900)].flat()).toEqual([]);
    expect(calls(54_547_000)).toMatchObject([{ called: false }]);
    expect(calls(54_546_000)).toMatchObject([{ called: true }]);
  });

  test("not again after a replay, or from a snapshot", () => {
    const { venue, calls } = stage();
    calls(54_546_000);
    const restored = Exchange.restore(venue.exchange.snapshot());
    venue.exchange = restored;
    venue.folded = undefined;
    expect(calls(54_530_000)).toEqual([]);
    expect(calls(54_547_000)).toMatchObject([{ called: false }]);
  });

  test("no longer after a deposit, or once nothing is held", () => {
    const { venue, trader, maker, calls } = stage();
    calls(54_500_000);
    const paid = {
      movement: MOVE_DEPOSIT,
      from: EXTERNAL_ACCOUNT,
      to: trader,
      amount: money("1000"),
    } as const;
    expect(venue.accept({ type: "moveMoney", ...paid }).of("marginCalled")).toMatchObject([
      { called: false },
    ]);
    expect(calls(53_500_000)).toMatchObject([{ called: true }]);
    venue.order({ account: maker, action: OPEN_LONG, price: 535_000, size: 10_000 });
    const closed = venue.order({ account: trader, action: CLOSE_LONG, price: 535_000, size: 10_000 });
    expect(closed.of("marginCalled")).toMatchObject([{ called: false, requirement: 0n }]);
  });

  test("at the fill that makes it so, however much slack a breach would leave", () => {
    const tiers = [{ boundUnits: 50_000_000, maintenanceRate: 400_000, leverageMax: 20_000 }];
    const venue = new Driver([{ ...btc, tiers }], new State());
    const [trader, maker] = [venue.user("trader", 6_000), venue.user("maker", 1_000_000)];
    venue.accept(setAccount(trader, { marginCallPercent: 10 }));
    venue.leverage(trader, 20_000);
    venue.index(60_000_000);
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 22_000 });
    const buy = { account: trader, action: OPEN_LONG, price: 600_000, size: 11_000 };
    expect(venue.order(buy).of("marginCalled")).toEqual([]);
    // 0.46 % of 132 000, and 10 % of 6 000 less the fees
    const call = { called: true, requirement: money("607.2"), equity: money("5920.8") };
    expect(venue.order(buy).of("marginCalled")).toMatchObject([call]);
  });

  test("of accounts that ask for it alone; a setting taken back ends a call", () => {
    const { venue, trader, calls } = stage(0);
    expect(calls(54_500_000)).toEqual([]);
    const set = (marginCallPercent: number) =>
      venue.accept(setAccount(trader, { marginCallPercent })).of("marginCalled");
    expect(set(50)).toMatchObject([{ called: true }]);
    expect(set(99)).toMatchObject([{ called: false }]);
    expect(venue.refuse(setAccount(trader, { marginCallPercent: 100 }))).toMatchObject({
      ...{ type: "invalidValue", field: "marginCallPercent", rule: "atMost", limit: 99 },
    });
  });

  test("of several at once by position, whichever contract was used first", () => {
    const venue = new Driver([btc, eth], new State());
    const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
    for (const contract of [0, 1]) {
      venue.index(60_000_000, contract);
      venue.mode(trader, ISOLATED, COMBINED, contract);
    }
    for (const contract of [1, 0]) {
      venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100, contract });
      venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 100, contract });
    }
    const held = venue.ask({ type: "positions", account: trader, contract: undefined });
    expect(held.map(({ contract }) => contract)).toEqual([1, 0]);
    const set = venue.accept({ type: "setMarginCall", account: trader, marginCallPercent: 1 });
    expect(set.of("marginCalled").map(({ position }) => position)).toEqual(
      held.map(({ position }) => position),
    );
  });

  test("of an isolated position by its own entry, and the observer has it with its positions", () => {
    const venue = new Driver(undefined, new State());
    const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
    venue.accept(setAccount(trader, { marginCallPercent: 80 }));
    venue.mode(trader, ISOLATED);
    venue.accept(setLeverage({ account: trader, contract: 0, marginMode: ISOLATED, long: 2_000 }));
    venue.index(60_000_000);
    venue.exchange.observe(trader, true);
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 10_000 });
    const { position } = venue
      .order({ account: trader, action: OPEN_LONG, price: 600_000, size: 10_000 })
      .of("positionOpened")
      .find((each) => each.account === trader)!;
    venue.exchange.takeUpdates();
    expect(venue.index(57_240_000).of("marginCalled")).toMatchObject([{ position, called: true }]);
    const updates = venue.exchange.takeUpdates();
    expect(updates).toMatchObject([
      { cause: "other", orders: [], entries: [], marginCalls: [{ position, positions: [{ position }] }] },
    ]);
  });
});
