import fc from "fast-check";
import { expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import type { Executed } from "../../../../../test/core/driver.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  BUY,
  CLOSE_LONG,
  COMBINED,
  FOK,
  GTC,
  HEDGE,
  ISOLATED,
  isOpening,
  legOf,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  orderAction,
  POST_ONLY,
  SEPARATED,
  SHARED,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
  sideOf,
} from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { NO_PRESETS } from "../../data/messages/command.ts";
import type { EstimateView } from "../../data/messages/query.ts";

type PlaceOrder = CommandOf<"placeOrder">;

const MARK = 60_000_000;

const orders = fc.record({
  who: fc.nat(2),
  action: fc.integer({ min: 1, max: 4 }),
  market: fc.boolean(),
  offset: fc.integer({ min: -60, max: 60 }),
  size: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3_000 }), fc.constant(40_000)),
  timeInForce: fc.constantFrom(GTC, GTC, GTC, POST_ONLY, FOK, 3),
  preset: fc.constantFrom(0, 0, 0, 0, 599_000, 601_000),
  named: fc.nat(3),
  moved: fc.constantFrom(0, 0, 0, 0, 0, 30_000, -30_000, 900_000, -900_000),
});

/** Three accounts, rich and poor, in any modes. */
const worlds = fc.record({
  units: fc.tuple(fc.constantFrom(90, 1_000), fc.constantFrom(900, 50_000), fc.constant(1_000_000)),
  modes: fc.array(
    fc.constantFrom(
      { marginMode: SHARED, separatedMode: COMBINED, positionMode: HEDGE },
      { marginMode: ISOLATED, separatedMode: COMBINED, positionMode: HEDGE },
      { marginMode: ISOLATED, separatedMode: SEPARATED, positionMode: HEDGE },
      { marginMode: SHARED, separatedMode: COMBINED, positionMode: ONE_WAY },
      { marginMode: ISOLATED, separatedMode: COMBINED, positionMode: ONE_WAY },
    ),
    { minLength: 3, maxLength: 3 },
  ),
  leverage: fc.constantFrom(500, 2_000, 10_000),
  selfTradePrevention: fc.constantFrom(STP_EXPIRE_MAKER, STP_EXPIRE_MAKER, STP_EXPIRE_MAKER, STP_NONE),
  terms: fc.record({
    openOrdersMax: fc.constantFrom(4, 200, 200),
    notionalMinUnits: fc.constantFrom(0, 0, 60),
    orderLotsMin: fc.constantFrom(1, 1, 20),
  }),
  steps: fc.array(orders, { minLength: 10, maxLength: 40 }),
});

it("says what the placement then does: refusal, frozen margin, fills, fee, liquidation price", () => {
  const seen = { refused: 0, frozen: 0, filled: 0, priced: 0, rested: 0, uncertain: 0, none: 0, own: 0 };
  fc.assert(
    fc.property(worlds, ({ units, modes, leverage, selfTradePrevention, terms, steps }) => {
      const venue = new Driver([{ ...btc, ...terms }]);
      venue.audits = false;
      const accounts = units.map((each, i) => venue.user(`user-${i}`, each));
      let index = MARK;
      venue.index(index);
      for (const [i, account] of accounts.entries()) {
        const { marginMode, separatedMode, positionMode } = modes[i]!;
        if (positionMode === ONE_WAY) venue.accept(setAccount(account, { positionMode }));
        else venue.accept(setAccount(account, { selfTradePrevention }));
        venue.mode(account, marginMode, separatedMode);
        venue.leverage(account, leverage, leverage, marginMode);
      }
      for (const step of steps) {
        if (step.moved !== 0) {
          index += step.moved;
          venue.index(index);
        }
        const account = accounts[step.who]!;
        const positions = venue.ask({ type: "positions", account, contract: 0 });
        const isNet = modes[step.who]!.positionMode === ONE_WAY && isOpening(step.action);
        const side = sideOf(step.action) === BUY ? NET_BUY : NET_SELL;
        const order = placeOrder({
          account,
          action: isNet ? side : step.action,
          price: step.market ? 0 : Math.round(index / 100) + step.offset,
          size: step.size,
          timeInForce: step.timeInForce,
          presetTakeProfit: step.preset,
          position: isOpening(step.action) ? 0 : (positions[step.named]?.position ?? 0),
        }) as PlaceOrder;
        const before = venue.exchange.snapshot();
        const estimate = venue.ask({ type: "estimate", order });
        largestIsTaken(venue, order, estimate);
        if (estimate.largest === 0) seen.none++;
        expect(venue.exchange.snapshot()).toEqual(before);
        const done = venue.execute(order);
        expect(estimate.refusal).toEqual(done.rejection);
        if (done.rejection !== undefined) {
          seen.refused++;
          continue;
        }
        const [placed] = eventsOf(done.events, "orderPlaced");
        // Of one net position, what the dearer side grows by; test/reference computes that a second time.
        if (modes[step.who]!.positionMode === HEDGE) expect(estimate.frozen).toBe(placed!.frozen);
        if (estimate.frozen > 0n) seen.frozen++;
        // What a close in part releases of an isolated margin is seen at each of its fills.
        const meetsOwn = eventsOf(done.events, "traded").some(({ makerAccount }) => makerAccount === account);
        if (meetsOwn) seen.own++;
        if (meetsOwn) expect(estimate).toMatchObject({ liquidationPrice: undefined, certain: false });
        else if (modes[step.who]!.marginMode === SHARED) expect(estimate.liquidationPrice).toBeDefined();
        if (estimate.certain) compareFills(venue, order, estimate, done, seen);
        else seen.uncertain++;
      }
    }),
    { numRuns: 150 },
  );
  const { uncertain, own, ...often } = seen;
  for (const [name, count] of Object.entries(often)) expect([name, count > 20]).toEqual([name, true]);
  expect(Math.min(uncertain, own)).toBeGreaterThan(0);
});

/**
 * The largest size that is named would be accepted, and one lot more would not. At market an order may ask
 * for more than the book has.
 */
function largestIsTaken(venue: Driver, order: PlaceOrder, { largest }: EstimateView): void {
  const refusalAt = (size: number) =>
    venue.ask({ type: "estimate", order: { ...order, ...NO_PRESETS, size } }).refusal;
  if (largest > 0) expect(refusalAt(largest)).toBeUndefined();
  if (order.market) return;
  if (largest === 0) for (const size of [1, 20]) expect(refusalAt(size)).toBeDefined();
  if (isOpening(order.action)) expect(refusalAt(largest + 1)).toBeDefined();
}

function compareFills(
  venue: Driver,
  order: PlaceOrder,
  estimate: EstimateView,
  { id, events }: Executed,
  seen: { filled: number; priced: number; rested: number },
): void {
  const trades = eventsOf(events, "traded").filter(({ takerOrder }) => takerOrder === id);
  const sum = (of: (trade: (typeof trades)[number]) => bigint): bigint =>
    trades.reduce((total, trade) => total + of(trade), 0n);
  expect(estimate.filled).toBe(trades.reduce((total, { size }) => total + size, 0));
  expect(estimate.value).toBe(sum(({ value }) => value));
  expect(estimate.fee).toBe(sum(({ takerFee }) => takerFee));
  const rested = eventsOf(events, "orderRested").find((each) => each.order === id);
  expect(estimate.resting).toBe(rested?.remaining ?? 0);
  if (rested !== undefined) seen.rested++;
  if (trades.length === 0) return;
  seen.filled++;
  const action = orderAction(order.action);
  const average = Number(estimate.value) / estimate.filled;
  const atBest = Number(trades[0]!.value) / trades[0]!.size;
  const worse = sideOf(action) === BUY ? average / atBest - 1 : 1 - average / atBest;
  expect(Math.abs(estimate.slippage / 1e8 - worse)).toBeLessThan(2e-8);
  // What follows from its fills is not the order's own: an attached exit that triggers at once, a
  // liquidation.
  const followed = events.some(({ type }) => type === "orderTriggered" || type === "liquidationStarted");
  if (followed || estimate.liquidationPrice === undefined) return;
  const positions = venue.ask({ type: "positions", account: order.account, contract: 0 });
  const after =
    positions.findLast(({ leg }) => leg === legOf(action)) ??
    positions.find(({ marginMode }) => marginMode === SHARED);
  expect(estimate.liquidationPrice).toBe(after?.liquidationPrice ?? 0);
  if (estimate.liquidationPrice > 0 && isOpening(action)) seen.priced++;
}

it("names the largest size: it is accepted, and one lot more is not", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 1_000);
  const bob = venue.user("bob", 100_000);
  venue.index(MARK);
  const order = placeOrder({ account: alice, action: OPEN_LONG, price: 600_000, size: 1 }) as PlaceOrder;
  const { largest } = venue.ask({ type: "estimate", order });
  const refusalAt = (size: number) => venue.ask({ type: "estimate", order: { ...order, size } }).refusal;
  expect(refusalAt(largest)).toBeUndefined();
  expect(refusalAt(largest + 1)?.type).toBe("marginInsufficient");
  venue.trade(alice, bob, 600_000, 500);
  const close = { ...order, action: CLOSE_LONG, size: 501 };
  expect(venue.ask({ type: "estimate", order: close })).toMatchObject({
    refusal: { type: "closeTooLarge", closable: 500 },
    largest: 500,
  });
});

it("is not certain where self-trade prevention may end the order", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  venue.index(MARK);
  const order = placeOrder({ account: alice, action: OPEN_LONG, price: 600_000, size: 1_000 }) as PlaceOrder;
  expect(venue.ask({ type: "estimate", order })).toMatchObject({ frozen: money("303.6"), certain: true });
  venue.accept(setAccount(alice, { selfTradePrevention: STP_EXPIRE_TAKER }));
  expect(venue.ask({ type: "estimate", order }).certain).toBe(false);
});
