import { expect, it } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../test/core/driver.ts";
import { setAccount } from "../../../../test/core/settings.ts";
import { PRICE_MAX } from "../data/book/book.ts";
import {
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CANCEL_SYSTEM_LIMIT,
  CLOSE_LONG,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_TRADING,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  STP_NONE,
  TRIGGER_ON_MARK,
} from "../data/codes.ts";
import { isolatedWallet } from "../data/margin/available.ts";
import type { UncheckedCommand as Command } from "../data/messages/command.ts";
import { NO_PRESETS } from "../data/messages/command.ts";
import type { AccountId } from "../data/units/kinds.ts";
import { Money } from "../data/units/money.ts";

/** The edges of the rules that docs/decisions/0015 decides. */

const marketPlan = (account: number, size: number): Command => ({
  type: "placePlan",
  ...NO_PRESETS,
  position: 0,
  account,
  contract: 0,
  action: OPEN_LONG,
  market: true,
  price: 0,
  triggerPrice: 601_000,
  triggerSource: TRIGGER_ON_MARK,
  size,
  marginMode: 0,
  requestHash: 0,
  clientId: "",
});

it("a delayed order whose contract stopped trading meanwhile is canceled when its delay ends", () => {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
  venue.index(60_000_000);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 10 });
  venue.accept(setAccount(alice, { orderDelayMs: 1_000 }));
  venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 10 });
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
  const { events } = venue.wait(1_000);
  expect(eventsOf(events, "traded")).toEqual([]);
  expect(eventsOf(events, "orderEnded")).toMatchObject([{ account: alice, cancelReason: CANCEL_ADMIN }]);
  venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_TRADING });
});

it("a plan that opens at market is bound by the limit of market openings, when placed and when it fires", () => {
  const venue = new Driver([{ ...btc, marketOpenLotsMax: 100 }]);
  const alice = venue.user("alice", 100_000);
  venue.index(60_000_000);
  expect(venue.refuse(marketPlan(alice, 101))).toEqual({ type: "sizeTooLarge", size: 101, max: 100 });
  venue.accept(marketPlan(alice, 100));
  const { type: _, ...terms } = { ...btc, marketOpenLotsMax: 99 };
  venue.accept({ ...terms, type: "changeContract", contract: 0, anyway: false });
  const { events } = venue.index(60_100_000);
  expect(eventsOf(events, "orderEnded")).toMatchObject([{ cancelReason: CANCEL_SYSTEM_LIMIT }]);
});

it("a buy may not be priced past what the contract can count", () => {
  const venue = new Driver([{ ...btc, bandBuyRate: 90_000_000 }]);
  const alice = venue.user("alice", 100_000);
  const { priceMax } = venue.exchange.state.contracts[0]!;
  venue.index(priceMax * 100 - 100);
  const order = { account: alice, action: OPEN_LONG, price: priceMax + 1, size: 1 };
  expect(venue.refuse(placeOrder(order))).toMatchObject({ type: "priceAboveBand", max: priceMax });
});

it("an order may not be priced past what a book can hold, however small the largest order is", () => {
  const fine = { priceDecimals: 8, sizeDecimals: 0, lotStep: 100, bandBuyRate: 90_000_000 };
  const few = { orderLotsMax: 100_000, marketOpenLotsMax: 1_000, positionLotsMax: 100_000 };
  const venue = new Driver([{ ...btc, ...fine, ...few }]);
  const alice = venue.user("alice", 10_000_000);
  expect(
    venue.refuse({ type: "setIndex", prices: [{ contract: 0, points: PRICE_MAX * 100 + 1 }] }),
  ).toMatchObject({ type: "indexOutOfRange" });
  venue.index(PRICE_MAX * 100 - 100);
  for (const action of [OPEN_LONG, OPEN_SHORT]) {
    venue.refuse(placeOrder({ account: alice, action, price: PRICE_MAX + 1, size: 1 }));
    venue.order({ account: alice, action, price: PRICE_MAX, size: 1, timeInForce: POST_ONLY });
    venue.accept({ type: "cancelAll", account: alice, contract: 0, which: CANCEL_ALL_ORDERS });
  }
});

it("a withdrawal on its way completes only with money that is still there", () => {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 1_000), venue.user("bob", 1_000_000)];
  venue.index(60_000_000);
  venue.trade(alice, bob, 600_000, 1_000);
  const { id } = venue.accept({
    type: "beginMovement",
    movement: MOVE_WITHDRAW,
    from: alice,
    to: EXTERNAL_ACCOUNT,
    amount: money("600"),
  });
  venue.index(59_000_000); // a loss of 100 leaves 1000 − 3.6 − 100 − 295 of margin = 601.4
  venue.index(58_900_000); // a loss of 110: 591.9
  const settle: Command = { type: "settleMovement", id, complete: true };
  expect(venue.refuse(settle)).toEqual({
    type: "balanceInsufficient",
    asked: money("600"),
    withdrawable: money("591.9"),
  });
  venue.index(59_000_000);
  venue.accept(settle);
  expect(venue.ask({ type: "assets", account: alice })!.available).toBe(money("1.4"));
});

it("an isolated position whose wallet is below zero releases no more than the wallet then holds", () => {
  const venue = new Driver([{ ...btc, liquidationFeeRate: 0 }]);
  const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 1_000_000)];
  venue.index(60_000_000);
  venue.mode(alice, ISOLATED);
  venue.leverage(alice, 12_500, 12_500, ISOLATED);
  venue.trade(alice, bob, 600_000, 1_000);
  venue.index(64_000_000);
  const { state } = venue.exchange;
  state.contracts[0]!.fundingRate = 3_000_000; // 192 of the 448 that the position is worth, 48 of them in its wallet
  venue.accept({ type: "forceFunding", contract: 0, skip: false });
  const wallet = () =>
    isolatedWallet(state, state.accounts.positionHead[alice as AccountId], new Money()).toQuanta();
  expect(wallet()).toBe(money("-144"));
  venue.index(66_000_000);
  venue.order({ account: bob, action: OPEN_LONG, price: 668_000, size: 500 });
  venue.order({ account: alice, action: CLOSE_LONG, price: 668_000, size: 500 });
  expect(wallet()).toBe(0n);
});

it("a trade of an account with itself that closes and opens again is one moment: the position goes on", () => {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 100_000), venue.user("bob", 100_000)];
  venue.index(60_000_000);
  venue.accept(setAccount(alice, { selfTradePrevention: STP_NONE }));
  venue.trade(alice, bob, 600_000, 10);
  const [before] = venue.ask({ type: "positions", account: alice, contract: undefined });
  venue.order({ account: alice, action: CLOSE_LONG, price: 600_000, size: 10 });
  const { events } = venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 10 });
  expect(eventsOf(events, "traded")).toMatchObject([{ makerAccount: alice, takerAccount: alice }]);
  expect(eventsOf(events, "positionClosed")).toEqual([]);
  expect(venue.ask({ type: "positions", account: alice, contract: undefined })).toMatchObject([
    { position: before!.position, size: 10 },
  ]);
});
