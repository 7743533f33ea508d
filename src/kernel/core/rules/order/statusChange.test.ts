import { describe, expect, it } from "vitest";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_ADMIN,
  CLOSE_LONG,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_TRADING,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  STATE_UNTRIGGERED,
  STATUS_FROZEN,
  STATUS_NORMAL,
  STATUS_RESTRICTED,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";

/**
 * A trader, on paper or not, is long 5 and has a bid, an offer that closes, a plan that opens and a
 * stop-loss.
 */
function stage(onPaper = false) {
  const venue = new Driver();
  const user = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.index(60_000_000);
  const trader = onPaper
    ? venue.accept({ type: "openPaper", account: user, amount: 10_000_000_000_000n }).id
    : user;
  const order = (account: number, action: number, price: number, size: number) =>
    venue.order({ account, action, price, size }).id;
  order(maker, OPEN_SHORT, 600_000, 5);
  order(trader, OPEN_LONG, 600_000, 5);
  const shared = { account: trader, contract: 0, triggerSource: TRIGGER_ON_MARK, price: 0, marginMode: 0 };
  const rest = { requestHash: 0, clientId: "" };
  const bid = order(trader, OPEN_LONG, 599_000, 3);
  const offer = order(trader, CLOSE_LONG, 604_000, 1);
  const plan = venue.accept({
    type: "placePlan",
    ...NO_PRESETS,
    position: 0,
    ...shared,
    ...rest,
    action: OPEN_LONG,
    market: true,
    size: 3,
    triggerPrice: 598_000,
  }).id;
  const stopLoss = { leg: LONG, takeProfit: false, size: 0, triggerPrice: 597_000, position: 0 };
  const plain = { endsWithLeg: false, priceProtect: false };
  const stop = venue.accept({ type: "placeTpSl", ...shared, ...rest, ...stopLoss, ...plain }).id;
  const status = (value: number) => venue.accept(setAccount(user, { status: value }));
  const live = () =>
    venue.ask({ type: "orders", account: trader, contract: 0, which: "all" }).map((each) => each.order);
  const size = () => venue.ask({ type: "positions", account: trader, contract: 0 })[0]?.size ?? 0;
  return { venue, trader, maker, order, bid, offer, plan, stop, status, live, size };
}

describe.each([
  ["really", false],
  ["on paper", true],
])("what a status forbids does not happen, %s", (_, onPaper) => {
  it("restricted: what would open ends or waits, what closes goes on", () => {
    const { venue, trader, maker, order, bid, offer, plan, stop, status, live, size } = stage(onPaper);
    const { events } = status(STATUS_RESTRICTED);
    expect(eventsOf(events, "orderEnded")).toMatchObject([{ order: bid, cancelReason: CANCEL_ADMIN }]);
    order(maker, OPEN_SHORT, 599_000, 3);
    order(maker, OPEN_LONG, 596_500, 9);
    expect(size()).toBe(5);
    venue.index(59_800_000); // the plan is met
    expect(live()).toContain(plan);
    expect(size()).toBe(5);
    expect(venue.refuse(placeOrder({ account: trader, action: OPEN_LONG, price: 599_000, size: 1 }))).toEqual(
      { type: "accountFrozen", status: STATUS_RESTRICTED, account: trader },
    );
    order(trader, CLOSE_LONG, 603_000, 1);
    venue.accept({ type: "cancelOrder", account: trader, order: offer });
    venue.index(59_700_000); // the stop-loss is met
    expect(live()).not.toContain(stop);
    expect(size()).toBe(0);
  });

  it("restricted: closePositions closes", () => {
    const { venue, trader, maker, order, status, size } = stage(onPaper);
    order(maker, OPEN_LONG, 596_500, 9);
    status(STATUS_RESTRICTED);
    const command = { type: "closePositions", contract: 0, position: 0, cancelAttached: false } as const;
    venue.accept({ ...command, account: trader });
    expect(size()).toBe(0);
  });

  it("frozen: nothing rests, nothing fires; what was met goes by the price of when it may again", () => {
    const { venue, maker, order, bid, offer, plan, stop, status, live, size } = stage(onPaper);
    const { events } = status(STATUS_FROZEN);
    expect(eventsOf(events, "orderEnded").map((each) => each.order)).toEqual([bid, offer]);
    order(maker, OPEN_LONG, 596_500, 9);
    venue.index(59_700_000);
    expect(live()).toEqual([plan, stop].toSorted((a, b) => b - a));
    expect(size()).toBe(5);
    venue.index(59_750_000); // the stop-loss is not met any more
    order(maker, OPEN_SHORT, 598_000, 3);
    status(STATUS_NORMAL);
    expect(live()).toEqual([stop]);
    expect(size()).toBe(8);
    venue.index(59_700_000);
    expect(size()).toBe(0);
  });
});

describe("cancel-only", () => {
  it("lets close and cancel, and holds what is met until it trades again", () => {
    const { venue, trader, maker, order, bid, plan, stop, live, size } = stage();
    order(maker, OPEN_LONG, 596_500, 9);
    venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
    venue.refuse(placeOrder({ account: trader, action: OPEN_LONG, price: 599_000, size: 1 }));
    venue.index(59_700_000);
    expect(live()).toEqual(expect.arrayContaining([plan, stop]));
    expect(venue.ask({ type: "order", account: trader, order: stop, clientId: "" })).toMatchObject({
      state: STATE_UNTRIGGERED,
    });
    venue.accept({ type: "cancelOrder", account: trader, order: bid });
    venue.order({ account: trader, action: CLOSE_LONG, price: 596_500, size: 1 });
    expect(size()).toBe(4);
    venue.accept({ type: "cancelOrder", account: trader, order: plan, plansOnly: true, clientId: "" });
    venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_TRADING });
    expect(size()).toBe(0);
    expect(live()).toEqual([]);
  });

  it("what is held is listed, changed and cancelled like any that waits", () => {
    const { venue, trader, maker, order, stop, size } = stage();
    order(maker, OPEN_LONG, 596_500, 9);
    venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
    venue.index(59_700_000);
    const change = { triggerPrice: 596_000, triggerSource: TRIGGER_ON_MARK, price: 0 };
    venue.accept({ type: "modifyTpSl", account: trader, order: stop, ...change });
    venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_TRADING });
    expect(size()).toBe(5);
    venue.index(59_600_000);
    expect(size()).toBe(0);
  });
});
