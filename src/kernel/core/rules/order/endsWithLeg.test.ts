import { expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_POSITION_CLOSED,
  CANCEL_REDUCE_ONLY,
  CLOSE_LONG,
  LONG,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  SHORT,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import type { UncheckedCommand } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";

/** Mark 60 000; a trader, and a maker on the other side of whatever it does. */
function market(positionMode = 0) {
  const venue = new Driver([btc], new State());
  const trader = venue.user("trader", 100_000);
  const maker = venue.user("maker", 1_000_000);
  venue.accept(setAccount(trader, { positionMode }));
  venue.index(60_000_000);
  const trigger = (said: object): UncheckedCommand => ({
    type: "placeTpSl",
    account: trader,
    contract: 0,
    leg: LONG,
    takeProfit: false,
    triggerPrice: 590_000,
    triggerSource: TRIGGER_ON_MARK,
    price: 0,
    size: 0,
    endsWithLeg: true,
    priceProtect: false,
    marginMode: 0,
    position: 0,
    requestHash: 0,
    clientId: "",
    ...said,
  });
  const trade = (action: number, size: number, price = 600_000) => {
    const back = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
    venue.order({ account: maker, action: back, price, size });
    return venue.order({ account: trader, action, price, size });
  };
  const place = (said: object = {}) => venue.accept(trigger(said)).id;
  const waiting = () =>
    venue.ask({ type: "orders", account: trader, contract: 0, which: "plan" }).map(({ order }) => order);
  return { venue, trader, maker, trigger, trade, place, waiting };
}

test("it takes what the leg has when its price comes, and one without the tie outlives the position", () => {
  const { venue, maker, trade, place, waiting } = market();
  trade(OPEN_LONG, 100);
  const stop = place();
  const plain = place({ endsWithLeg: false, triggerPrice: 580_000 });
  trade(OPEN_LONG, 50);
  venue.order({ account: maker, action: OPEN_LONG, price: 594_000, size: 1_000 });
  const { events } = venue.index(59_000_000);
  expect(eventsOf(events, "orderTriggered")).toMatchObject([{ order: stop, size: 150 }]);
  expect(waiting()).toEqual([plain]);
});

test("it ends with the position: at once, with the reason", () => {
  const { trade, place, waiting } = market();
  trade(OPEN_LONG, 100);
  const stop = place();
  trade(CLOSE_LONG, 40);
  expect(waiting()).toEqual([stop]);
  const { events } = trade(CLOSE_LONG, 60);
  expect(eventsOf(events, "orderEnded")).toContainEqual(
    expect.objectContaining({ order: stop, cancelReason: CANCEL_POSITION_CLOSED, endsWithLeg: true }),
  );
  expect(waiting()).toEqual([]);
});

test("of a one-way account it ends where the position changes sides; the one of the new side stays", () => {
  const { trade, place, waiting } = market(ONE_WAY);
  trade(OPEN_LONG, 100);
  const ofLong = place();
  const ofShort = place({ leg: SHORT, triggerPrice: 610_000 });
  const { events } = trade(NET_SELL, 150);
  expect(eventsOf(events, "orderEnded")).toContainEqual(
    expect.objectContaining({ order: ofLong, cancelReason: CANCEL_POSITION_CLOSED }),
  );
  expect(waiting()).toEqual([ofShort]);
});

test("one for each leg and direction, whatever price it watches; another may follow it", () => {
  const { venue, trader, trade, place, trigger } = market();
  trade(OPEN_LONG, 100);
  const stop = place();
  const again = trigger({ triggerPrice: 580_000, triggerSource: TRIGGER_ON_LAST });
  expect(venue.refuse(again)).toEqual({ type: "legTriggerLive", order: stop });
  place({ takeProfit: true, triggerPrice: 620_000 });
  place({ leg: SHORT, triggerPrice: 620_000 });
  venue.accept({ type: "cancelOrder", account: trader, order: stop, plansOnly: true, clientId: "" });
  venue.accept(again);
});

test("placed while flat it waits for a position; where there is none at its price it ends", () => {
  const { venue, trade, place, waiting } = market();
  const early = place();
  trade(OPEN_LONG, 10);
  expect(waiting()).toEqual([early]);
  trade(CLOSE_LONG, 10);
  expect(waiting()).toEqual([]);
  const alone = place();
  const { events } = venue.index(59_000_000);
  expect(eventsOf(events, "orderEnded")).toMatchObject([
    { order: alone, cancelReason: CANCEL_REDUCE_ONLY, triggeredTime: 0 },
  ]);
});

test("one that is bound to a separated position ends with it, and not before", () => {
  const { venue, trader, trade, place, waiting } = market();
  venue.mode(trader, SHARED, SEPARATED);
  trade(OPEN_LONG, 10);
  trade(OPEN_LONG, 20);
  const [first, second] = venue
    .ask({ type: "positions", account: trader, contract: 0 })
    .map(({ position }) => position)
    .sort((a, b) => a - b);
  const [ofFirst, ofSecond] = [place({ position: first }), place({ position: second })];
  expect(waiting()).toEqual([ofSecond, ofFirst]);
  trade(CLOSE_LONG, 10);
  expect(waiting()).toEqual([ofSecond]);
});

test("it has no size of its own, when placed or later; its trigger moves", () => {
  const { venue, trader, place, trigger } = market();
  expect(venue.refuse(trigger({ size: 5 }))).toMatchObject({ field: "size", rule: "notWhole" });
  const order = place();
  const amend = { type: "amendOrder", account: trader, order, price: 0, clientId: "" } as const;
  expect(venue.refuse({ ...amend, triggerPrice: 0, size: 5 })).toMatchObject({
    field: "size",
    rule: "notWhole",
  });
  venue.accept({ ...amend, triggerPrice: 585_000, size: 0 });
});
