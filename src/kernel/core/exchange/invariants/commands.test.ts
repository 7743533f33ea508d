import fc from "fast-check";
import { expect, it } from "vitest";
import { btc, eth } from "../../../../../test/core/contracts.ts";
import { Driver, placeOrder } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import { same } from "../../../../../test/same.ts";
import {
  CANCEL_OCO,
  CLOSE_LONG,
  CLOSE_SHORT,
  FEE_ACCOUNT,
  HEDGE,
  ISOLATED,
  LONG,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { blankOf } from "../../data/encoding/layout.ts";
import { freeEquity } from "../../data/margin/available.ts";
import type { Command, CommandType } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import type { Event, EventOf } from "../../data/messages/event.ts";
import { State } from "../../data/state/state.ts";
import { accountId } from "../../data/units/kinds.ts";
import { Money } from "../../data/units/money.ts";
import { FIRST_ID } from "../../data/units/units.ts";
import { answer } from "../answer.ts";
import { audit } from "../audit.ts";
import { Exchange } from "../exchange.ts";
import { writeSnapshot } from "../snapshot.ts";

/**
 * Three traders on two contracts around 60 000.0 and 600.00; prices a few ticks apart, so that orders often
 * meet.
 */
const account = fc.integer({ min: 4, max: 6 });
const contract = fc.constantFrom(0, 0, 0, 1);
const action = fc.constantFrom(OPEN_LONG, OPEN_LONG, OPEN_SHORT, OPEN_SHORT, CLOSE_LONG, CLOSE_SHORT);
const price = (spread: number) =>
  fc.integer({ min: 60_000 - spread, max: 60_000 + spread }).map((ticks) => ticks * 10);
const size = fc.integer({ min: 1, max: 40 });
const flag = fc.boolean();
const orderId = fc.nat({ max: 400 });
const orNone = (ticks: fc.Arbitrary<number>) => fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, ticks);

/** A step is a command, or an advance of the clock. */
type Step = { readonly command: Command } | { readonly waitMs: number };
/** What a drawn command does not say is at rest. */
const asCommand = (arbitrary: fc.Arbitrary<{ readonly type: CommandType }>) =>
  arbitrary.map((said) => ({ command: { ...blankOf(commandLayouts[said.type]), ...said } as Command }));

const place = fc
  .record({
    account,
    contract,
    action,
    size,
    timeInForce: fc.constantFrom(0, 0, 0, 1, 2, 3),
    market: flag,
    limit: price(5),
    take: orNone(fc.integer({ min: 1, max: 8 })),
    stop: orNone(fc.integer({ min: 1, max: 8 })),
    closeCapped: flag,
    position: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.nat({ max: 400 })),
    clientId: fc.constantFrom("", "", "a", "b"),
  })
  .map(({ limit, take, stop, position, ...order }) => {
    const opens = order.action <= OPEN_SHORT;
    const outwards = order.action === OPEN_LONG ? 10 : -10;
    const priced = order.market && order.timeInForce !== 1;
    return {
      command: placeOrder({
        ...order,
        market: priced,
        price: priced ? 0 : limit,
        presetTakeProfit: opens && take > 0 ? limit + outwards * take : 0,
        presetStopLoss: opens && stop > 0 ? limit - outwards * stop : 0,
        position: opens || position === 0 ? 0 : FIRST_ID + position,
      }),
    };
  });

const source = fc.constantFrom(TRIGGER_ON_LAST, TRIGGER_ON_MARK);
const trigger = { triggerPrice: price(10), triggerSource: source };
const order = { account, contract, action, market: flag, price: price(5), size };
const presets = {
  ...{ presetTakeProfit: orNone(price(10)), presetStopLoss: orNone(price(10)) },
  presetsOnMark: fc.constantFrom(0, 0, 1, 2, 3),
};
const positionOrNone = (weight: number) =>
  fc.oneof(
    { weight, arbitrary: fc.constant(0) },
    fc.nat(40).map((n) => FIRST_ID + n),
  );
const knownId = orderId.map((id) => FIRST_ID + id);
const leverage = fc.constantFrom(0, 1_000, 2_000, 5_000);
const row = fc.record({
  ...{ what: fc.integer({ min: 0, max: 5 }), price: price(3), size: fc.integer({ min: 1, max: 20 }) },
});
const followed = fc.record({
  contract,
  sourceMark: fc.constantFrom(0, 0, 59_990_000, 60_020_000),
  sourceRate: fc.constantFrom(-20_000, 30_000),
  ...{ hasSourceRate: fc.constantFrom(0, 1), held: fc.constantFrom(0, 0, 1) },
});
/** One of the commands of a type, so often among all, with what is drawn of it. */
const drawn = (weight: number, type: CommandType, fields: Record<string, fc.Arbitrary<unknown>>) => ({
  ...{ weight, arbitrary: asCommand(fc.record({ type: fc.constant(type), ...fields })) },
});
const moved = (weight: number, type: CommandType) =>
  drawn(weight, type, {
    movement: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
    ...{ from: fc.constantFrom(1, 3, 4, 5, 6), to: fc.constantFrom(1, 4, 5, 6) },
    amount: fc.constant(123_456_789n),
  });
const steps = fc.array(
  fc.oneof(
    { weight: 14, arbitrary: place },
    drawn(2, "placePlan", {
      ...{ ...order, ...trigger, ...presets, position: positionOrNone(6) },
      clientId: fc.constantFrom("", "c"),
    }),
    drawn(2, "placeConditional", {
      ...{ ...order, ...trigger, ...presets, priceProtect: flag, clientId: fc.constantFrom("", "c") },
      triggerDirection: fc.constantFrom(TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW),
    }),
    drawn(2, "placeTpSl", {
      ...{ account, contract, leg: fc.constantFrom(0, 1), takeProfit: flag, ...trigger },
      ...{ price: orNone(price(5)), size: orNone(size), endsWithLeg: flag, priceProtect: flag },
    }),
    drawn(2, "placeTrailing", {
      ...{ account, contract, action, size, activationPrice: orNone(price(10)), triggerSource: source },
      callbackRate: fc.constantFrom(100_000, 300_000, 1_000_000, 99_999),
      ...{ priceProtect: flag, clientId: fc.constantFrom("", "c") },
    }),
    drawn(2, "cancelOrder", { account, order: knownId }),
    drawn(1, "cancelAll", { account, contract, which: fc.constantFrom(1, 2, 3) }),
    drawn(1, "setCountdown", {
      ...{
        account,
        contract,
        which: fc.constantFrom(1, 2, 3, 4),
        afterMs: fc.constantFrom(0, 1, 1_000, 5_000),
      },
    }),
    drawn(1, "closePositions", { account, contract, position: positionOrNone(4), cancelAttached: flag }),
    drawn(4, "mirrorBook", {
      ...{ account, contract, proportional: flag, rows: fc.array(row, { minLength: 1, maxLength: 4 }) },
    }),
    drawn(2, "setIndex", {
      prices: fc.record({ contract, points: price(20).map((points) => points * 100) }).map((one) => [one]),
    }),
    drawn(1, "followSource", { contracts: followed.map((one) => [one]) }),
    drawn(1, "setMode", {
      ...{ account, contract, marginMode: fc.constantFrom(SHARED, ISOLATED) },
      separatedMode: fc.constantFrom(1, SEPARATED),
    }),
    drawn(1, "setAccount", {
      ...{
        account,
        feeSet: flag,
        takerRate: fc.constant(50_000),
        makerRate: fc.constantFrom(-10_000, 20_000),
      },
      ...{ orderDelayMs: fc.constantFrom(0, 0, 500), cancelDelayMs: fc.constantFrom(0, 0, 700) },
      ...{
        selfTradePrevention: fc.constantFrom(0, 1, 2, 3, 4),
        marginCallPercent: fc.constantFrom(0, 0, 50),
      },
      ...{ group: fc.constantFrom(0, 0, 1), positionMode: fc.constantFrom(HEDGE, ONE_WAY) },
    }),
    drawn(1, "setLeverage", {
      ...{
        account,
        contract,
        marginMode: fc.constantFrom(0, SHARED, ISOLATED),
        switches: flag,
        ordersFollow: flag,
      },
      ...{ cross: leverage, isolatedLong: leverage, isolatedShort: leverage },
    }),
    drawn(2, "adjustMargin", {
      ...{ account, position: knownId },
      amount: fc.integer({ min: -5, max: 50 }).map((units) => BigInt(units) * 100_000_000n),
    }),
    moved(1, "moveMoney"),
    moved(1, "beginMovement"),
    drawn(1, "settleMovement", { id: knownId, complete: flag }),
    drawn(1, "adminCancel", { order: knownId }),
    drawn(1, "delistContract", { contract, at: fc.constantFrom(0, 2 ** 52, 2 ** 52) }),
    drawn(1, "setContractStatus", {
      ...{ contract, status: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2) },
    }),
    drawn(2, "modifyTpSl", {
      ...{ account, order: orderId, triggerPrice: price(8), triggerSource: source, price: orNone(price(5)) },
    }),
    drawn(4, "amendOrder", {
      ...{ account, order: orderId, triggerPrice: orNone(price(8)), price: orNone(price(5)) },
      size: orNone(fc.integer({ min: 1, max: 12 })),
    }),
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 1500 }).map((waitMs) => ({ waitMs })) },
  ),
  { minLength: 60, maxLength: 200, size: "max" },
) as fc.Arbitrary<Step[]>;

const modes = fc.constantFrom(
  [SHARED, 1],
  [SHARED, 1],
  [ISOLATED, 1],
  [SHARED, SEPARATED],
  [ISOLATED, SEPARATED],
);

it("holds after any sequence of commands, which folds and restores to the same state", () => {
  const [asked, accepted] = [new Set<string>(), new Set<string>()];
  fc.assert(
    fc.property(steps, flag, fc.tuple(modes, modes, modes), (steps, fifo, modesOf) => {
      const listed = { ...btc, separatedCloseFifo: fifo, orphanTriggersKeep: !fifo };
      const folded = new State();
      const venue = new Driver([listed, { ...eth, separatedCloseFifo: fifo }], folded);
      const ledger = new Ledger();
      for (const [i, name] of ["alice", "bob", "carol"].entries()) {
        const account = venue.user(name);
        const deposit = { movement: 1, from: 1, to: account, amount: 2_000_000_000_000n };
        ledger.fold(venue.accept({ type: "moveMoney", ...deposit }).events);
        venue.mode(account, modesOf[i]![0]!, modesOf[i]![1]!);
        if (name === "carol") venue.execute(setAccount(account, { positionMode: ONE_WAY }));
      }
      venue.index(60_000_000, 0);
      venue.index(60_000_000, 1);
      for (const step of steps) {
        if ("command" in step) {
          const command = aimed(venue, step.command);
          const done = venue.execute(command);
          ledger.fold(done.events);
          asked.add(command.type);
          if (done.rejection === undefined) accepted.add(command.type);
          if (command.type === "placeOrder" && done.rejection === undefined)
            expectCovered(venue, command, done.events);
        } else {
          ledger.fold(venue.wait(step.waitMs).events);
        }
        ledger.compare(venue);
        if (venue.exchange.seq % 40 === 0) venue.exchange = Exchange.restore(venue.exchange.snapshot());
      }
      audit(folded);
      expect(writeSnapshot(folded)).toEqual(venue.exchange.snapshot());
      // What a snapshot forgot would be missing from its bytes on both sides: the folded state was never
      // restored.
      expect(answer(folded, { type: "allOrders" })).toEqual(venue.ask({ type: "allOrders" }));
      for (const account of [2, 4, 5, 6]) {
        const open = { type: "positions", account, contract: undefined } as const;
        expect(answer(folded, open)).toEqual(venue.ask(open));
        expect(answer(folded, { type: "account", account })).toEqual(venue.ask({ type: "account", account }));
      }
    }),
    { numRuns: 50 },
  );
  expect([...accepted].sort(), "commands of which one is accepted").toEqual([...asked].sort());
});

/**
 * Alice's parent rests at 600 000 with a take-profit at 601 000 and a stop at 599 000; Bob has filled four
 * tenths.
 */
function parentOfTwo() {
  const venue = new Driver();
  const [alice, bob, carol] = [
    venue.user("alice", 20_000),
    venue.user("bob", 20_000),
    venue.user("carol", 20_000),
  ];
  venue.index(60_000_000);
  const opening = { account: alice, action: OPEN_LONG, price: 600_000, size: 10 };
  venue.order({ ...opening, presetTakeProfit: 601_000, presetStopLoss: 599_000 });
  const fill = (lots: number) =>
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: lots });
  fill(4);
  /** A trade at this price, between the others. */
  const tradeAt = (price: number) => {
    venue.order({ account: carol, action: OPEN_SHORT, price, size: 1 });
    return venue.order({ account: bob, action: OPEN_LONG, price, size: 1 });
  };
  const [takeProfit, stopLoss] = venue
    .ask({ type: "orders", account: alice, contract: 0, which: "plan" })
    .map((each) => each.order)
    .sort();
  const live = (order: number) => venue.ask({ type: "order", account: alice, order, clientId: "" });
  return { venue, alice, bob, carol, fill, tradeAt, live, takeProfit: takeProfit!, stopLoss: stopLoss! };
}

it("executes at most one of a take-profit and its stop-loss", () => {
  const { venue, carol, tradeAt, live, takeProfit, stopLoss } = parentOfTwo();
  venue.order({ account: carol, action: OPEN_LONG, price: 600_500, size: 3 });
  const { events } = tradeAt(601_000);
  const ended = events
    .filter((event) => event.type === "orderEnded")
    .map((event) => [event.order, event.cancelReason]);
  expect(ended).toContainEqual([stopLoss, CANCEL_OCO]);
  expect(live(takeProfit)).toBeUndefined();
});

it("leaves a triggered child on its own when its parent fills further", () => {
  const { venue, alice, bob, fill, tradeAt, live, takeProfit, stopLoss } = parentOfTwo();
  venue.accept({
    type: "modifyTpSl",
    account: alice,
    order: takeProfit,
    triggerPrice: 601_000,
    triggerSource: TRIGGER_ON_LAST,
    price: 605_000,
  });
  tradeAt(601_000); // it rests at 605 000 now
  fill(3);
  expect(live(stopLoss)?.size).toBe(7);
  venue.order({ account: bob, action: OPEN_LONG, price: 605_000, size: 2 });
  expect(live(takeProfit)?.remaining).toBe(2);
  expect(live(stopLoss)?.size).toBe(7);
});

/**
 * Most ids are drawn as small numbers; where something lives, every other one is made to mean something that
 * does. What opens is a side where the account holds one net position.
 */
function aimed(venue: Driver, command: Command): Command {
  if (command.type === "placeOrder" && command.action <= OPEN_SHORT) {
    const { positionMode } = venue.ask({ type: "account", account: command.account })!;
    const side = command.action === OPEN_LONG ? NET_BUY : NET_SELL;
    return positionMode === ONE_WAY ? { ...command, action: side } : command;
  }
  if ("order" in command && command.order % 2 === 0) {
    const live = venue.ask({ type: "allOrders" });
    const order = live[(command.order / 2) % live.length];
    if (order === undefined) return command;
    return "account" in command
      ? { ...command, order: order.order, account: order.account }
      : { ...command, order: order.order };
  }
  if ("position" in command && command.position % 2 === 0 && command.position > 0) {
    const open = venue.ask({ type: "positions", account: command.account, contract: undefined });
    const position = open[(command.position / 2) % open.length];
    return position === undefined ? command : { ...command, position: position.position };
  }
  if (command.type === "settleMovement") {
    const [pending] = venue.ask({ type: "pendingMovements" });
    return pending === undefined ? command : { ...command, id: pending.id };
  }
  return command;
}

/**
 * Right after an accepted opening its account has at least what is charged, unless it also closed at a loss
 * meanwhile.
 */
function expectCovered(
  venue: Driver,
  command: { account: number; action: number },
  events: readonly Event[],
): void {
  const { account, action } = command;
  const closed = (by: number, what: number) =>
    by === account && (what === CLOSE_LONG || what === CLOSE_SHORT);
  const closes = events.some(
    (event) =>
      event.type === "traded" &&
      (closed(event.makerAccount, event.makerAction) || closed(event.takerAccount, event.takerAction)),
  );
  if (action > OPEN_SHORT || closes) return;
  const s = venue.exchange.state;
  const free = freeEquity(s, accountId(account), new Money());
  expect(free.sign()).toBeGreaterThanOrEqual(0);
}

/**
 * What events alone say: the balance of every entry by its bills, and the realized profit of every position
 * by its fills.
 */
class Ledger {
  private readonly balances = new Map<string, bigint>();
  private readonly realized = new Map<number, bigint>();

  fold(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === "moneyMoved") {
        this.bill(event.fromAccount, event.fromEntry, -event.amount, event.fromBalance);
        this.bill(event.toAccount, event.toEntry, event.amount, event.toBalance);
      } else if (event.type === "traded") {
        this.fill({
          account: event.makerAccount,
          marginMode: event.makerMarginMode,
          position: event.makerPosition,
          action: event.makerAction,
          value: event.makerValue,
          fee: event.makerFee,
          realized: event.makerRealized,
          balance: event.makerBalance,
          feeBalance: event.makerFeeBalance,
        });
        this.fill({
          account: event.takerAccount,
          marginMode: event.takerMarginMode,
          position: event.takerPosition,
          action: event.takerAction,
          value: event.takerValue,
          fee: event.takerFee,
          realized: event.takerRealized,
          balance: event.takerBalance,
          feeBalance: event.takerFeeBalance,
        });
      } else if (event.type === "tradeTurned") this.fill(event);
      else if (event.type === "positionClosed") {
        const gain = event.closeValue - event.openValue;
        const due = (event.leg === LONG ? gain : -gain) - event.closeFee - event.liquidationFee;
        expect(this.realized.get(event.position)).toBe(due);
        expect(this.balances.get(`${event.account}/${event.position}`) ?? 0n).toBe(0n);
      }
    }
  }

  compare(venue: Driver): void {
    for (const account of [1, 2, 3, 4, 5, 6]) {
      for (const entry of venue.ask({ type: "account", account })!.entries) {
        same(entry.amount, this.balances.get(`${account}/${entry.position}`) ?? 0n);
      }
    }
  }

  private fill({ account, marginMode, position, action, value, fee, ...after }: Side): void {
    const buys = action === OPEN_LONG || action === CLOSE_SHORT;
    this.bill(account, marginMode === ISOLATED ? position : 0, (buys ? -value : value) - fee, after.balance);
    this.realized.set(position, (this.realized.get(position) ?? 0n) + after.realized);
    if (fee !== 0n) this.bill(FEE_ACCOUNT, 0, fee, after.feeBalance);
  }

  private bill(account: number, entry: number, amount: bigint, after: bigint): void {
    const key = `${account}/${entry}`;
    const balance = (this.balances.get(key) ?? 0n) + amount;
    same(after, balance);
    this.balances.set(key, balance);
  }
}

/** What a trade is to one side of it. */
type Side = Pick<EventOf<"tradeTurned">, "account" | "marginMode" | "position" | "action" | "value" | "fee"> &
  Pick<EventOf<"tradeTurned">, "realized" | "balance" | "feeBalance">;
