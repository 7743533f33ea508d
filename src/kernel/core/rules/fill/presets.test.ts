import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, placeOrder } from "../../../../../test/core/driver.ts";
import {
  CANCEL_COULD_NOT_FILL,
  CANCEL_NORMAL_ORDERS,
  CANCEL_OCO,
  CLOSE_LONG,
  FOK,
  IOC,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  OPEN_LONG,
  OPEN_SHORT,
  PRESETS_ON_MARK,
  SELL,
  STOP_LOSS_ON_MARK,
  TAKE_PROFIT_ON_MARK,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { DEFAULT_RISK_RULE } from "../../data/model/riskRules.ts";
import { Exchange } from "../../exchange/exchange.ts";

/** A long of 100 from 60 000.0 with its presets 300.0 to either side; a bid and an offer 310.0 away. */
function guarded(presetsOnMark: number, exchange?: Exchange) {
  const venue = new Driver([btc], undefined, exchange);
  const trader = venue.user("trader", 100_000);
  const [maker, third] = [venue.user("maker", 1_000_000), venue.user("third", 100_000)];
  venue.index(60_000_000);
  venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100 });
  const presets = { presetTakeProfit: 603_000, presetStopLoss: 597_000, presetsOnMark };
  venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 100, ...presets });
  venue.order({ account: maker, action: OPEN_SHORT, price: 603_100, size: 500 });
  venue.order({ account: maker, action: OPEN_LONG, price: 596_900, size: 500 });
  /** The mark goes there, the last price does not. */
  const mark = (points: number) => venue.index(points);
  /** The last price goes there, the mark does not. */
  const last = (price: number) => {
    venue.trade(third, maker, price, 1);
  };
  const waiting = () => venue.ask({ type: "orders", account: trader, contract: undefined, which: "plan" });
  const held = () =>
    venue.ask({ type: "positions", account: trader, contract: 0 }).reduce((sum, { size }) => sum + size, 0);
  return { venue, trader, maker, mark, last, waiting, held };
}

describe("presets", () => {
  test.each([
    [0, TRIGGER_ON_LAST, TRIGGER_ON_LAST],
    [TAKE_PROFIT_ON_MARK, TRIGGER_ON_MARK, TRIGGER_ON_LAST],
    [STOP_LOSS_ON_MARK, TRIGGER_ON_LAST, TRIGGER_ON_MARK],
    [PRESETS_ON_MARK, TRIGGER_ON_MARK, TRIGGER_ON_MARK],
  ])("with %i on the mark watch %i and %i", (presetsOnMark, takeProfit, stopLoss) => {
    const { waiting } = guarded(presetsOnMark);
    expect(Object.fromEntries(waiting().map(({ kind, triggerSource }) => [kind, triggerSource]))).toEqual({
      [KIND_PRESET_TAKE_PROFIT]: takeProfit,
      [KIND_PRESET_STOP_LOSS]: stopLoss,
    });
  });

  test("are orders that have none themselves", () => {
    const { waiting } = guarded(PRESETS_ON_MARK);
    expect(waiting().map(({ presetsOnMark }) => presetsOnMark)).toEqual([0, 0]);
  });

  test.each([
    ["take-profit", 60_300_000, 603_000],
    ["stop-loss", 59_700_000, 597_000],
  ])("a %s fires at the price that it watches, not at the other", (_, points, price) => {
    const byLast = guarded(0);
    byLast.mark(points);
    expect([byLast.waiting().length, byLast.held()]).toEqual([2, 100]);
    byLast.last(price);
    expect([byLast.waiting().length, byLast.held()]).toEqual([0, 0]);

    const byMark = guarded(PRESETS_ON_MARK);
    byMark.last(price);
    expect([byMark.waiting().length, byMark.held()]).toEqual([2, 100]);
    byMark.mark(points);
    expect([byMark.waiting().length, byMark.held()]).toEqual([0, 0]);
  });

  test("what further fills make watches the same", () => {
    const { venue, trader, maker, waiting } = guarded(0);
    const presets = { presetStopLoss: 599_000, presetsOnMark: STOP_LOSS_ON_MARK };
    venue.order({ account: trader, action: OPEN_LONG, price: 600_500, size: 10, ...presets });
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_500, size: 4 });
    const child = () => waiting().find(({ triggerPrice }) => triggerPrice === 599_000);
    expect(child()).toMatchObject({ size: 4, triggerSource: TRIGGER_ON_MARK });
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_500, size: 6 });
    expect(child()).toMatchObject({ size: 10, triggerSource: TRIGGER_ON_MARK });
  });

  test("one that its client cancels leaves nothing behind", () => {
    const { venue, trader, maker, waiting } = guarded(0);
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_500, size: 4 });
    const presets = { presetTakeProfit: 604_000, presetStopLoss: 598_000, presetsOnMark: PRESETS_ON_MARK };
    const parent = { account: trader, action: OPEN_LONG, price: 600_500, size: 10, ...presets };
    const { id } = venue.order(parent);
    const order = waiting().find(({ triggerPrice }) => triggerPrice === 598_000)!.order;
    venue.accept({ type: "cancelOrder", account: trader, order, plansOnly: true, clientId: "" });
    expect(venue.ask({ type: "order", account: trader, order: id, clientId: "" })).toMatchObject({
      ...{ presetTakeProfit: 604_000, presetStopLoss: 0, presetsOnMark: TAKE_PROFIT_ON_MARK },
    });
  });

  test("survive a snapshot, what they watch with them", () => {
    const { venue, trader } = guarded(0);
    const presets = { presetTakeProfit: 611_000, presetsOnMark: TAKE_PROFIT_ON_MARK };
    const { id } = venue.order({ account: trader, action: OPEN_LONG, price: 599_000, size: 10, ...presets });
    const restored = Exchange.restore(venue.exchange.snapshot());
    const query = { type: "order" as const, account: trader, order: id, clientId: "" };
    expect(restored.answer(query)).toMatchObject(presets);
    expect(restored.answer(query)).toEqual(venue.ask(query));
  });

  test.each([-1, 4, 1.5, TAKE_PROFIT_ON_MARK, PRESETS_ON_MARK])(
    "%s are none of those there are",
    (presetsOnMark) => {
      const { venue, trader } = guarded(0);
      const presets = { presetStopLoss: 598_000, presetsOnMark };
      const order = { account: trader, action: OPEN_LONG, price: 599_000, size: 10, ...presets };
      expect(venue.refuse(placeOrder(order)).type).toBe("invalidValue");
    },
  );
});

test("fill or kill counts on one of a pair that rests, since its fill ends the other", () => {
  const { venue, trader, maker, last, waiting } = guarded(0);
  venue.trade(trader, maker, 600_500, 101);
  const executesAt = (triggerPrice: number, price: number) => {
    const { order } = waiting().find((each) => each.triggerPrice === triggerPrice)!;
    const trigger = { triggerPrice, triggerSource: TRIGGER_ON_LAST };
    venue.accept({ type: "modifyTpSl", account: trader, order, ...trigger, price });
  };
  executesAt(603_000, 603_090);
  executesAt(597_000, 603_080);
  last(603_000);
  venue.order({ account: maker, action: OPEN_LONG, price: 597_000, size: 1 });
  venue.order({ account: trader, action: CLOSE_LONG, price: 597_000, size: 1, timeInForce: IOC });
  const { book } = venue.exchange.state.contracts[0]!;
  expect([603_080, 603_090].map((price) => book.levelSize(SELL, price))).toEqual([100, 100]);
  const buy = { account: maker, action: OPEN_LONG, price: 603_090, timeInForce: FOK };
  const both = venue.order({ ...buy, size: 150 });
  expect(eventsOf(both.events, "traded")).toEqual([]);
  expect(eventsOf(both.events, "orderEnded")).toMatchObject([{ cancelReason: CANCEL_COULD_NOT_FILL }]);
  const one = venue.order({ ...buy, size: 100 });
  expect(eventsOf(one.events, "traded")).toMatchObject([{ price: 603_080, size: 100 }]);
  expect(eventsOf(one.events, "orderEnded")).toContainEqual(
    expect.objectContaining({ account: trader, cancelReason: CANCEL_OCO }),
  );
});

describe("presets of a contract whose rule waits for the whole order", () => {
  /** A long of 10 with both presets, and how to fill it, cancel it, and read what waits for it. */
  function resting() {
    const venue = new Driver([btc]);
    const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 100_000)];
    venue.index(60_000_000);
    const rule = (presetsWhenFilled: boolean) =>
      venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, presetsWhenFilled });
    const place = () => {
      const presets = { presetTakeProfit: 603_000, presetStopLoss: 597_000 };
      return venue.order({ account: trader, action: OPEN_LONG, price: 600_000, size: 10, ...presets });
    };
    const fill = (size: number) => venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size });
    const waiting = () =>
      venue
        .ask({ type: "orders", account: trader, contract: undefined, which: "plan" })
        .map(({ size }) => size);
    return { venue, trader, rule, place, fill, waiting };
  }

  test("come with the fill that completes it, in its size", () => {
    const { rule, place, fill, waiting } = resting();
    rule(true);
    place();
    fill(4);
    expect(waiting()).toEqual([]);
    fill(6);
    expect(waiting()).toEqual([10, 10]);
  });

  test("never come if it is canceled before", () => {
    const { venue, trader, rule, place, fill, waiting } = resting();
    rule(true);
    place();
    fill(4);
    venue.accept({ type: "cancelAll", account: trader, contract: 0, which: CANCEL_NORMAL_ORDERS });
    expect(waiting()).toEqual([]);
  });

  test("grow to its size at once where the rule is set after its first fill", () => {
    const { rule, place, fill, waiting } = resting();
    place();
    fill(4);
    expect(waiting()).toEqual([4, 4]);
    rule(true);
    fill(3);
    expect(waiting()).toEqual([4, 4]);
    fill(3);
    expect(waiting()).toEqual([10, 10]);
  });

  test("come with further fills only where the rule is taken back", () => {
    const { rule, place, fill, waiting } = resting();
    rule(true);
    place();
    fill(4);
    rule(false);
    fill(6);
    expect(waiting()).toEqual([6, 6]);
  });
});
