import { describe, expect, test } from "vitest";
import { DRIVER_START, Driver, placeConditional, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { CANCEL_EXPIRED, IOC, OPEN_LONG, OPEN_SHORT, POST_ONLY } from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";

const DATE = DRIVER_START + 10_000;

function stage() {
  const venue = new Driver(undefined, new State());
  const [trader, maker] = [venue.user("trader", 10_000), venue.user("maker", 100_000)];
  venue.index(60_000_000);
  const order = { account: trader, action: OPEN_LONG, price: 599_000, size: 10, goodTill: DATE };
  const waiting = { account: trader, triggerPrice: 601_000, price: 598_000, size: 5 };
  const live = () => venue.ask({ type: "orders", account: trader, contract: 0, which: "all" });
  return { venue, trader, maker, order, waiting, live };
}

describe("an order that is good till a date", () => {
  test("ends at it, and is due then", () => {
    const { venue, order, live } = stage();
    venue.order({ ...order, timeInForce: POST_ONLY });
    expect(venue.exchange.nextDue()).toBeLessThanOrEqual(DATE);
    expect(live()).toMatchObject([{ goodTill: DATE }]);
    expect(venue.wait(9_999).of("orderEnded")).toEqual([]);
    const ended = { cancelReason: CANCEL_EXPIRED, remaining: 10, updatedTime: DATE };
    expect(venue.wait(1).of("orderEnded")).toMatchObject([ended]);
    expect(live()).toEqual([]);
  });

  test("ends before whatever the same moment would do to it: a fill, the end of a delay, a trigger", () => {
    const { venue, trader, maker, order, waiting } = stage();
    venue.order(order);
    venue.accept(setAccount(trader, { orderDelayMs: 10_000 }));
    venue.order({ ...order, price: 600_500, goodTill: DATE });
    venue.accept(placeConditional({ ...waiting, goodTill: DATE }));
    venue.time = DATE;
    const { events } = venue.accept(
      placeOrder({ account: maker, action: OPEN_SHORT, price: 599_000, size: 10 }),
    );
    const ended = events.filter(({ type }) => type === "orderEnded");
    expect(ended).toMatchObject(Array.from({ length: 3 }, () => ({ cancelReason: CANCEL_EXPIRED })));
    expect(events.some(({ type }) => type === "traded" || type === "orderTriggered")).toBe(false);
  });

  test("keeps its date through an amendment, a partial fill, a trigger and a snapshot", () => {
    const { venue, maker, order, waiting, live } = stage();
    const { id } = venue.order(order);
    venue.order({ account: maker, action: OPEN_SHORT, price: 599_000, size: 4 });
    venue.accept({ ...amendOf(order.account, id), price: 598_000 });
    venue.accept(placeConditional({ ...waiting, goodTill: DATE + 1 }));
    venue.index(60_110_000);
    expect(live()).toMatchObject([
      { state: 2, remaining: 5, goodTill: DATE + 1 },
      { remaining: 6, goodTill: DATE },
    ]);
    const restored = Exchange.restore(venue.exchange.snapshot());
    expect(restored.snapshot()).toEqual(venue.exchange.snapshot());
    restored.audit();
    expect(
      venue
        .wait(10_001)
        .of("orderEnded")
        .map(({ order: ended }) => ended),
    ).toHaveLength(2);
  });

  test("several at one date end in the order of their placement; one that ended before leaves no date behind", () => {
    const { venue, trader, order } = stage();
    const ids = [1, 2, 3, 4].map((lots) => venue.order({ ...order, size: lots }).id);
    venue.accept({ type: "cancelOrder", account: trader, order: ids[1]! });
    const ended = venue.wait(10_000).of("orderEnded");
    expect(ended.map((each) => each.order)).toEqual([ids[0], ids[2], ids[3]]);
  });

  test("its date lies ahead, and is only of an order that may rest", () => {
    const { venue, order } = stage();
    const refused = (other: Partial<CommandOf<"placeOrder">>) =>
      venue.refuse(placeOrder({ ...order, ...other }));
    const rule = (name: string) => ({ type: "invalidValue", field: "goodTill", rule: name });
    expect(refused({ goodTill: DRIVER_START })).toMatchObject({ ...rule("later"), limit: DRIVER_START });
    expect(refused({ goodTill: 0.5 })).toMatchObject(rule("whole"));
    expect(refused({ timeInForce: IOC })).toMatchObject(rule("lasting"));
    expect(refused({ market: true, price: 0 })).toMatchObject(rule("lasting"));
  });
});

function amendOf(account: number, order: number) {
  return { type: "amendOrder", account, order, clientId: "", triggerPrice: 0, price: 0, size: 0 } as const;
}
