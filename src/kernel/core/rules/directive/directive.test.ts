import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import {
  CANCEL_COULD_NOT_FILL,
  CANCEL_EXPIRED,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_NORMAL_ORDERS,
  CANCEL_PLAN_ORDERS,
  CANCEL_SELF_TRADE,
  CANCEL_USER,
  CLOSE_LONG,
  COMBINED,
  DIRECT_CANCEL,
  DIRECT_DELAY,
  DIRECT_FILL,
  DIRECT_FILL_DURING_CANCEL,
  DIRECT_LATE_PRESETS,
  DIRECT_LOSE_CANCEL,
  DIRECT_NEVER_FILL,
  DIRECT_REJECT,
  DIRECT_RELEASE,
  DIRECT_TRIGGER,
  FOK,
  IOC,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_DIRECTED,
  POST_ONLY,
  SEPARATED,
  STATE_CANCELED,
  STATE_CANCELING,
  STATE_FILLED,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import type { UncheckedCommand } from "../../data/messages/command.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import type { Event } from "../../data/messages/event.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";
import { writeSnapshot } from "../../exchange/snapshot.ts";

/**
 * One contract at mark 60 000, a bot, and somebody else. Every command is audited, folded, and at the end
 * restored.
 */
class Bench {
  readonly folded = new State();
  readonly venue = new Driver(undefined, this.folded);
  readonly bot = this.venue.user("bot", 1_000_000);
  readonly other = this.venue.user("other", 1_000_000);

  constructor() {
    this.venue.index(60_000_000);
  }

  direct(what: number, more: object = {}): number {
    return this.venue.accept(this.told(what, more)).id;
  }

  told(what: number, more: object = {}): UncheckedCommand {
    const isOfOrder = "order" in more || "clientId" in more;
    const blank = { contract: -1, action: 0, order: 0, lots: 0, price: 0, ms: 0, reason: 0, wireCode: 0 };
    const texts = { clientId: "", text: "" };
    return {
      type: "direct",
      ...{ ...blank, ...texts, account: this.bot, orders: isOfOrder ? 0 : 1, what, ...more },
    };
  }

  bid(more: object = {}) {
    return this.venue.order({ account: this.bot, action: OPEN_LONG, price: 599_000, size: 10, ...more });
  }

  /** The bot's orders that wait for their trigger. */
  waiting() {
    return this.venue.ask({ type: "orders", account: this.bot, contract: 0, which: "plan" });
  }

  /** State, lots left and why it ended, whether live or not. */
  order(id: number, events: readonly Event[] = []): object | undefined {
    const live = this.venue.ask({ type: "order", account: this.bot, order: id, clientId: "" });
    const seen = live ?? eventsOf(events, "orderEnded").find(({ order }) => order === id);
    if (seen === undefined) return undefined;
    const { state, remaining, cancelReason } = seen;
    return { state, left: remaining, ...(cancelReason !== 0 && { reason: cancelReason }) };
  }

  cancel(order: number) {
    return this.venue.execute({
      ...{ type: "cancelOrder", account: this.bot, order, clientId: "", plansOnly: false },
    });
  }

  /** What rests in the book on the side of buys. */
  get bids() {
    return this.venue.ask({ type: "depth", contract: 0, limit: 5 })!.bids.map(({ size }) => size);
  }

  get yetToFollow() {
    return this.venue.ask({ type: "directives" }).map(({ left, order }) => [left, order !== 0]);
  }

  /** The folded state is the executed one, and so is one restored from its snapshot, which goes on alike. */
  agrees(): void {
    const { exchange } = this.venue;
    const snapshot = exchange.snapshot();
    expect(Buffer.compare(writeSnapshot(this.folded), snapshot)).toBe(0);
    expect(Buffer.compare(Exchange.restore(snapshot).snapshot(), snapshot)).toBe(0);
    expect(Buffer.compare(Exchange.fromRows(exchange.rows()).snapshot(), snapshot)).toBe(0);
  }
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.agrees());

const open = (left: number) => ({ state: STATE_OPEN, left });

describe("on its way into the book", () => {
  test("a part is filled by the house at the order's price, and the rest meets nobody", () => {
    bench.direct(DIRECT_FILL, { lots: 4 });
    const { id, events } = bench.bid({ price: 600_100 });
    expect(bench.order(id)).toEqual(open(6));
    const [trade] = eventsOf(events, "traded");
    expect(trade).toMatchObject({
      price: 600_100,
      size: 4,
      origin: ORIGIN_DIRECTED,
      takerAccount: bench.bot,
    });
    expect(trade?.takerFee).toBe(1_440_240n); // of 24.004
    expect(bench.bids).toEqual([]);
    bench.venue.order({ account: bench.other, action: OPEN_SHORT, price: 595_000, size: 50 });
    expect(bench.order(id)).toEqual(open(6));
    expect(bench.yetToFollow).toEqual([]);
  });

  test.each([
    ["a limit order, all of it", {}, { state: STATE_FILLED, left: 0 }],
    ["at market, at the mark", { price: 0 }, { state: STATE_FILLED, left: 0 }],
    ["post-only, as maker", { timeInForce: POST_ONLY }, { state: STATE_FILLED, left: 0 }],
  ])("%s is filled", (_, order, ended) => {
    bench.direct(DIRECT_FILL);
    const { id, events } = bench.bid(order);
    expect(bench.order(id, events)).toEqual(ended);
    const [trade] = eventsOf(events, "traded");
    expect(trade?.price).toBe("price" in order ? 600_000 : 599_000);
    expect(trade?.makerAccount === bench.bot).toBe("timeInForce" in order);
  });

  test.each([
    ["immediate or cancel", { timeInForce: IOC }],
    ["fill or kill", { timeInForce: FOK }],
    ["at market", { price: 0 }],
  ])("what cannot rest ends: %s", (_, more) => {
    bench.venue.order({ account: bench.other, action: OPEN_SHORT, price: 599_000, size: 50 });
    bench.direct(DIRECT_NEVER_FILL);
    const { id, events } = bench.bid({ price: 600_000, ...more });
    expect(bench.order(id, events)).toEqual({
      state: STATE_CANCELED,
      left: 10,
      reason: CANCEL_COULD_NOT_FILL,
    });
  });

  test("an order that never fills is margined, listed, amended and canceled as any", () => {
    bench.venue.order({ account: bench.other, action: OPEN_SHORT, price: 599_000, size: 50 });
    bench.direct(DIRECT_NEVER_FILL);
    const { id } = bench.bid({ price: 600_000 });
    expect(bench.order(id)).toEqual(open(10));
    expect(bench.bids).toEqual([]);
    const frozen = () => bench.venue.ask({ type: "assets", account: bench.bot })!.frozen;
    expect(frozen()).toBeGreaterThan(0n);
    const amend = { type: "amendOrder", account: bench.bot, order: id } as const;
    bench.venue.accept({ ...amend, price: 600_500, size: 12 });
    bench.venue.accept({ ...amend, price: 0, size: 8 });
    expect(bench.order(id)).toEqual(open(8));
    bench.agrees();
    const { events } = bench.cancel(id);
    expect(bench.order(id, events)).toEqual({ state: STATE_CANCELED, left: 8, reason: CANCEL_USER });
    expect(frozen()).toBe(0n);
    expect(bench.yetToFollow).toEqual([]);
  });

  test("acceptance takes its time, and then it is matched as any", () => {
    bench.direct(DIRECT_DELAY, { ms: 20 });
    const { id } = bench.bid();
    expect(bench.order(id)).toEqual({ state: STATE_PENDING, left: 10 });
    expect(bench.venue.exchange.nextDue()).toBeLessThanOrEqual(bench.venue.time + 20);
    bench.venue.wait(19);
    expect(bench.order(id)).toEqual({ state: STATE_PENDING, left: 10 });
    bench.agrees();
    bench.venue.wait(1);
    expect(bench.order(id)).toEqual(open(10));
    expect(bench.bids).toEqual([10]);
  });

  test("it ends with a reason, after a part", () => {
    bench.direct(DIRECT_FILL, { lots: 3 });
    bench.direct(DIRECT_CANCEL, { reason: CANCEL_SELF_TRADE });
    const { id, events } = bench.bid();
    expect(bench.order(id, events)).toEqual({ state: STATE_CANCELED, left: 7, reason: CANCEL_SELF_TRADE });
  });

  test("it is rejected with a code and a text, and leaves no trace but that", () => {
    const directive = bench.direct(DIRECT_REJECT, { wireCode: -2010, text: "no" });
    const bid = { account: bench.bot, action: OPEN_LONG, price: 599_000, size: 10 };
    expect(bench.venue.refuse(placeOrder(bid))).toEqual({
      ...{ type: "directed", directive, wireCode: -2010, text: "no" },
    });
    expect(bench.order(bench.bid().id)).toEqual(open(10));
  });

  test("a price that is not inside the band fills nothing, and the order is set aside", () => {
    bench.direct(DIRECT_FILL);
    const { id, events } = bench.bid({ price: 500_000 });
    expect(bench.order(id)).toEqual(open(10));
    expect(eventsOf(events, "directiveDone")[0]?.unmet).toBe(26); // priceBelowBand, of the house
    expect(eventsOf(events, "accountOpened")).toEqual([]);
  });

  test("a fill takes no more than the account's margin carries", () => {
    const poor = bench.venue.user("poor", 60);
    bench.venue.leverage(poor, 10_000);
    const { id } = bench.venue.order({ account: poor, action: OPEN_LONG, price: 599_000, size: 900 });
    bench.venue.index(59_200_000);
    const { events } = bench.venue.accept(bench.told(DIRECT_FILL, { account: poor, order: id }));
    const [ended] = eventsOf(events, "orderEnded").filter((each) => each.order === id);
    expect(ended?.cancelReason).toBe(CANCEL_MARGIN_NOT_ENOUGH);
    expect(ended?.remaining).toBeGreaterThan(0);
    expect(ended?.remaining).toBeLessThan(900);
  });

  test("meant for some orders only: contract, action, client id, how many", () => {
    bench.direct(DIRECT_NEVER_FILL, { action: CLOSE_LONG });
    bench.direct(DIRECT_NEVER_FILL, { clientId: "mine" });
    bench.direct(DIRECT_NEVER_FILL, { clientId: "mine" });
    expect(bench.yetToFollow).toEqual([
      [1, false],
      [1, false],
    ]);
    bench.bid();
    expect(bench.bids).toEqual([10]);
    bench.bid({ clientId: "mine" });
    expect(bench.bids).toEqual([10]);
    bench.direct(DIRECT_NEVER_FILL, { orders: 2 });
    bench.bid();
    bench.bid();
    bench.bid();
    expect(bench.bids).toEqual([20]);
  });

  test("a refused order takes no directive, and one that is taken back concerns nobody", () => {
    const directive = bench.direct(DIRECT_NEVER_FILL);
    expect(
      bench.venue.refuse(placeOrder({ account: bench.bot, action: OPEN_LONG, price: 700_000, size: 10 }))
        .type,
    ).toBe("priceAboveBand");
    expect(bench.yetToFollow).toEqual([[1, false]]);
    bench.venue.accept({ type: "dropDirective", directive });
    expect(bench.venue.refuse({ type: "dropDirective", directive }).type).toBe("unknownDirective");
    bench.bid();
    expect(bench.bids).toEqual([10]);
  });
});

describe("a live order", () => {
  test("is filled now, as maker at its own price, and rests aside", () => {
    const { id } = bench.bid();
    const { events } = bench.venue.accept(bench.told(DIRECT_FILL, { order: id, lots: 4 }));
    expect(eventsOf(events, "traded")[0]).toMatchObject({ makerOrder: id, price: 599_000, size: 4 });
    expect(bench.order(id)).toEqual(open(6));
    expect(bench.bids).toEqual([]);
  });

  test("goes back into the book when it is released, and follows nothing more", () => {
    const { id } = bench.bid();
    bench.direct(DIRECT_NEVER_FILL, { order: id });
    bench.direct(DIRECT_LOSE_CANCEL, { order: id });
    expect(bench.bids).toEqual([]);
    bench.direct(DIRECT_RELEASE, { order: id });
    expect([bench.bids, bench.yetToFollow]).toEqual([[10], []]);
    expect(bench.venue.refuse(bench.told(DIRECT_RELEASE, { order: id })).type).toBe("directiveUnfit");
  });

  test("ends with any reason", () => {
    const { id } = bench.bid();
    const { events } = bench.venue.accept(bench.told(DIRECT_CANCEL, { order: id, reason: CANCEL_EXPIRED }));
    expect(bench.order(id, events)).toEqual({ state: STATE_CANCELED, left: 10, reason: CANCEL_EXPIRED });
  });

  test("loses the race of its cancel: it is filled, and the cancel finds nothing", () => {
    const { id } = bench.bid();
    bench.direct(DIRECT_LOSE_CANCEL, { order: id });
    const { events, rejection } = bench.cancel(id);
    expect(rejection?.type).toBe("orderNotFound");
    expect(bench.order(id, events)).toEqual({ state: STATE_FILLED, left: 0 });
  });

  test.each([
    ["a part, then it is canceled", 4, { state: STATE_CANCELED, left: 6, reason: CANCEL_USER }],
    ["all of it, though the cancel succeeded", 0, { state: STATE_FILLED, left: 0 }],
  ])("is filled during its cancel: %s", (_, lots, ended) => {
    bench.direct(DIRECT_FILL_DURING_CANCEL, { lots, ms: 50 });
    const { id } = bench.bid();
    expect(bench.bids).toEqual([10]);
    const { events, rejection } = bench.cancel(id);
    expect(rejection).toBeUndefined();
    if (lots === 0) expect(bench.order(id, events)).toEqual(ended);
    else {
      expect(bench.order(id)).toEqual({ state: STATE_CANCELING, left: 6 });
      expect(bench.cancel(id).rejection).toBeUndefined();
      bench.agrees();
      expect(bench.order(id, bench.venue.wait(50).events)).toEqual(ended);
    }
  });

  test("is not filled by a cancel that overtakes it on its way", () => {
    bench.direct(DIRECT_DELAY, { ms: 20 });
    bench.direct(DIRECT_FILL_DURING_CANCEL, { ms: 20 });
    bench.direct(DIRECT_LOSE_CANCEL);
    const { id } = bench.bid();
    expect(bench.cancel(id).rejection).toBeUndefined();
    expect(bench.order(id)).toEqual({ state: STATE_CANCELING, left: 10 });
    bench.agrees();
    const ended = { state: STATE_CANCELED, left: 10, reason: CANCEL_USER };
    expect(bench.order(id, bench.venue.wait(20).events)).toEqual(ended);
  });

  test("a cancel of what only waits does not concern it", () => {
    bench.direct(DIRECT_LOSE_CANCEL);
    const { id } = bench.bid();
    const cancel = { type: "cancelOrder", account: bench.bot, order: id, plansOnly: true } as const;
    expect(bench.venue.refuse(cancel).type).toBe("orderNotPlan");
    bench.venue.accept({ type: "cancelAll", account: bench.bot, contract: -1, which: CANCEL_PLAN_ORDERS });
    expect(bench.order(id)).toEqual(open(10));
  });

  test("is canceled as always where the price is not inside the band, and that is told", () => {
    bench.direct(DIRECT_LOSE_CANCEL);
    const { id } = bench.bid({ price: 580_000 });
    const { events, rejection } = bench.cancel(id);
    expect(rejection).toBeUndefined();
    expect(eventsOf(events, "directiveDone")[0]?.unmet).toBe(26);
    expect(bench.order(id, events)).toEqual({ state: STATE_CANCELED, left: 10, reason: CANCEL_USER });
  });

  test("is filled during a cancel of all", () => {
    bench.direct(DIRECT_FILL_DURING_CANCEL, { lots: 4, orders: 2 });
    const ids = [bench.bid().id, bench.bid().id];
    const all = { type: "cancelAll", account: bench.bot, contract: -1, which: CANCEL_NORMAL_ORDERS } as const;
    const { events } = bench.venue.accept(all);
    const ended = { state: STATE_CANCELED, left: 6, reason: CANCEL_USER };
    expect(ids.map((id) => bench.order(id, events))).toEqual([ended, ended]);
  });
});

describe("what waits", () => {
  const stop = (bench: Bench) =>
    bench.venue.accept({
      ...{
        type: "placePlan",
        ...NO_PRESETS,
        account: bench.bot,
        contract: 0,
        action: OPEN_LONG,
        market: false,
      },
      ...{ price: 600_000, size: 10, triggerPrice: 650_000, triggerSource: TRIGGER_ON_MARK, marginMode: 0 },
      ...{ position: 0, requestHash: 0, clientId: "" },
    }).id;

  test("triggers now, and then does as it was told", () => {
    const id = stop(bench);
    expect(bench.order(id)).toEqual({ state: STATE_UNTRIGGERED, left: 10 });
    bench.direct(DIRECT_FILL, { order: id, lots: 3 });
    bench.direct(DIRECT_TRIGGER, { order: id });
    expect(bench.order(id)).toEqual(open(7));
    expect(bench.venue.refuse(bench.told(DIRECT_TRIGGER, { order: id })).type).toBe("directiveUnfit");
    bench.direct(DIRECT_TRIGGER);
    expect(bench.order(stop(bench))).toEqual(open(10));
  });

  test.each([
    ["in one position", false],
    ["in positions of their own, isolated", true],
  ])("presets appear late, each the other's pair, though their order has ended: %s", (_, isApart) => {
    if (isApart) bench.venue.mode(bench.bot, ISOLATED, SEPARATED);
    bench.direct(DIRECT_LATE_PRESETS, { ms: 2_000 });
    bench.direct(DIRECT_FILL);
    bench.bid({ presetTakeProfit: 650_000, presetStopLoss: 550_000 });
    bench.venue.wait(1_999);
    expect(bench.waiting()).toEqual([]);
    expect(bench.venue.exchange.nextDue()).toBe(bench.venue.time + 1);
    bench.agrees();
    bench.venue.wait(1);
    const children = bench.waiting();
    expect(children.map(({ size }) => size)).toEqual([10, 10]);
    bench.agrees();
    bench.direct(DIRECT_FILL, { order: children[0]!.order });
    const { events } = bench.venue.accept(bench.told(DIRECT_TRIGGER, { order: children[0]!.order }));
    expect(
      eventsOf(events, "orderEnded")
        .map(({ state }) => state)
        .sort(),
    ).toEqual([
      STATE_FILLED,
      STATE_FILLED, // the house's
      STATE_CANCELED,
    ]);
  });

  test("late presets of an order that lives join the children that are there already", () => {
    const { id } = bench.bid({ presetTakeProfit: 650_000, presetStopLoss: 550_000 });
    bench.direct(DIRECT_FILL, { order: id, lots: 4 });
    bench.direct(DIRECT_LATE_PRESETS, { order: id, ms: 2_000 });
    bench.direct(DIRECT_FILL, { order: id, lots: 3 });
    bench.venue.wait(2_000);
    const plans = bench.waiting();
    expect(plans.map(({ size }) => size)).toEqual([7, 7]);
  });

  test.each([
    ["another position", COMBINED],
    ["one of another mode", SEPARATED],
  ])("presets that are late do not come to %s than that of their fill", (_, separatedMode) => {
    bench.direct(DIRECT_LATE_PRESETS, { ms: 2_000 });
    bench.direct(DIRECT_FILL, { orders: 3 });
    bench.bid({ presetTakeProfit: 650_000, presetStopLoss: 550_000 });
    bench.bid({ action: CLOSE_LONG });
    bench.venue.mode(bench.bot, ISOLATED, separatedMode);
    bench.bid();
    bench.venue.wait(2_000);
    expect(bench.venue.ask({ type: "positions", account: bench.bot, contract: undefined })).toHaveLength(1);
    expect(bench.waiting()).toEqual([]);
  });

  test("beside children that are there already they are a pair of their own", () => {
    const { id } = bench.bid({ presetTakeProfit: 650_000, presetStopLoss: 550_000 });
    bench.direct(DIRECT_FILL, { order: id, lots: 4 });
    bench.direct(DIRECT_LATE_PRESETS, { order: id, ms: 2_000 });
    bench.direct(DIRECT_FILL, { order: id });
    bench.venue.wait(2_000);
    const plans = bench.waiting();
    expect(plans.map(({ size }) => size)).toEqual([6, 6, 4, 4]);
    const [lateStop, lateTake, stop, take] = plans.map(({ order }) => order);
    bench.cancel(lateTake!);
    bench.bid(); // in the row of what was canceled
    bench.direct(DIRECT_FILL, { order: stop });
    const { events } = bench.venue.accept(bench.told(DIRECT_TRIGGER, { order: stop }));
    const ended = eventsOf(events, "orderEnded").map(({ order }) => order);
    expect(ended).toContain(take);
    expect(ended).not.toContain(lateStop);
    expect(bench.bids).toEqual([10]);
  });

  test("said again of a live order, a directive takes the place of the one before", () => {
    bench.direct(DIRECT_DELAY, { ms: 1_000 });
    const { id } = bench.bid();
    for (const lots of [2, 3, 5]) bench.direct(DIRECT_FILL, { order: id, lots });
    bench.direct(DIRECT_NEVER_FILL, { order: id });
    expect(bench.yetToFollow).toHaveLength(2);
    bench.venue.wait(1_000);
    expect(bench.order(id)).toEqual(open(5));
    expect(bench.yetToFollow).toHaveLength(1);
  });

  test("later fills add to the presets that are late; after that they grow as usual", () => {
    bench.direct(DIRECT_LATE_PRESETS, { ms: 2_000 });
    const { id } = bench.bid({ presetStopLoss: 550_000 });
    const fill = (lots: number) => bench.direct(DIRECT_FILL, { order: id, lots });
    const sizes = () => bench.waiting().map(({ size }) => size);
    fill(2);
    bench.venue.wait(1_000);
    fill(3);
    expect(sizes()).toEqual([]);
    bench.venue.wait(1_000);
    expect(sizes()).toEqual([5]);
    fill(1);
    expect(sizes()).toEqual([6]);
  });
});

test.each([
  ["no such account", { account: 999 }, "unknownAccount"],
  ["the insurance fund", { account: 3 }, "unknownAccount"],
  ["no such contract", { contract: 7 }, "unknownContract"],
  ["no such order", { order: 5 }, "orderNotFound"],
  ["orders named twice", { orders: 1, clientId: "a" }, "invalidValue"],
  ["orders not named", { orders: 0 }, "invalidValue"],
  ["nothing of that kind", { what: 11 }, "invalidValue"],
  ["released before it is placed", { what: DIRECT_RELEASE }, "invalidValue"],
  ["a delay of no time", { what: DIRECT_DELAY }, "invalidValue"],
  ["a delay of more than a day", { what: DIRECT_DELAY, ms: 86_400_001 }, "invalidValue"],
  ["a cancel for no reason", { what: DIRECT_CANCEL }, "invalidValue"],
  ["half a lot", { lots: 0.5 }, "invalidValue"],
])("refused: %s", (_, more, type) => {
  const before = bench.venue.exchange.snapshot().length;
  expect(bench.venue.refuse(bench.told(DIRECT_FILL, more)).type).toBe(type);
  expect(bench.venue.exchange.snapshot().length).toBe(before);
});
