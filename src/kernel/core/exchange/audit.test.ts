import { describe, expect, it } from "vitest";
import { Driver, money } from "../../../../test/core/driver.ts";
import { setAccount } from "../../../../test/core/settings.ts";
import {
  ACCOUNT_HOUSE,
  CLOSE_LONG,
  CLOSE_SHORT,
  DIRECT_FILL,
  DIRECT_LATE_PRESETS,
  DIRECT_NEVER_FILL,
  DIRECT_REJECT,
  HEDGE,
  INSURANCE_ACCOUNT,
  IOC,
  ISOLATED,
  LONG,
  NET_BUY,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  STATE_FILLED,
  STATE_PENDING,
  STATUS_FROZEN,
  STP_NONE,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_HELD,
  TRIGGER_ON_LAST,
  TRIGGER_QUEUED,
} from "../data/codes.ts";
import { blankOf } from "../data/encoding/layout.ts";
import { commandLayouts } from "../data/messages/command.ts";
import type { State } from "../data/state/state.ts";
import { MEETS_POOL } from "../data/tables/accountRules.ts";
import { SlotHeap } from "../data/tables/slotHeap.ts";
import type { AccountId, OrderSlot } from "../data/units/kinds.ts";
import { accountId } from "../data/units/kinds.ts";
import { Money } from "../data/units/money.ts";

/**
 * A state with something of everything: a shared long and short, an isolated long, two resting orders at one
 * price, a close, a take-profit and its sibling, and a movement on its way.
 */
function furnished() {
  const venue = new Driver();
  const [alice, bob, carol] = [
    venue.user("alice", 10_000),
    venue.user("bob", 10_000),
    venue.user("carol", 10_000),
  ];
  venue.index(60_000_000);
  venue.mode(carol, ISOLATED);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 100 });
  venue.order({
    account: alice,
    action: OPEN_LONG,
    price: 600_000,
    size: 50,
    presetTakeProfit: 610_000,
    presetStopLoss: 590_000,
  });
  venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: 60 });
  const rested = venue.order({ account: bob, action: OPEN_LONG, price: 599_000, size: 7, clientId: "first" });
  venue.order({ account: bob, action: OPEN_LONG, price: 599_000, size: 8 });
  venue.order({ account: bob, action: CLOSE_SHORT, price: 598_000, size: 9 });
  venue.order({ account: alice, action: CLOSE_LONG, price: 602_000, size: 5 });
  venue.order({
    account: alice,
    action: OPEN_LONG,
    price: 597_000,
    size: 4,
    presetTakeProfit: 610_000,
    presetStopLoss: 590_000,
  });
  venue.accept({
    type: "placeTpSl",
    account: alice,
    leg: LONG,
    takeProfit: true,
    triggerPrice: 620_000,
    triggerSource: TRIGGER_ON_LAST,
    size: 1,
  });
  for (const callbackRate of [2_000_000, 3_000_000])
    venue.accept({
      ...blankOf(commandLayouts.placeTrailing),
      ...{ type: "placeTrailing", account: alice, action: OPEN_LONG, size: 1 },
      ...{ callbackRate, triggerSource: TRIGGER_ON_LAST },
    });
  venue.accept({ type: "setCountdown", account: carol, contract: 0, which: 3, afterMs: 1_000 });
  venue.accept({ type: "beginMovement", movement: 2, from: alice, to: 1, amount: 5n });
  const s = venue.exchange.state;
  const slot = s.orders.byId.get(rested.id);
  return { venue, s, slot, alice, bob, carol };
}

/** Tampers with a furnished state. */
type Tamper = (
  s: State,
  its: { slot: OrderSlot; alice: AccountId; bob: AccountId; carol: AccountId },
) => void;

const holdingOf = (s: State, account: AccountId) => s.holdingOf[0]!.get(account)!;
const positionOf = (s: State, account: AccountId) => s.accounts.positionHead[account]!;
const rising = (s: State) => s.contracts[0]!.trails(TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE);
const child = (s: State) => s.orders.slots().find((slot) => s.orders.kind[slot] === 4)!;

const tamperings: [rule: string, tamper: Tamper][] = [
  ["account names are unique", (s, { bob }) => s.accounts.byName.set("nobody", bob)],
  [
    "an account is found by its name",
    (s, { alice, bob }) => s.accounts.byName.set("alice", bob).set("bob", alice),
  ],
  ["a holding is found by account and contract", (s, { bob }) => s.holdingOf[0]!.delete(bob)],
  ["the tail of a list of holdings is its last", (s, { bob }) => (s.accounts.holdingTail[bob] = -1)],

  ["an id was given out", (s) => (s.nextId = 1_000_000_000_000_001)],
  ["an order is found by its id", (s, { slot }) => s.orders.byId.delete(s.orders.id[slot]!)],
  [
    "an order belongs to the holding of its account and contract",
    (s, { slot, alice }) => (s.orders.account[slot] = alice),
  ],
  [
    "modes do not change while an order is live",
    (s, { bob }) => (s.holdings.marginMode[holdingOf(s, bob)] = ISOLATED),
  ],
  ["an action takes its side of the book", (s, { slot }) => (s.orders.side[slot] = 1)],
  ["a terminal order has left the pool", (s, { slot }) => (s.orders.state[slot] = STATE_FILLED)],
  [
    "an account has no working order that its status forbids",
    (s, { slot }) => (s.accounts.status[s.orders.account[slot]!] = STATUS_FROZEN),
  ],
  ["an open order rests", (s, { slot }) => (s.orders.restsWhere[slot] = 0)],
  [
    "between commands only a delay leaves an order pending",
    (s, { slot }) => (s.orders.state[slot] = STATE_PENDING),
  ],
  ["a live order has something left, within its size", (s, { slot }) => (s.orders.remaining[slot] = 0)],
  ["a price is a whole number of ticks", (s, { slot }) => (s.orders.price[slot] = 0.5)],
  ["value comes with fills", (s, { slot }) => (s.orders.filledValue.hi[slot] = 1)],
  ["an amount of money is canonical", (s, { slot }) => (s.orders.fee.lo[slot] = 100_000_000)],
  ["an amount of money is canonical", (s, { slot }) => (s.orders.fee.hi[slot] = -0)],
  ["closing and waiting orders freeze nothing", (s) => (s.orders.frozen.hi[child(s)] = 1)],
  ["an order's frozen margin is that of what it has left", (s, { slot }) => (s.orders.frozen.lo[slot]! += 1)],
  ["an account has frozen what its orders freeze", (s, { bob }) => (s.accounts.frozen.lo[bob]! += 1)],
  ["a holding counts its orders", (s, { bob }) => (s.holdings.restingCount[holdingOf(s, bob)]! += 1)],
  [
    "what orders would open is what they have left",
    (s, { bob }) => (s.holdings.longOpening[holdingOf(s, bob)]! += 1),
  ],
  [
    "what orders reserve is what they have left",
    (s, { bob }) => (s.holdings.shortReserved[holdingOf(s, bob)] = 0),
  ],
  ["reservations are within a leg's size", (s, { bob }) => (s.holdings.shortSize[holdingOf(s, bob)] = 1)],
  ["a holding's orders are linked both ways", (s, { slot }) => (s.orders.holdingPrev[slot] = slot)],
  [
    "the tail of a holding's orders is their last",
    (s, { bob }) => (s.holdings.orderTail[holdingOf(s, bob)] = -1),
  ],
  [
    "a position's reservations are those of the orders bound to it",
    (s, { bob }) => (s.positions.reserved[positionOf(s, bob)] = 1),
  ],
  ["a client id is live once", (s, { bob }) => s.accounts.clientIds[bob]!.delete("first")],
  ["a client id leads to its live order", (s, { bob }) => s.accounts.clientIds[bob]!.set("second", child(s))],
  [
    "siblings are the take-profit and the stop-loss of one parent",
    (s) => (s.orders.conditions.sibling[s.orders.condition[child(s)]] = child(s)),
  ],
  [
    "presets that watch the mark are presets of the order",
    (s) => (s.orders.conditions.presetsOnMark[s.orders.condition[child(s)]] = 1),
  ],
  [
    "preset children, and no others, have a parent",
    (s) => (s.orders.conditions.parent[s.orders.condition[child(s)]] = 0),
  ],

  [
    "an order's conditions are there while it lives",
    (s) => s.orders.conditions.drop(s.orders.condition[child(s)]),
  ],
  ["an order without conditions has none", (s) => (s.orders.conditions.triggeredTime[0] = 1)],
  ["conditions end with their order", (s) => s.orders.conditions.take()],
  [
    "an order shares its conditions with no other",
    (s, { slot }) => {
      // As many orders have conditions as there are rows of them: one row has two orders, another none.
      const { conditions } = s.orders;
      conditions.take();
      const other = s.orders.slots().find((of) => conditions.presetTakeProfit[s.orders.condition[of]]! > 0)!;
      s.orders.condition[slot] = s.orders.condition[other];
    },
  ],
  ["an untriggered order is watched at its trigger price", (s) => (s.orders.heapKey[child(s)] = 0)],
  [
    "a triggered order has left its heap",
    (s) => (s.orders.conditions.triggerQueued[s.orders.condition[child(s)]] = TRIGGER_QUEUED),
  ],
  [
    "an order that is held has left its heap",
    (s) => (s.orders.conditions.triggerQueued[s.orders.condition[child(s)]] = TRIGGER_HELD),
  ],
  [
    "an order is held only while it may not trade",
    (s) => {
      s.contracts[0]!.triggers(TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE).remove(child(s));
      s.orders.heapKey[child(s)] = 0;
      s.orders.conditions.triggerQueued[s.orders.condition[child(s)]] = TRIGGER_HELD;
    },
  ],
  [
    "a heap holds the orders that wait for it",
    (s, { slot }) => s.contracts[0]!.triggers(TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE).push(slot),
  ],
  [
    "a waiting order stands in its heap, at a place of its own",
    (s) => s.contracts[0]!.triggers(TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE).remove(child(s)),
  ],
  [
    "the top of a heap is the next to wake",
    (s) => {
      const slot = s.contracts[0]!.triggers(TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE).peek();
      s.orders.conditions.triggerPrice[s.orders.condition[slot]] = s.orders.heapKey[slot] = 700_000;
    },
  ],
  ["a waiting order stands in its heap, at a place of its own", (s) => (s.orders.heapIndex[child(s)] = 7)],
  [
    "an order that ends with its leg waits without a size of its own",
    (s) => (s.orders.conditions.endsWithLeg[s.orders.condition[child(s)]] = 1),
  ],
  [
    "a countdown that runs is in the heap that ends it",
    (s, { bob }) => (s.holdings.countdownDue[holdingOf(s, bob)] = 5),
  ],
  [
    "a countdown says which orders it cancels",
    (s, { carol }) => (s.holdings.countdownWhich[holdingOf(s, carol)] = 0),
  ],
  [
    "a trailing stop trails by its rate",
    (s) => (s.orders.heapKey[rising(s).trails[0]!.orders.peek()] = 100_000),
  ],
  ["a trail has orders", (s) => rising(s).trails.push({ extreme: 1, orders: new SlotHeap(s.orders, 1) })],
  ["trails stand by their extremes", (s) => rising(s).trails.push(rising(s).trails[0]!)],
  [
    "a trailing stop is in one trail",
    (s, { slot }) => {
      const [trail] = rising(s).trails;
      rising(s).add(slot, trail!.extreme);
      trail!.orders.remove(slot);
    },
  ],
  ["only pending and canceling orders are delayed", (s, { slot }) => (s.orders.heapKey[slot] = 5)],

  ["at one price the order that rested first is first", (s, { slot }) => (s.orders.priority[slot] = 1_000)],
  ["an order marked as resting is in its book", (s, { slot }) => s.contracts[0]!.book.remove(slot)],
  ["market, IOC and FOK orders never rest", (s, { slot }) => (s.orders.timeInForce[slot] = 3)],

  [
    "a position is found by its id",
    (s, { bob }) => s.positions.byId.delete(s.positions.id[positionOf(s, bob)]!),
  ],
  [
    "a position has the leverage of its leg",
    (s, { bob }) => (s.positions.leverage[positionOf(s, bob)] = 100),
  ],
  [
    "a separated position, and no other, has its opening order",
    (s, { bob }) => (s.positions.openOrder[positionOf(s, bob)] = 9),
  ],
  [
    "a position is booked on the entry of its mode",
    (s, { bob, alice }) => (s.positions.entry[positionOf(s, bob)] = s.accounts.entry[alice]!),
  ],
  [
    "a position's size is what was opened less what was closed",
    (s, { bob }) => (s.positions.cumCloseSize[positionOf(s, bob)]! += 1),
  ],
  [
    "an open position has an entry value above 0",
    (s, { bob }) => s.positions.openValue.clear(positionOf(s, bob)),
  ],
  [
    "only closings take entry value off a position",
    (s, { bob }) => (s.positions.cumOpenValue.hi[positionOf(s, bob)]! += 1),
  ],
  [
    "an account's positions are linked both ways",
    (s, { bob }) => (s.positions.accountPrev[positionOf(s, bob)] = 0),
  ],
  ["the tail of an account's positions is their last", (s, { bob }) => (s.accounts.positionTail[bob] = -1)],
  ["a leg's positions are linked both ways", (s, { bob }) => (s.positions.legPrev[positionOf(s, bob)] = 0)],
  [
    "the tail of a leg's positions is their last",
    (s, { bob }) => (s.holdings.shortTail[holdingOf(s, bob)] = -1),
  ],
  [
    "a leg's size is the sum of its positions",
    (s, { bob }) => (s.holdings.shortSize[holdingOf(s, bob)]! += 1),
  ],
  [
    "every position is in its leg's list",
    (s, { carol }) => {
      const holding = holdingOf(s, carol);
      s.accounts.positionHead[carol] = s.accounts.positionTail[carol] = -1;
      s.holdings.longHead[holding] = s.holdings.longTail[holding] = -1;
      s.holdings.longSize[holding] = 0;
    },
  ],
  [
    "every position is in its account's list",
    (s, { carol }) => (s.accounts.positionHead[carol] = s.accounts.positionTail[carol] = -1),
  ],
  ["open interest is the sum of longs and of shorts", (s) => (s.contracts[0]!.openInterest += 1)],

  [
    "an entry's amount is the sum of its counters",
    (s, { bob }) => (s.entries.amount.lo[s.accounts.entry[bob]!]! += 1),
  ],
  [
    "all amounts of a coin together are 0",
    (s, { bob }) => {
      const entry = s.accounts.entry[bob]!;
      s.entries.amount.hi[entry]! += 1;
      s.entries.counters.deposit.hi[entry]! += 1;
    },
  ],
  [
    "an account has one shared entry",
    (s, { bob, alice }) => (s.entries.account[s.accounts.entry[bob]!] = alice),
  ],
  ["an isolated entry has its position", (s, { carol }) => s.entries.open(carol, 2, ISOLATED, 8, 0)],
  [
    "an isolated entry and its position belong together",
    (s, { carol }) => s.entries.open(carol, 2, ISOLATED, s.positions.id[positionOf(s, carol)]!, 0),
  ],
  [
    "an account has a shared entry and one for each isolated position",
    (s) => s.entries.drop(s.accounts.entry[INSURANCE_ACCOUNT]!),
  ],
  ["pending deposits and withdrawals are on their way", (s) => s.movements.clear()],

  ["a funding period ends at its next instant", (s) => (s.contracts[0]!.fundingDue += 1)],
  ["a funding period ends at its next instant", (s) => (s.contracts[0]!.fundingDue = 0)],
  ["a funding rate is a whole number", (s) => (s.contracts[0]!.fundingRate = 0.5)],
  ["premium samples lie within a tenth of the index", (s) => (s.contracts[0]!.premium.weighted = 1n)],
  ["premium samples lie within a tenth of the index", (s) => (s.contracts[0]!.premium.sum = -1n)],
  [
    "a liquidation ends in the step it begins in",
    (s, { bob }) => (s.entries.liquidating[s.accounts.entry[bob]!] = 1),
  ],
  [
    "liquidation fees are charged while an order",
    (s) => (s.bankruptcy = { position: 1, value: 1n, lots: 1 }),
  ],
  [
    "a contract watches the holdings that say so",
    (s, { bob }) => (s.holdings.watched[holdingOf(s, bob)] = 0),
  ],
  [
    "a contract watches the holdings",
    (s, { bob }) => {
      s.holdings.lowHeapIndex[holdingOf(s, bob)] = 99; // else the heap knows that it has it
      s.contracts[0]!.lowBands.push(holdingOf(s, bob));
    },
  ],
  ["a watched holding has a place", (s, { bob }) => s.contracts[0]!.lowBands.remove(holdingOf(s, bob))],
  [
    "a watched holding has a place of its own",
    (s, { bob }) => (s.holdings.highHeapIndex[holdingOf(s, bob)] = 9),
  ],
  [
    "the holding that leaves its band first is on top",
    (s, { alice }) => (s.holdings.bandHigh[holdingOf(s, alice)] = 1),
  ],
  [
    "a holding is watched while it has positions",
    (s, { bob }) => {
      const holding = holdingOf(s, bob);
      s.contracts[0]!.lowBands.remove(holding);
      s.contracts[0]!.highBands.remove(holding);
      s.holdings.watched[holding] = 0;
    },
  ],
  [
    "a mark lies in the bands around it",
    (s) => {
      s.contracts[0]!.markPoints = 70_000_000;
    },
  ],
  [
    "a breach lies beyond the bands",
    ({ holdings }) => {
      for (const holding of holdings.slots()) holdings.bandLow[holding]! -= 59_000_000;
    },
  ],
  [
    "whoever is in breach waits for liquidation",
    (s, { bob }) => {
      // Bob's money is Alice's: all that the ledger shows is in order.
      const [from, to] = [s.accounts.entry[bob]!, s.accounts.entry[(bob - 1) as AccountId]];
      const all = new Money().fromQuanta(1_059_000_000_000n);
      s.entries.amount.subtract(from, all);
      s.entries.counters.transferOut.add(from, all);
      s.entries.amount.add(to, all);
      s.entries.counters.transferIn.add(to, all);
    },
  ],
  ["only users are liquidated", (s) => s.liquidations.push({ account: 3, position: 0, forced: false })],
  [
    "an entry waits for liquidation once",
    (s, { bob }) => {
      for (let i = 0; i < 2; i++) s.liquidations.push({ account: bob, position: 0, forced: false });
    },
  ],
];

/**
 * A net long with a reduce-only order and a paper account of its own, an account with a leg each way, and one
 * that opens positions one by one.
 */
function furnishedNet() {
  const venue = new Driver();
  const net = venue.user("net", 10_000);
  venue.accept(setAccount(net, { positionMode: ONE_WAY }));
  const [legs, separated] = [venue.user("legs", 10_000), venue.user("separated", 10_000)];
  const house = venue.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id as AccountId;
  venue.index(60_000_000);
  venue.accept({ type: "setMode", account: separated, marginMode: SHARED, separatedMode: SEPARATED });
  for (const [maker, taker, action] of [
    [legs, net, NET_BUY],
    [separated, legs, OPEN_LONG],
  ] as const) {
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 100 });
    venue.order({ account: taker, action, price: 600_000, size: 100 });
  }
  venue.order({ account: net, action: CLOSE_LONG, price: 601_000, size: 100 });
  const paper = venue.accept({ type: "openPaper", account: net, amount: money("1000") }).id as AccountId;
  return { venue, s: venue.exchange.state, net, legs, separated, house, paper };
}

const netTamperings: [rule: string, tamper: (of: ReturnType<typeof furnishedNet>) => unknown][] = [
  ["a one-way account holds one leg", ({ s, legs }) => (s.accounts.positionMode[legs] = ONE_WAY)],
  ["a one-way account is combined", ({ s, separated }) => (s.accounts.positionMode[separated] = ONE_WAY)],
  ["only users hold one net position", ({ s, house }) => (s.accounts.positionMode[house] = ONE_WAY)],
  ["a one-way account never meets itself", ({ s, net }) => (s.accounts.selfTradePrevention[net] = STP_NONE)],
  ["a paper account holds positions as its user", ({ s, paper }) => (s.accounts.positionMode[paper] = HEDGE)],
  ["reservations are within a leg's size", ({ s, net }) => (s.holdings.longSize[holdingOf(s, net)] = 99)],
];

describe("a tampered state", () => {
  it.each(netTamperings)("of one-way accounts breaks: %s", (rule, tamper) => {
    const its = furnishedNet();
    its.venue.exchange.audit();
    tamper(its);
    expect(() => its.venue.exchange.audit()).toThrow(rule);
  });

  it.each(tamperings)("breaks: %s", (rule, tamper) => {
    const { venue, s, ...its } = furnished();
    venue.exchange.audit();
    tamper(s, its);
    expect(() => venue.exchange.audit()).toThrow(rule);
  });

  it("is told by ids", () => {
    const { venue, s, slot } = furnished();
    s.orders.timeInForce[slot] = 3;
    expect(() => venue.exchange.audit()).toThrow(`never rest (order ${s.orders.id[slot]}, timeInForce 3)`);
  });
});

/** Ann and her paper account, which took 3 lots of 5 and waits with an order; the pool on the other side. */
function onPaper() {
  const venue = new Driver();
  const bob = venue.user("bob", 100_000);
  const ann = venue.user("ann");
  const paper = accountId(venue.accept({ type: "openPaper", account: ann, amount: 1_000_000_000_000n }).id);
  venue.index(60_000_000);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 5 });
  venue.order({ account: paper, action: OPEN_LONG, price: 600_000, size: 3 });
  const { id } = venue.order({ account: paper, action: OPEN_LONG, price: 599_000, size: 7 });
  venue.order({ account: paper, action: OPEN_LONG, price: 599_000, size: 7 });
  const s = venue.exchange.state;
  return { venue, s, bob, ann, paper, slot: s.orders.byId.get(id) };
}

type PaperTamper = (
  s: State,
  its: { bob: AccountId; ann: AccountId; paper: AccountId; slot: OrderSlot },
) => void;

const paperTamperings: [rule: string, tamper: PaperTamper][] = [
  ["a user and its paper account name each other", (s, { ann }) => (s.accounts.twin[ann] = 0)],
  ["a paper account has its user", (s, { ann, paper }) => s.accounts.twin.fill(0, ann, paper + 1)],
  ["there is one paper pool", (s, { bob }) => (s.funds[MEETS_POOL] = bob)],
  ["simulated money is on paper", (s, { paper }) => (s.entries.coin[s.accounts.entry[paper]!] = 2)],
  ["an open paper order waits on paper", (s, { slot }) => (s.orders.restsWhere[slot] = 1)],
  ["paper accounts' live orders, and no others", (s, { slot }) => (s.orders.state[slot] = STATE_PENDING)],
  [
    "paper orders stand by price and time",
    (s, { slot }) => (s.orders.priority[slot] = s.orders.priority[slot]! + 9),
  ],
  ["a paper order waits for what it may not take yet", (s, { slot }) => (s.orders.price[slot] = 600_000)],
  ["a paper book counts its orders", (s, { slot }) => s.contracts[0]!.shadow!.book.remove(slot)],
  ["what was taken of an order is forgotten with it", (s) => s.paperTakes.set(9, new Map())],
  ["paper accounts take whole lots", (s, { bob }) => s.paperTakes.values().next().value!.set(bob, 1)],
  [
    "all amounts of a coin together are 0",
    (s, { paper }) => {
      const entry = s.accounts.entry[paper]!;
      s.entries.amount.hi[entry]! += 1;
      s.entries.counters.deposit.hi[entry]! += 1;
    },
  ],
];

describe("a tampered state on paper", () => {
  it.each(paperTamperings)("breaks: %s", (rule, tamper) => {
    const { venue, s, ...its } = onPaper();
    venue.exchange.audit();
    tamper(s, its);
    expect(() => venue.exchange.audit()).toThrow(rule);
  });
});

/** An order is set aside, two directives wait, and presets are late. */
function directed() {
  const venue = new Driver();
  const bot = venue.user("bot", 100_000);
  venue.index(60_000_000);
  const told = {
    ...blankOf(commandLayouts.direct),
    type: "direct",
    account: bot,
    contract: -1,
    orders: 1,
  } as const;
  venue.accept({ ...told, what: DIRECT_LATE_PRESETS, ms: 1_000 });
  venue.accept({ ...told, what: DIRECT_FILL });
  venue.order({ account: bot, action: OPEN_LONG, price: 599_000, size: 5, presetStopLoss: 500_000 });
  venue.accept({ ...told, what: DIRECT_NEVER_FILL });
  const { id } = venue.order({ account: bot, action: OPEN_LONG, price: 599_000, size: 7 });
  const waits = venue.accept({ ...told, what: DIRECT_REJECT }).id;
  const s = venue.exchange.state;
  return { venue, s, id, waits, slot: s.orders.byId.get(id) };
}

type DirectedTamper = (s: State, its: { id: number; waits: number; slot: OrderSlot }) => void;

const directedTamperings: [rule: string, tamper: DirectedTamper][] = [
  ["an order set aside must be open or canceling", (s, { slot }) => (s.orders.timeInForce[slot] = IOC)],
  [
    "an order on its way to the book must not rest anywhere",
    (s, { slot }) => {
      s.orders.state[slot] = STATE_PENDING;
      s.orders.heapKey[slot] = 1;
      s.delayed.push(slot);
    },
  ],
  [
    "a waiting directive must have from 1 to all of its orders left",
    (s, { waits }) => {
      const { directive } = s.directives.waiting.get(waits)!;
      s.directives.waiting.set(waits, { directive, left: 2 });
    },
  ],
  ["an order that directives are kept for must be live", (s) => s.directives.ofOrder.set(9, [])],
  [
    "an order must follow directives of its own account only",
    (s, { id }) => {
      s.directives.ofOrder.set(id, [{ ...s.directives.ofOrder.get(id)![0]!, account: accountId(2) }]);
    },
  ],
  [
    "an amendment is on its way to an order that rests and waits for it",
    (s, { id }) => s.amendsSent.set(id, { price: 599_000, size: 6 }),
  ],
  ["amendments are counted of live orders", (s) => s.amendments.set(9, 1)],
  ["orders that were amended", (s, { id }) => s.amendments.set(id, 0)],
  ["an amendment is on its way", (s) => s.amendsSent.set(9, { price: 599_000, size: 6 })],
  ["a cancel is on its way behind an order", (s, { id }) => s.cancelsSent.set(id, 1)],
  [
    "presets that are to appear later must be in the order in which they are due",
    (s) => {
      s.directives.late.push({ ...s.directives.late[0]!, dueTime: 1 });
    },
  ],
];

describe("a tampered state with directives", () => {
  it.each(directedTamperings)("breaks: %s", (rule, tamper) => {
    const { venue, s, ...its } = directed();
    venue.exchange.audit();
    tamper(s, its);
    expect(() => venue.exchange.audit()).toThrow(rule);
  });
});
