import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed, OrderOf } from "../../../../../test/core/driver.ts";
import { Driver, eventsOf, money, placeOrder, setLeverage } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CANCEL_ADMIN,
  CANCEL_COULD_NOT_FILL,
  CANCEL_OCO,
  CANCEL_POSITION_CLOSED,
  CANCEL_POST_ONLY,
  CLOSE_LONG,
  COIN_SUSDT,
  CONTRACT_HALTED,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  FOK,
  INSURANCE_ACCOUNT,
  IOC,
  ISOLATED,
  LONG,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_PAPER,
  POST_ONLY,
  STATE_OPEN,
  STATUS_FROZEN,
  STATUS_RESTRICTED,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { RecordBuffer, RecordView } from "../../data/encoding/layout.ts";
import type { UncheckedCommand as Command } from "../../data/messages/command.ts";
import { encodeCommand, NO_PRESETS } from "../../data/messages/command.ts";
import { DEFAULT_RISK_RULE } from "../../data/model/riskRules.ts";
import { State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import { Exchange } from "../../exchange/exchange.ts";
import { writeSnapshot } from "../../exchange/snapshot.ts";

const FUNDS = money("100000");

/**
 * A venue with a real trader, a user with a paper account, and a mark of 60 000. Each check folds and
 * restores the state.
 */
function opened() {
  const venue = new Driver([btc], new State());
  const buyer = venue.user("buyer", 10_000_000);
  const seller = venue.user("seller", 10_000_000);
  const owner = venue.user("owner");
  const paper = venue.accept({ type: "openPaper", account: owner, amount: FUNDS }).id;
  venue.index(60_000_000);
  const sell = (price: number, size: number) => place({ account: seller, action: OPEN_SHORT, price, size });
  const buy = (price: number, size: number) => place({ account: buyer, action: OPEN_LONG, price, size });
  const place = (order: OrderOf) => {
    const done = venue.order(order);
    expect(writeSnapshot(venue.folded!)).toEqual(venue.exchange.snapshot());
    expect(Exchange.restore(venue.exchange.snapshot()).snapshot()).toEqual(venue.exchange.snapshot());
    return done;
  };
  const live = (id: number) => venue.ask({ type: "order", account: paper, order: id, clientId: "" });
  const balance = (account: number) => venue.ask({ type: "account", account })!.entries[0]!.amount;
  return { venue, buyer, seller, owner, paper, sell, buy, place, live, balance };
}

/** Price and lots of the fills on paper. */
function fills(done: Executed): readonly (readonly number[])[] {
  const trades = eventsOf(done.events, "traded").filter(({ origin }) => origin === ORIGIN_PAPER);
  return trades.map(({ price, size }) => [price, size]);
}

function reasons(done: Executed): readonly number[] {
  return eventsOf(done.events, "orderEnded").map(({ cancelReason }) => cancelReason);
}

it("pays the pool to the quantum, though fees are rounded up", () => {
  const { venue, paper, sell, place, balance } = opened();
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, feesUp: true });
  sell(600_123, 12);
  const pool = venue.exchange.state.funds[MEETS_POOL];
  const before = balance(paper) + balance(pool);
  const done = place({ account: paper, action: OPEN_LONG, price: 600_123, size: 12, timeInForce: IOC });
  const [trade] = eventsOf(done.events, "traded").filter(({ origin }) => origin === ORIGIN_PAPER);
  expect([trade!.takerFee, trade!.makerFee]).toEqual([money("0.04320886"), money("-0.04320886")]);
  expect(balance(paper) + balance(pool)).toBe(before);
});

describe("a taker", () => {
  it("takes what rests, price by price, and leaves the book as it is", () => {
    const { venue, paper, sell, place } = opened();
    sell(600_000, 5);
    sell(600_010, 5);
    const done = place({ account: paper, action: OPEN_LONG, price: 600_010, size: 8, timeInForce: IOC });
    expect(fills(done)).toEqual([
      [600_000, 5],
      [600_010, 3],
    ]);
    const { book, lastPrice, openInterest } = venue.exchange.state.contracts[0]!;
    expect([book.levelSize(1, 600_000), book.levelSize(1, 600_010)]).toEqual([5, 5]);
    expect([lastPrice, openInterest]).toEqual([0, 0]);
  });

  it("never takes the same size twice, until the order that it took it from has ended", () => {
    const { venue, seller, paper, sell, place } = opened();
    const first = sell(600_000, 5).id;
    const buy = (size: number) =>
      place({ account: paper, action: OPEN_LONG, price: 600_000, size, timeInForce: IOC });
    expect(fills(buy(3))).toEqual([[600_000, 3]]);
    expect(fills(buy(3))).toEqual([[600_000, 2]]);
    expect(fills(buy(3))).toEqual([]);
    venue.accept({ type: "cancelOrder", account: seller, order: first });
    sell(600_000, 5);
    expect(fills(buy(9))).toEqual([[600_000, 5]]);
  });

  it("is not in another paper account's way", () => {
    const { venue, paper, sell, place } = opened();
    const other = venue.accept({ type: "openPaper", account: venue.user("other"), amount: FUNDS }).id;
    sell(600_000, 5);
    for (const account of [paper, other]) {
      expect(fills(place({ account, action: OPEN_LONG, price: 600_000, size: 5 }))).toEqual([[600_000, 5]]);
    }
  });

  it("passes over an order whose account may lack the margin by now, and waits", () => {
    const { venue, paper, sell, place } = opened();
    const poor = venue.user("poor", 100);
    venue.accept(setLeverage({ account: poor, contract: 0, marginMode: 1, long: 10_000 }));
    sell(600_000, 1_000);
    place({ account: poor, action: OPEN_LONG, price: 600_000, size: 1_000 });
    place({ account: poor, action: OPEN_LONG, price: 599_000, size: 500 });
    venue.index(59_500_000);
    expect(fills(place({ account: paper, action: OPEN_SHORT, price: 599_000, size: 500 }))).toEqual([]);
    // What comes to rest from now on is taken.
    const rested = place({ account: poor, action: CLOSE_LONG, price: 599_500, size: 9 });
    expect(fills(rested)).toEqual([]);
    place({ account: paper, action: OPEN_LONG, price: 599_400, size: 9 });
    expect(fills(sell(599_300, 4))).toEqual([[599_400, 4]]);
  });

  it("is refused its time in force as a real order would be", () => {
    const { paper, sell, place } = opened();
    sell(600_000, 5);
    const order = { account: paper, action: OPEN_LONG, price: 600_000, size: 6 };
    expect(reasons(place({ ...order, timeInForce: POST_ONLY }))).toEqual([CANCEL_POST_ONLY]);
    expect(reasons(place({ ...order, timeInForce: FOK }))).toEqual([CANCEL_COULD_NOT_FILL]);
    expect(fills(place({ ...order, timeInForce: FOK, size: 5 }))).toEqual([[600_000, 5]]);
  });

  it("pays the taker's fee to the pool", () => {
    const { venue, paper, sell, place, balance } = opened();
    sell(600_000, 5_000);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 5_000 });
    place({ account: paper, action: OPEN_SHORT, price: 0, size: 1 }); // meets nobody
    expect(balance(paper)).toBe(money("69982")); // 100 000 − 30 000 − 18
    expect(balance(venue.exchange.state.funds[MEETS_POOL])).toBe(money("-69982"));
    expect(balance(FEE_ACCOUNT)).toBe(0n);
  });
});

describe("a user who may not trade", () => {
  it.each([STATUS_FROZEN, STATUS_RESTRICTED])("with status %i does not on paper either", (status) => {
    const { venue, owner, paper, place } = opened();
    const account = { account: paper, contract: 0 };
    const forbidden: readonly Command[] = [
      placeOrder({ account: paper, action: OPEN_LONG, price: 600_000, size: 1 }),
      setLeverage({ ...account, marginMode: 1, long: 1_000 }),
      { type: "setMode", ...account, marginMode: ISOLATED, separatedMode: 1 },
    ];
    const { id } = place({ account: paper, action: OPEN_LONG, price: 600_000, size: 2 });
    venue.accept(setAccount(owner, { status }));
    for (const command of forbidden)
      expect(venue.refuse(command), command.type).toMatchObject({ type: "accountFrozen", status });
    expect(venue.ask({ type: "order", account: paper, order: id, clientId: "" })).toBeUndefined();
    venue.accept(setAccount(owner));
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 1 });
  });
});

describe("what is attached to a position", () => {
  it("goes with it on paper, and is listed and can be cancelled until then", () => {
    const { venue, paper, sell, place } = opened();
    sell(600_000, 10);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10, presetStopLoss: 590_000 });
    const waiting = {
      requestHash: 0,
      clientId: "",
      marginMode: 0,
      position: 0,
      triggerSource: TRIGGER_ON_MARK,
    };
    const plain = { endsWithLeg: false, priceProtect: false };
    const tpSl = { account: paper, contract: 0, leg: LONG, size: 0, price: 0, ...waiting, ...plain };
    const stop = venue.accept({ type: "placeTpSl", ...tpSl, takeProfit: false, triggerPrice: 595_000 }).id;
    venue.accept({ type: "placeTpSl", ...tpSl, takeProfit: true, triggerPrice: 610_000 });
    const plan = { action: OPEN_LONG, market: true, size: 1, triggerPrice: 580_000 };
    const kept = venue.accept({ type: "placePlan", ...NO_PRESETS, ...tpSl, ...plan }).id;
    const listed = () =>
      venue.ask({ type: "orders", account: paper, contract: 0, which: "plan" }).map(({ order }) => order);
    expect(listed()).toHaveLength(4);
    venue.accept({ type: "cancelOrder", account: paper, order: stop, plansOnly: true, clientId: "" });
    expect(listed()).toHaveLength(3);
    venue.order({ account: venue.user("bidder", 100_000), action: OPEN_LONG, price: 599_000, size: 10 });
    const { events } = place({ account: paper, action: CLOSE_LONG, price: 599_000, size: 10 });
    expect(listed()).toEqual([kept]);
    const ended = eventsOf(events, "orderEnded").map(({ cancelReason }) => cancelReason);
    expect(ended.filter((reason) => reason === CANCEL_POSITION_CLOSED)).toHaveLength(2);
  });
});

describe("a maker", () => {
  it("waits until the queue before it has traded", () => {
    const { paper, sell, buy, place } = opened();
    buy(600_000, 4);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10 });
    buy(600_000, 6);
    expect(fills(sell(600_000, 3))).toEqual([]); // before it
    expect(fills(sell(600_000, 3))).toEqual([[600_000, 2]]); // 1 before it, 2 behind
    expect(fills(sell(600_000, 4))).toEqual([[600_000, 4]]);
  });

  it("moves up when those before it cancel", () => {
    const { venue, buyer, paper, sell, buy, place } = opened();
    const before = buy(600_000, 4).id;
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10 });
    buy(600_000, 6);
    venue.accept({ type: "cancelOrder", account: buyer, order: before });
    expect(fills(sell(600_000, 3))).toEqual([[600_000, 3]]);
  });

  it("fills at its price with what trades through it, and with what comes to rest there", () => {
    const { paper, sell, buy, place } = opened();
    buy(599_990, 3);
    const { id } = place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10 });
    expect(fills(sell(599_990, 5))).toEqual([
      [600_000, 3],
      [600_000, 2],
    ]);
    expect(fills(place({ account: paper, action: OPEN_LONG, price: 600_000, size: 1 }))).toEqual([]);
    expect(fills(sell(600_000, 7))).toEqual([
      [600_000, 5],
      [600_000, 1],
    ]);
    expect(id).toBeGreaterThan(0);
  });

  it("fills with a sweep of more trades than a command has steps, from a snapshot too", () => {
    const { venue, paper, live } = opened();
    venue.audits = false;
    for (let trader = 0; trader < 6; trader++) {
      const account = venue.user(`trader ${trader}`, 1_000_000);
      for (let i = 0; i < 190; i++) venue.order({ account, action: OPEN_LONG, price: 599_990, size: 1 });
    }
    const { id } = venue.order({ account: paper, action: OPEN_LONG, price: 600_000, size: 2_000 });
    const whale = venue.user("whale", 10_000_000);
    const { exchange } = venue;
    run(exchange, placeOrder({ account: whale, action: OPEN_SHORT, price: 599_990, size: 1_140 }));
    expect(exchange.pendingSteps()).toBe(1);
    exchange.audit();
    const restored = Exchange.restore(exchange.snapshot());
    for (const each of [exchange, restored]) while (each.pendingSteps() > 0) run(each, { type: "proceed" });
    expect(restored.snapshot()).toEqual(exchange.snapshot());
    expect(live(id)).toMatchObject({ remaining: 2_000 - 1_140 });
    exchange.audit();

    function run(on: Exchange, command: Command): void {
      const buffer = new RecordBuffer(64);
      encodeCommand(command, buffer);
      on.beginFrame(on.seq + 1, venue.time);
      on.execute(new RecordView(buffer.slice()), 0);
    }
  });

  it("takes its sibling with it where both have triggered and wait for one trade", () => {
    const { venue, paper, sell, buy, place, live } = opened();
    sell(600_000, 20);
    const presets = { presetTakeProfit: 603_000, presetStopLoss: 598_000 };
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10, ...presets });
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10 });
    const presetAt = (triggerPrice: number, price: number): number => {
      const waiting = venue.ask({ type: "orders", account: paper, contract: 0, which: "plan" });
      const { order } = waiting.find((each) => each.triggerPrice === triggerPrice)!;
      const trigger = { triggerPrice, triggerSource: TRIGGER_ON_LAST };
      venue.accept({ type: "modifyTpSl", account: paper, order, ...trigger, price });
      return order;
    };
    const [takeProfit, stopLoss] = [presetAt(603_000, 606_000), presetAt(598_000, 605_000)];
    buy(600_000, 20);
    sell(603_000, 1);
    buy(603_000, 1);
    buy(598_000, 1);
    sell(598_000, 1);
    expect(live(takeProfit)).toMatchObject({ price: 606_000, state: STATE_OPEN });
    expect(live(stopLoss)).toMatchObject({ price: 605_000, state: STATE_OPEN });
    sell(607_000, 20);
    const done = buy(607_000, 20);
    expect(fills(done)).toEqual([[605_000, 10]]);
    expect(reasons(done)).toContain(CANCEL_OCO);
    expect([live(takeProfit), live(stopLoss)]).toEqual([undefined, undefined]);
  });

  it("pays the maker's fee, and may be canceled", () => {
    const { venue, paper, sell, place, live, balance } = opened();
    const { id } = place({ account: paper, action: OPEN_LONG, price: 600_000, size: 6_000 });
    sell(600_000, 5_000);
    expect(balance(paper)).toBe(money("69994"));
    expect(live(id)).toMatchObject({ remaining: 1_000 });
    venue.accept({ type: "cancelOrder", account: paper, order: id });
    expect(live(id)).toBeUndefined();
    expect(fills(sell(600_000, 5))).toEqual([]);
  });

  it("goes with its contract", () => {
    const { venue, paper, place } = opened();
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 6 });
    const done = venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED });
    expect(reasons(done)).toEqual([CANCEL_ADMIN]);
  });
});

describe("a paper account", () => {
  it("is opened once, by a user, with funds of its own coin", () => {
    const { venue, owner, paper } = opened();
    expect(venue.accept({ type: "openPaper", account: owner, amount: 1n }).id).toBe(paper);
    expect(venue.ask({ type: "account", account: paper })!.entries).toMatchObject([
      { coin: COIN_SUSDT, amount: FUNDS },
    ]);
    expect(venue.refuse({ type: "openPaper", account: paper, amount: FUNDS }).type).toBe("unknownAccount");
    expect(venue.refuse({ type: "openPaper", account: owner, amount: 0n }).type).toBe("amountNotPositive");
  });

  it("has no part in real money", () => {
    const { venue, buyer, paper } = opened();
    const move = { type: "moveMoney", movement: MOVE_DEPOSIT, amount: 1n } as const;
    for (const [from, to] of [
      [EXTERNAL_ACCOUNT, paper],
      [venue.exchange.state.funds[MEETS_POOL], buyer],
      [paper, buyer],
    ] as const) {
      expect(venue.refuse({ ...move, from, to }).type).toBe("movementNotAllowed");
    }
  });

  it("closes what it has, position by position", () => {
    const { venue, paper, sell, buy, place } = opened();
    venue.mode(paper, ISOLATED, 2);
    sell(600_000, 10);
    for (const size of [4, 6]) place({ account: paper, action: OPEN_LONG, price: 600_000, size });
    buy(599_990, 10);
    for (const { position, size } of venue.ask({ type: "positions", account: paper, contract: undefined })) {
      place({ account: paper, action: CLOSE_LONG, price: 599_990, size, position });
    }
    expect(venue.ask({ type: "positions", account: paper, contract: undefined })).toEqual([]);
    expect(
      venue.ask({ type: "positions", account: venue.exchange.state.funds[MEETS_POOL], contract: undefined }),
    ).toEqual([]);
  });

  it("starts anew", () => {
    const { venue, owner, paper, sell, place, balance } = opened();
    sell(600_000, 50);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 10 });
    place({ account: paper, action: OPEN_LONG, price: 599_000, size: 10 });
    venue.index(59_000_000);
    venue.accept({ type: "resetPaper", account: owner, amount: money("5000") });
    expect(balance(paper)).toBe(money("5000"));
    expect(venue.ask({ type: "positions", account: paper, contract: undefined })).toEqual([]);
    expect(venue.exchange.state.orders.count).toBe(1);
    venue.index(60_000_000);
    const buy = { account: paper, action: OPEN_LONG, price: 600_000, size: 50 };
    expect(fills(place(buy))).toEqual([[600_000, 40]]); // what it took stays taken
    expect(writeSnapshot(venue.folded!)).toEqual(venue.exchange.snapshot());
  });

  it("pays funding to the pool, whatever real traders pay", () => {
    const { venue, paper, sell, place, balance } = opened();
    sell(600_000, 5_000);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 5_000 });
    venue.exchange.state.contracts[0]!.fundingRate = 10_000; // 0.01 % of 30 000
    venue.folded!.contracts[0]!.fundingRate = 10_000;
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    const settled = eventsOf(events, "fundingSettled").map(({ account, amount }) => [account, amount]);
    expect(settled).toEqual([
      [paper, money("-3")],
      [venue.exchange.state.funds[MEETS_POOL], money("3")],
    ]);
    expect(balance(paper)).toBe(money("69979"));
  });

  it("receives its funding although a real payer has not got his", () => {
    const { venue, seller, paper, buy, place } = opened();
    const poor = venue.user("poor", 1_000);
    venue.mode(poor, ISOLATED);
    venue.leverage(poor, 12_000, 12_000, ISOLATED);
    place({ account: seller, action: OPEN_SHORT, price: 600_000, size: 500 });
    place({ account: poor, action: OPEN_LONG, price: 600_000, size: 500 });
    buy(600_000, 500);
    place({ account: paper, action: OPEN_SHORT, price: 600_000, size: 500 });
    venue.index(59_900_000);
    for (const state of [venue.exchange.state, venue.folded!]) state.contracts[0]!.fundingRate = 300_000;
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    const settled = eventsOf(events, "fundingSettled").map(({ account, amount }) => [account, amount]);
    expect(settled).toEqual([
      [poor, money("-8.01999999")],
      [seller, money("8.01999999")],
      [paper, money("8.985")],
      [venue.exchange.state.funds[MEETS_POOL], money("-8.985")],
    ]);
  });

  it.each([
    ["shared", 1],
    ["isolated", ISOLATED],
  ])("is liquidated into the book, and the pool takes the rest: %s", (_, mode) => {
    const { venue, owner, paper, sell, buy, place, balance } = opened();
    venue.accept({ type: "resetPaper", account: owner, amount: money("400") });
    venue.mode(paper, mode);
    venue.leverage(paper, 10_000, 10_000, mode);
    sell(600_000, 5_000);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 5_000 });
    buy(594_500, 3_000);
    const before = [balance(INSURANCE_ACCOUNT), balance(FEE_ACCOUNT)];
    const { events } = venue.index(59_500_000);
    expect(eventsOf(events, "liquidationStarted")).toMatchObject([{ account: paper }]);
    expect(venue.ask({ type: "positions", account: paper, contract: undefined })).toEqual([]);
    expect([balance(INSURANCE_ACCOUNT), balance(FEE_ACCOUNT)]).toEqual(before);
    expect(balance(paper)).toBeGreaterThanOrEqual(0n);
    expect(writeSnapshot(venue.folded!)).toEqual(venue.exchange.snapshot());
  });

  it("faces nobody in a real liquidation", () => {
    const { venue, paper, sell, place } = opened();
    sell(600_000, 5_000);
    place({ account: paper, action: OPEN_LONG, price: 600_000, size: 5_000 });
    expect(venue.ask({ type: "adl", contract: 0 })).toEqual([]);
    const asked = { type: "deleverage", account: paper, contract: 0, leg: 0, size: 1 } as const;
    expect(venue.refuse(asked).type).toBe("unknownAccount");
  });
});
