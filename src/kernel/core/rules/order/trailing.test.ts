import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_PRICE_PROTECTED,
  CANCEL_REDUCE_ONLY,
  CLOSE_LONG,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";

/** Mark 60 000. */
function market() {
  const wide = { bandBuyRate: 30_000_000, bandSellRate: 30_000_000 };
  const venue = new Driver([{ ...btc, ...wide }], new State());
  const trader = venue.user("trader", 1_000_000);
  const maker = venue.user("maker", 10_000_000);
  venue.index(60_000_000);
  const command = (said: Partial<CommandOf<"placeTrailing">>) =>
    ({
      type: "placeTrailing",
      account: trader,
      contract: 0,
      action: OPEN_LONG,
      size: 10,
      callbackRate: 1_000_000,
      activationPrice: 0,
      triggerSource: TRIGGER_ON_MARK,
      priceProtect: false,
      marginMode: 0,
      requestHash: 0,
      clientId: "",
      ...said,
    }) as const;
  const place = (said: Partial<CommandOf<"placeTrailing">> = {}) => venue.accept(command(said)).id;
  /** The mark goes to a price in ticks. */
  const mark = (ticks: number) => venue.index(ticks * 100).events;
  const trigger = (order: number) =>
    venue.ask({ type: "order", account: trader, order, clientId: "" })?.triggerPrice;
  const fires = (events: ReturnType<typeof mark>) =>
    eventsOf(events, "orderTriggerQueued").map(({ order }) => order);
  const book = (side: number, price: number, size = 1_000) =>
    venue.order({ account: maker, action: side, price, size });
  return { venue, trader, maker, command, place, mark, trigger, fires, book };
}

describe("one that buys follows the lowest price", () => {
  test("and fires when the price has come back by its rate, rounded up to the tick", () => {
    const { place, mark, trigger, fires, book } = market();
    book(OPEN_SHORT, 600_000);
    const order = place();
    expect(trigger(order)).toBe(606_000);
    mark(590_001);
    expect(trigger(order)).toBe(595_902); // ⌈595 901.01⌉
    expect(fires(mark(595_901))).toEqual([]);
    expect(trigger(order)).toBe(595_902);
    const events = mark(595_902);
    expect(fires(events)).toEqual([order]);
    expect(eventsOf(events, "orderEnded")).toMatchObject([
      { order, callbackRate: 1_000_000, triggerPrice: 595_902, remaining: 0 },
    ]);
  });

  test("one that sells follows the highest, rounded down", () => {
    const { place, mark, trigger, fires, book } = market();
    book(OPEN_LONG, 590_000);
    const order = place({ action: OPEN_SHORT, callbackRate: 500_000 });
    mark(610_033);
    expect(trigger(order)).toBe(606_982); // ⌊606 982.835⌋
    expect(fires(mark(606_983))).toEqual([]);
    expect(fires(mark(606_982))).toEqual([order]);
  });

  test("parts of a tick of the mark count: 60 000.001 at 1 % is 60 600.1 in ticks of 0.1", () => {
    const { venue, place, trigger } = market();
    venue.index(60_000_001);
    expect(trigger(place())).toBe(606_001);
  });

  test("of the last price, only trades move it", () => {
    const { venue, trader, place, mark, trigger, book } = market();
    const order = place({ triggerSource: TRIGGER_ON_LAST, callbackRate: 10_000_000 });
    mark(500_000);
    expect(trigger(order)).toBe(550_000); // the mark stands for it until there is a trade
    book(OPEN_LONG, 520_000, 5);
    venue.order({ account: trader, action: OPEN_SHORT, price: 520_000, size: 5 });
    mark(480_000);
    expect(trigger(order)).toBe(550_000);
    book(OPEN_LONG, 490_000, 5);
    venue.order({ account: trader, action: OPEN_SHORT, price: 490_000, size: 5 });
    expect(trigger(order)).toBe(539_000);
  });
});

describe("activation", () => {
  test("one that buys is active once the price is at or below, and follows from there", () => {
    const { place, mark, trigger, fires } = market();
    const order = place({ activationPrice: 590_000 });
    expect(trigger(order)).toBe(590_000);
    expect(fires(mark(650_000))).toEqual([]);
    expect(eventsOf(mark(590_001), "orderActivated")).toEqual([]);
    expect(eventsOf(mark(585_000), "orderActivated")).toMatchObject([{ order, points: 58_500_000 }]);
    expect(trigger(order)).toBe(590_850);
    expect(fires(mark(590_850))).toEqual([order]);
  });

  test.each([
    [OPEN_LONG, 600_000],
    [OPEN_LONG, 610_000],
    [OPEN_SHORT, 600_000],
    [OPEN_SHORT, 590_000],
  ])("from the wrong side, or where the price is, it is refused: action %d at %d", (action, at) => {
    const { venue, command } = market();
    expect(venue.refuse(command({ action, activationPrice: at })).type).toBe("triggerAlreadyMet");
  });

  test.each([99_999, 10_000_001, 0])("and so is a rate of %d", (callbackRate) => {
    const { venue, command } = market();
    expect(venue.refuse(command({ callbackRate }))).toMatchObject({ field: "callbackRate" });
  });
});

test("each order has the extreme since it was placed; one that is passed is theirs together", () => {
  const { venue, trader, place, mark, trigger, fires } = market();
  const first = place({ callbackRate: 2_000_000 });
  mark(590_000);
  mark(597_000);
  const second = place({ callbackRate: 1_000_000 });
  expect([trigger(first), trigger(second)]).toEqual([601_800, 602_970]);
  mark(594_000);
  expect([trigger(first), trigger(second)]).toEqual([601_800, 599_940]);
  mark(580_000);
  expect([trigger(first), trigger(second)]).toEqual([591_600, 585_800]);
  venue.accept({ type: "cancelOrder", account: trader, order: second, plansOnly: true, clientId: "" });
  expect(fires(mark(591_600))).toEqual([first]);
});

test("what changes is one event a price, however many follow it, and none where no extreme is passed", () => {
  const { place, mark } = market();
  for (let n = 0; n < 50; n++) place({ callbackRate: 1_000_000 + n });
  expect(eventsOf(mark(590_000), "trailMoved")).toMatchObject([{ points: 59_000_000 }]);
  expect(eventsOf(mark(591_000), "trailMoved")).toEqual([]);
  expect(eventsOf(mark(589_000), "trailMoved")).toHaveLength(1);
});

test("a snapshot has the extremes: the copy fires where the original does", () => {
  const { venue, trader, place, mark } = market();
  const active = place();
  const waits = place({ activationPrice: 570_000 });
  place({ action: OPEN_SHORT, callbackRate: 10_000_000 });
  mark(580_000);
  const copy = new Driver([], undefined, Exchange.restore(venue.exchange.snapshot()));
  copy.time = venue.time;
  const seen = [585_799, 585_800, 570_000, 575_700].map((ticks) => {
    const [original, restored] = [venue.index(ticks * 100), copy.index(ticks * 100)];
    expect(restored.events).toEqual(original.events);
    return eventsOf(restored.events, "orderTriggerQueued").map(({ order }) => order);
  });
  expect(seen).toEqual([[], [active], [], [waits]]);
  expect(copy.exchange.snapshot()).toEqual(venue.exchange.snapshot());
  expect(venue.ask({ type: "orders", account: trader, contract: 0, which: "plan" })).toHaveLength(1);
});

test("held while its account may not trade, it keeps its extreme", () => {
  const { venue, trader, place, mark, trigger, fires } = market();
  const order = place();
  mark(590_000);
  venue.accept(setAccount(trader, { status: 2 }));
  expect(eventsOf(mark(595_900), "orderHeld")).toMatchObject([{ order, held: true }]);
  mark(594_000);
  venue.accept(setAccount(trader, { status: 0 }));
  expect(trigger(order)).toBe(595_900);
  expect(fires(mark(595_900))).toEqual([order]);
});

test("of a one-way account it is a side; a closing one with nothing to close ends with its reason", () => {
  const { venue, trader, maker, place, mark, book } = market();
  venue.accept(setAccount(trader, { positionMode: ONE_WAY }));
  book(OPEN_SHORT, 600_000, 10);
  venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 10 });
  book(OPEN_LONG, 590_000);
  const side = place({ action: NET_SELL, size: 10 });
  const close = place({ action: CLOSE_LONG, size: 10, callbackRate: 2_000_000 });
  const events = mark(594_000);
  expect(eventsOf(events, "traded")).toMatchObject([{ takerOrder: side, makerAccount: maker }]);
  expect(eventsOf(mark(588_000), "orderEnded")).toMatchObject([
    { order: close, cancelReason: CANCEL_REDUCE_ONLY, triggeredTime: 0, triggerPrice: 588_000 },
  ]);
});

test("its size may change, and nothing else", () => {
  const { venue, trader, place, trigger } = market();
  const order = place();
  const amend = { type: "amendOrder", account: trader, order, clientId: "" } as const;
  venue.accept({ ...amend, triggerPrice: 0, price: 0, size: 5 });
  expect(trigger(order)).toBe(606_000);
  expect(venue.refuse({ ...amend, triggerPrice: 620_000, price: 0, size: 0 })).toMatchObject({
    rule: "trails",
  });
  expect(venue.refuse({ ...amend, triggerPrice: 0, price: 620_000, size: 0 })).toMatchObject({
    rule: "trails",
  });
});

test("it may have price protection", () => {
  const { venue, trader, place, mark, book } = market();
  book(OPEN_LONG, 600_000, 5);
  venue.order({ account: trader, action: OPEN_SHORT, price: 600_000, size: 5 });
  const order = place({ priceProtect: true });
  mark(500_000);
  expect(eventsOf(mark(505_000), "orderEnded")).toMatchObject([
    { order, cancelReason: CANCEL_PRICE_PROTECTED },
  ]);
});
