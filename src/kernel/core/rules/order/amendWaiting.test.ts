import { describe, expect, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed } from "../../../../../test/core/driver.ts";
import { Driver } from "../../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  CONTRACT_CANCEL_ONLY,
  IOC,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { NO_PRESETS, PLAIN_CONDITIONAL } from "../../data/messages/command.ts";
import { State } from "../../data/state/state.ts";

/** Amending what waits: docs/reference/orders.md, amending. The mark is 600 000 and nothing has traded. */

function market() {
  const venue = new Driver([btc], new State());
  const [alice, bob] = [venue.user("alice", 100_000), venue.user("bob", 1_000_000)];
  venue.index(60_000_000);
  const rest = { account: alice, contract: 0, marginMode: 0, requestHash: 0, clientId: "" };
  const onMark = { triggerSource: TRIGGER_ON_MARK, position: 0 };
  const plan = (triggerPrice: number, price = 0) =>
    venue.accept({
      type: "placePlan",
      ...NO_PRESETS,
      ...rest,
      ...onMark,
      action: OPEN_LONG,
      market: price === 0,
      price,
      size: 10,
      triggerPrice,
    }).id;
  /** A stop to open with a take-profit of its own. */
  const withPreset = (triggerPrice: number, presetTakeProfit: number) =>
    venue.accept({
      ...PLAIN_CONDITIONAL,
      ...rest,
      triggerSource: TRIGGER_ON_MARK,
      triggerDirection: TRIGGER_AT_OR_ABOVE,
      priceProtect: false,
      action: OPEN_LONG,
      market: true,
      price: 0,
      size: 10,
      triggerPrice,
      presetTakeProfit,
      presetStopLoss: 0,
      presetsOnMark: 0,
    }).id;
  const stopLoss = (triggerPrice: number, size = 0) =>
    venue.accept({
      type: "placeTpSl",
      ...rest,
      ...onMark,
      leg: LONG,
      takeProfit: false,
      triggerPrice,
      price: 0,
      size,
      endsWithLeg: false,
      priceProtect: false,
    }).id;
  const amend = (order: number, to: { triggerPrice?: number; price?: number; size?: number }) =>
    venue.execute({
      type: "amendOrder",
      account: alice,
      order,
      triggerPrice: 0,
      price: 0,
      size: 0,
      clientId: "",
      ...to,
    });
  const live = (order: number) => venue.ask({ type: "order", account: alice, order, clientId: "" });
  return { venue, alice, bob, plan, withPreset, stopLoss, amend, live };
}

const kinds = ({ events }: Executed) => events.map(({ type }) => type);

test("a trigger moves on its side of the price; id, market and what it watches stay", () => {
  const { venue, alice, plan, amend, live } = market();
  const order = plan(610_000);
  const before = live(order);
  const done = amend(order, { triggerPrice: 620_000 });
  expect([done.id, kinds(done)]).toEqual([order, ["orderModified"]]);
  expect(live(order)).toEqual({ ...before, triggerPrice: 620_000, updatedTime: expect.any(Number) });
  venue.index(61_500_000);
  expect(live(order)?.state).toBe(before?.state);
  venue.index(62_000_000);
  expect(venue.ask({ type: "order", account: alice, order, clientId: "" })).toBeUndefined(); // it fired
});

test("one at market gets a price, one with a price keeps it; a size of its own", () => {
  const { plan, amend, live } = market();
  const [atMarket, atPrice] = [plan(610_000), plan(611_000, 605_000)];
  amend(atMarket, { price: 612_000, size: 7 });
  amend(atPrice, { triggerPrice: 612_000 });
  expect(live(atMarket)).toMatchObject({ market: false, price: 612_000, size: 7, remaining: 7 });
  expect(live(atPrice)).toMatchObject({ market: false, price: 605_000, triggerPrice: 612_000, size: 10 });
});

test("a stop-loss of the whole position stays that until it gets a size", () => {
  const { stopLoss, amend, live } = market();
  const order = stopLoss(590_000);
  amend(order, { triggerPrice: 591_000 });
  expect(live(order)).toMatchObject({ size: 0, triggerPrice: 591_000 });
  amend(order, { size: 4 });
  expect(live(order)).toMatchObject({ size: 4, remaining: 4, triggerPrice: 591_000 });
});

test("the same values change nothing", () => {
  const { plan, amend } = market();
  const order = plan(610_000, 605_000);
  const done = amend(order, { triggerPrice: 610_000, price: 605_000, size: 10 });
  expect([done.rejection, kinds(done)]).toEqual([undefined, []]);
});

describe("refused, and as it was", () => {
  /** In order of precedence; each row breaks its rule and those below it. */
  test.each([
    ["invalidValue", { triggerPrice: -1, price: 1e12 }],
    ["sizeTooLarge", { triggerPrice: 1e12, size: 2_000_000_000 }],
    ["priceTooFar", { triggerPrice: 1e12 }],
    ["presetWrongSide", { triggerPrice: 640_000 }],
    ["triggerAlreadyMet", { triggerPrice: 590_000 }],
  ] as const)("%s", (type, to) => {
    const { withPreset, amend, live } = market();
    const order = withPreset(610_000, 630_000);
    const before = live(order);
    const done = amend(order, to);
    expect([done.rejection?.type, kinds(done)]).toEqual([type, ["commandRejected"]]);
    expect(live(order)).toEqual(before);
  });

  test("a trigger for an order that rests", () => {
    const { venue, alice, amend } = market();
    const { id } = venue.order({ account: alice, action: OPEN_LONG, price: 590_000, size: 10 });
    expect(amend(id, { triggerPrice: 610_000 }).rejection?.type).toBe("orderNotPlan");
  });

  test("an opening in cancel-only; a close is not", () => {
    const { venue, plan, stopLoss, amend } = market();
    const [opens, closes] = [plan(610_000), stopLoss(590_000)];
    venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
    expect(amend(opens, { triggerPrice: 611_000 }).rejection?.type).toBe("contractNotTradable");
    expect(amend(closes, { triggerPrice: 591_000 }).rejection).toBeUndefined();
  });
});

test("a child of a partly filled order grows on from the size that it was given", () => {
  const { venue, alice, bob, amend, live } = market();
  venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 10, presetTakeProfit: 620_000 });
  const sell = (size: number) =>
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size, timeInForce: IOC });
  sell(4);
  const [child] = venue.ask({ type: "orders", account: alice, contract: 0, which: "plan" });
  expect(child).toMatchObject({ action: CLOSE_LONG, size: 4 });
  amend(child!.order, { size: 3, triggerPrice: 621_000 });
  sell(2);
  expect(live(child!.order)).toMatchObject({ size: 5, triggerPrice: 621_000 });
});
