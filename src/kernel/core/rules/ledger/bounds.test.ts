import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, money, placeOrder } from "../../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  MOVE_DEPOSIT,
  MOVE_GIFT,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../data/codes.ts";
import { COUNTER_UNITS_MAX, MONEY_UNITS_MAX } from "./bounds.ts";

const UNIT = 100_000_000n;
const MOST = BigInt(MONEY_UNITS_MAX) * UNIT;

const move = (movement: number, from: number, to: number, amount: bigint) =>
  ({ type: "moveMoney", movement, from, to, amount }) as const;
const deposit = (to: number, amount: bigint) => move(MOVE_DEPOSIT, EXTERNAL_ACCOUNT, to, amount);

describe("money that the venue may hold", () => {
  it.each([9_007_199_254_740_991n, 5_000_000_000_000_000n, 10n ** 25n])(
    "refuses a deposit of %i units and names what is left",
    (units) => {
      const venue = new Driver();
      const alice = venue.user("alice", 5);
      for (const movement of [MOVE_DEPOSIT, MOVE_GIFT]) {
        expect(venue.refuse(move(movement, EXTERNAL_ACCOUNT, alice, units * UNIT))).toMatchObject({
          type: "moneyLimit",
          room: MOST - 5n * UNIT,
        });
      }
      expect(venue.ask({ type: "assets", account: alice })?.equity).toBe(money("5"));
    },
  );

  it("is bounded to the quantum, what is on its way in included, and gives room again for what leaves", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice"), venue.user("bob")];
    venue.accept(deposit(alice, MOST - 1n));
    const pending = venue.accept({ ...deposit(bob, 1n), type: "beginMovement" }).id;
    expect(venue.refuse(deposit(bob, 1n))).toMatchObject({ type: "moneyLimit", room: 0n });
    venue.accept({ type: "settleMovement", id: pending, complete: true });
    expect(venue.refuse(deposit(bob, 1n)).type).toBe("moneyLimit");
    venue.accept(move(MOVE_WITHDRAW, alice, EXTERNAL_ACCOUNT, 3n));
    venue.accept(deposit(bob, 3n));
  });

  it("is bounded on paper", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice"), venue.user("bob")];
    const open = (account: number, amount: bigint) => ({ type: "openPaper", account, amount }) as const;
    expect(venue.refuse(open(alice, MOST + 1n)).type).toBe("moneyLimit");
    venue.accept(open(alice, MOST - UNIT));
    expect(venue.refuse(open(bob, 2n * UNIT)).type).toBe("moneyLimit");
    expect(venue.refuse({ ...open(alice, 2n * UNIT), type: "resetPaper" }).type).toBe("moneyLimit");
    venue.accept({ ...open(alice, UNIT), type: "resetPaper" });
    venue.accept(open(bob, MOST - UNIT));
  });
});

describe("what an entry counts in its life", () => {
  it("takes a thousand movements of all the money there may be, and refuses the next", () => {
    const venue = new Driver();
    venue.audits = false;
    const [alice, bob] = [venue.user("alice"), venue.user("bob")];
    venue.accept(deposit(alice, MOST));
    for (let i = 0; i < 1000; i++) {
      venue.accept(move(MOVE_TRANSFER, alice, bob, MOST));
      venue.accept(move(MOVE_GIFT, bob, alice, MOST));
    }
    const back = move(MOVE_TRANSFER, alice, bob, 1n);
    expect(venue.refuse(back)).toEqual({
      type: "counterLimit",
      account: alice,
      limit: BigInt(COUNTER_UNITS_MAX) * UNIT,
    });
    expect(venue.refuse({ ...back, type: "beginMovement" }).type).toBe("counterLimit");
    venue.exchange.audit();
  });

  it("refuses the order that would open more, and lets it close", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
    venue.index(60_000_000);
    const price = 600_000;
    venue.trade(alice, bob, price, 10);
    const { accounts, entries } = venue.exchange.state;
    // As after years of trading: what it opened it closed again.
    const entry = accounts.entry[alice]!;
    for (const counter of ["openLong", "closeLong"] as const)
      entries.counters[counter].hi[entry]! += COUNTER_UNITS_MAX;
    const more = placeOrder({ account: alice, action: OPEN_LONG, price, size: 1 });
    expect(venue.refuse(more)).toMatchObject({ type: "counterLimit", account: alice });
    venue.order({ account: bob, action: OPEN_LONG, price: price - 10, size: 10 });
    venue.order({ account: alice, action: CLOSE_LONG, price: price - 10, size: 10 });
    expect(venue.ask({ type: "positions", account: alice, contract: undefined })).toEqual([]);
  });

  it("counts what an isolated position is given and gives back", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
    venue.mode(alice, ISOLATED);
    venue.index(60_000_000);
    venue.trade(alice, bob, 600_000, 10);
    const [position] = venue.ask({ type: "positions", account: alice, contract: undefined });
    const { accounts, entries } = venue.exchange.state;
    for (const counter of ["marginMoveIn", "marginMoveOut"] as const)
      entries.counters[counter].hi[accounts.entry[alice]!]! += COUNTER_UNITS_MAX;
    const adjust = { type: "adjustMargin", account: alice, position: position!.position } as const;
    expect(venue.refuse({ ...adjust, amount: UNIT }).type).toBe("counterLimit");
    expect(
      venue.refuse(placeOrder({ account: alice, action: OPEN_LONG, price: 600_000, size: 1 })).type,
    ).toBe("counterLimit");
  });
});

it("keeps every column exact whatever anybody asks to be moved", () => {
  const amount = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 30n }),
    fc.bigInt({ min: MOST / 3n, max: MOST + 1n }),
    fc.constantFrom(1n, MOST, 9_007_199_254_740_991n * UNIT),
  );
  const party = fc.integer({ min: 1, max: 6 });
  const command = fc.record({
    type: fc.constantFrom("moveMoney" as const, "moveMoney", "beginMovement"),
    movement: fc.integer({ min: MOVE_DEPOSIT, max: MOVE_GIFT }),
    from: party,
    to: party,
    amount,
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const venue = new Driver();
      for (const name of ["a", "b", "c"]) venue.user(name);
      for (const each of commands) venue.execute(each); // audits
    }),
    { numRuns: 60 },
  );
});

it("lists no contract whose largest position could be worth more than sums stay exact for", () => {
  const venue = new Driver();
  const dear = { ...btc, symbol: "cmt_dearusdt", priceDecimals: 0, sizeDecimals: 0 };
  expect(venue.refuse({ ...dear, orderLotsMax: 1e9, positionLotsMax: 2e13 })).toEqual({
    type: "invalidContract",
    rule: 10,
  });
  // A lot at one tick is worth a unit: 10^9 of them leave prices up to 10^4.
  const { id } = venue.accept({ ...dear, positionLotsMax: 1e9 });
  expect(venue.refuse({ type: "setIndex", prices: [{ contract: id, points: 1_000_001 }] })).toMatchObject({
    type: "indexOutOfRange",
    max: 1_000_000,
  });
});

it.each([
  [8, 0, 100, true],
  [8, 0, 1_000_000, true],
  [7, 0, 10, true],
  [7, 1, 100, true],
  [8, 0, 10, false],
  [7, 0, 1, false],
  [8, 1, 1_000_000, false],
])(
  "lists a price of %i decimals, a size of %i and lots of %i: %s",
  (priceDecimals, sizeDecimals, lotStep, listed) => {
    const venue = new Driver();
    const small = { ...btc, symbol: "cmt_smallusdt", priceDecimals, sizeDecimals, lotStep };
    const { id, rejection } = venue.execute(small);
    expect(rejection).toEqual(listed ? undefined : { type: "invalidContract", rule: 1 });
    if (!listed) return;
    const [alice, bob] = [venue.user("alice", 1_000), venue.user("bob", 1_000)];
    venue.index(123_456, id);
    const order = { contract: id, price: 1_234, size: 1_000 };
    venue.order({ ...order, account: alice, action: OPEN_LONG });
    venue.order({ ...order, account: bob, action: OPEN_SHORT });
    // 1 000 lots at 1 234.56 ticks less what they cost at 1 234, and the fees of a maker.
    const quantaPerLot = lotStep * 10 ** (8 - priceDecimals - sizeDecimals);
    const profit = BigInt((1_000 * 56 * quantaPerLot) / 100);
    const [position] = venue.ask({ type: "positions", account: alice, contract: undefined });
    expect(position!.unrealized).toBe(profit);
  },
);
