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
  const users = ["alice", "bob", "carol"].map((name) => venue.user(name, 10_000));
  const [alice, bob, carol] = users as [AccountId, AccountId, AccountId];
  venue.index(60_000_000);
  venue.mode(carol, ISOLATED);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 100 });
  const presets = { presetTakeProfit: 610_000, presetStopLoss: 590_000 };
  venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 50, ...presets });
  venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: 60 });
  const rested = venue.order({ account: bob, action: OPEN_LONG, price: 599_000, size: 7, clientId: "first" });
  venue.order({ account: bob, action: OPEN_LONG, price: 599_000, size: 8 });
  venue.order({ account: bob, action: CLOSE_SHORT, price: 598_000, size: 9 });
  venue.order({ account: alice, action: CLOSE_LONG, price: 602_000, size: 5 });
  venue.order({ account: alice, action: OPEN_LONG, price: 597_000, size: 4, ...presets });
  const takes = {
    leg: LONG,
    takeProfit: true,
    triggerPrice: 620_000,
    triggerSource: TRIGGER_ON_LAST,
    size: 1,
  };
  venue.accept({ type: "placeTpSl", account: alice, ...takes });
  for (const callbackRate of [2_000_000, 3_000_000])
    venue.accept({
      ...blankOf(commandLayouts.placeTrailing),
      ...{ type: "placeTrailing", account: alice, action: OPEN_LONG, size: 1 },
      ...{ callbackRate, triggerSource: TRIGGER_ON_LAST },
    });
  venue.accept({ type: "setCountdown", account: carol, contract: 0, which: 3, afterMs: 1_000 });
  venue.accept({ type: "beginMovement", movement: 2, from: alice, to: 1, amount: 5n });
  const s = venue.exchange.state;
  const { orders, positions, holdings, accounts, entries } = s;
  const { conditions } = orders;
  const [contract] = s.contracts;
  const waits = [TRIGGER_ON_LAST, TRIGGER_AT_OR_ABOVE] as const;
  const child = orders.slots().find((slot) => orders.kind[slot] === 4)!;
  return {
    ...{ venue, s, orders, positions, holdings, accounts, entries, conditions, contract: contract! },
    ...{ triggers: contract!.triggers(...waits), rising: contract!.trails(...waits) },
    ...{ alice, bob, carol, child, condition: orders.condition[child]!, slot: orders.byId.get(rested.id) },
    /** Bob's. */
    ...{ holding: holdingOf(s, bob), position: positionOf(s, bob), entry: accounts.entry[bob]! },
  };
}

const holdingOf = (s: State, account: AccountId) => s.holdingOf[0]!.get(account)!;
const positionOf = (s: State, account: AccountId) => s.accounts.positionHead[account]!;

const tamperings: Record<string, (its: ReturnType<typeof furnished>) => unknown> = {
  "account names are unique": ({ accounts, bob }) => accounts.byName.set("nobody", bob),
  "an account is found by its name": ({ accounts, alice, bob }) =>
    accounts.byName.set("alice", bob).set("bob", alice),
  "a holding is found by account and contract": ({ s, bob }) => s.holdingOf[0]!.delete(bob),
  "the tail of a list of holdings is its last": ({ accounts, bob }) => (accounts.holdingTail[bob] = -1),

  "an id was given out": ({ s }) => (s.nextId = 1_000_000_000_000_001),
  "an order is found by its id": ({ orders, slot }) => orders.byId.delete(orders.id[slot]!),
  "an order belongs to the holding of its account and contract": ({ orders, slot, alice }) =>
    (orders.account[slot] = alice),
  "modes do not change while an order is live": ({ holdings, holding }) =>
    (holdings.marginMode[holding] = ISOLATED),
  "an action takes its side of the book": ({ orders, slot }) => (orders.side[slot] = 1),
  "a terminal order has left the pool": ({ orders, slot }) => (orders.state[slot] = STATE_FILLED),
  "an account has no working order that its status forbids": ({ accounts, orders, slot }) =>
    (accounts.status[orders.account[slot]!] = STATUS_FROZEN),
  "an open order rests": ({ orders, slot }) => (orders.restsWhere[slot] = 0),
  "between commands only a delay leaves an order pending": ({ orders, slot }) =>
    (orders.state[slot] = STATE_PENDING),
  "a live order has something left, within its size": ({ orders, slot }) => (orders.remaining[slot] = 0),
  "a price is a whole number of ticks": ({ orders, slot }) => (orders.price[slot] = 0.5),
  "value comes with fills": ({ orders, slot }) => (orders.filledValue.hi[slot] = 1),
  "an amount of money is canonical": ({ orders, slot }) => (orders.fee.lo[slot] = 100_000_000),
  "closing and waiting orders freeze nothing": ({ orders, child }) => (orders.frozen.hi[child] = 1),
  "an order's frozen margin is that of what it has left": ({ orders, slot }) =>
    (orders.frozen.lo[slot]! += 1),
  "an account has frozen what its orders freeze": ({ accounts, bob }) => (accounts.frozen.lo[bob]! += 1),
  "a holding counts its orders": ({ holdings, holding }) => (holdings.restingCount[holding]! += 1),
  "what orders would open is what they have left": ({ holdings, holding }) =>
    (holdings.longOpening[holding]! += 1),
  "what orders reserve is what they have left": ({ holdings, holding }) =>
    (holdings.shortReserved[holding] = 0),
  "reservations are within a leg's size": ({ holdings, holding }) => (holdings.shortSize[holding] = 1),
  "a holding's orders are linked both ways": ({ orders, slot }) => (orders.holdingPrev[slot] = slot),
  "the tail of a holding's orders is their last": ({ holdings, holding }) =>
    (holdings.orderTail[holding] = -1),
  "a position's reservations are those of the orders bound to it": ({ positions, position }) =>
    (positions.reserved[position] = 1),
  "a client id is live once": ({ accounts, bob }) => accounts.clientIds[bob]!.delete("first"),
  "a client id leads to its live order": ({ accounts, child, bob }) =>
    accounts.clientIds[bob]!.set("second", child),
  "siblings are the take-profit and the stop-loss of one parent": ({ conditions, child, condition }) =>
    (conditions.sibling[condition] = child),
  "presets that watch the mark are presets of the order": ({ conditions, condition }) =>
    (conditions.presetsOnMark[condition] = 1),
  "preset children, and no others, have a parent": ({ conditions, condition }) =>
    (conditions.parent[condition] = 0),

  "an order's conditions are there while it lives": ({ conditions, condition }) => conditions.drop(condition),
  "an order without conditions has none": ({ conditions }) => (conditions.triggeredTime[0] = 1),
  "conditions end with their order": ({ conditions }) => conditions.take(),
  "an order shares its conditions with no other": ({ orders, conditions, slot }) => {
    // As many orders have conditions as there are rows of them: one row has two orders, another none.
    conditions.take();
    const other = orders.slots().find((of) => conditions.presetTakeProfit[orders.condition[of]]! > 0)!;
    orders.condition[slot] = orders.condition[other];
  },
  "an untriggered order is watched at its trigger price": ({ orders, child }) => (orders.heapKey[child] = 0),
  "a triggered order has left its heap": ({ conditions, condition }) =>
    (conditions.triggerQueued[condition] = TRIGGER_QUEUED),
  "an order that is held has left its heap": ({ conditions, condition }) =>
    (conditions.triggerQueued[condition] = TRIGGER_HELD),
  "an order is held only while it may not trade": ({ orders, conditions, triggers, child, condition }) => {
    triggers.remove(child);
    orders.heapKey[child] = 0;
    conditions.triggerQueued[condition] = TRIGGER_HELD;
  },
  "a heap holds the orders that wait for it": ({ triggers, slot }) => triggers.push(slot),
  "a waiting order stands in its heap, at a place of its own": ({ triggers, child }) =>
    triggers.remove(child),
  "the top of a heap is the next to wake": ({ orders, conditions, triggers }) => {
    const slot = triggers.peek();
    conditions.triggerPrice[orders.condition[slot]] = orders.heapKey[slot] = 700_000;
  },
  "an order that ends with its leg waits without a size of its own": ({ conditions, condition }) =>
    (conditions.endsWithLeg[condition] = 1),
  "a countdown that runs is in the heap that ends it": ({ holdings, holding }) =>
    (holdings.countdownDue[holding] = 5),
  "a countdown says which orders it cancels": ({ s, holdings, carol }) =>
    (holdings.countdownWhich[holdingOf(s, carol)] = 0),
  "a trailing stop trails by its rate": ({ orders, rising }) =>
    (orders.heapKey[rising.trails[0]!.orders.peek()] = 100_000),
  "a trail has orders": ({ orders, rising }) =>
    rising.trails.push({ extreme: 1, orders: new SlotHeap(orders, 1) }),
  "trails stand by their extremes": ({ rising }) => rising.trails.push(rising.trails[0]!),
  "a trailing stop is in one trail": ({ rising, slot }) => {
    const [trail] = rising.trails;
    rising.add(slot, trail!.extreme);
    trail!.orders.remove(slot);
  },
  "only pending and canceling orders are delayed": ({ orders, slot }) => (orders.heapKey[slot] = 5),

  "at one price the order that rested first is first": ({ orders, slot }) => (orders.priority[slot] = 1_000),
  "an order marked as resting is in its book": ({ contract, slot }) => contract.book.remove(slot),
  "market, IOC and FOK orders never rest": ({ orders, slot }) => (orders.timeInForce[slot] = 3),

  "a position is found by its id": ({ positions, position }) =>
    positions.byId.delete(positions.id[position]!),
  "a position has the leverage of its leg": ({ positions, position }) => (positions.leverage[position] = 100),
  "a separated position, and no other, has its opening order": ({ positions, position }) =>
    (positions.openOrder[position] = 9),
  "a position is booked on the entry of its mode": ({ accounts, positions, position, alice }) =>
    (positions.entry[position] = accounts.entry[alice]!),
  "a position's size is what was opened less what was closed": ({ positions, position }) =>
    (positions.cumCloseSize[position]! += 1),
  "an open position has an entry value above 0": ({ positions, position }) =>
    positions.openValue.clear(position),
  "only closings take entry value off a position": ({ positions, position }) =>
    (positions.cumOpenValue.hi[position]! += 1),
  "an account's positions are linked both ways": ({ positions, position }) =>
    (positions.accountPrev[position] = 0),
  "the tail of an account's positions is their last": ({ accounts, bob }) =>
    (accounts.positionTail[bob] = -1),
  "a leg's positions are linked both ways": ({ positions, position }) => (positions.legPrev[position] = 0),
  "the tail of a leg's positions is their last": ({ holdings, holding }) =>
    (holdings.shortTail[holding] = -1),
  "a leg's size is the sum of its positions": ({ holdings, holding }) => (holdings.shortSize[holding]! += 1),
  "every position is in its leg's list": ({ s, accounts, holdings, carol }) => {
    const holding = holdingOf(s, carol);
    accounts.positionHead[carol] = accounts.positionTail[carol] = -1;
    holdings.longHead[holding] = holdings.longTail[holding] = -1;
    holdings.longSize[holding] = 0;
  },
  "every position is in its account's list": ({ accounts, carol }) =>
    (accounts.positionHead[carol] = accounts.positionTail[carol] = -1),
  "open interest is the sum of longs and of shorts": ({ contract }) => (contract.openInterest += 1),

  "an entry's amount is the sum of its counters": ({ entries, entry }) => (entries.amount.lo[entry]! += 1),
  "all amounts of a coin together are 0": ({ entries, entry }) => {
    entries.amount.hi[entry]! += 1;
    entries.counters.deposit.hi[entry]! += 1;
  },
  "an account has one shared entry": ({ entries, entry, alice }) => (entries.account[entry] = alice),
  "an isolated entry has its position": ({ entries, carol }) => entries.open(carol, 2, ISOLATED, 8, 0),
  "an isolated entry and its position belong together": ({ s, positions, entries, carol }) =>
    entries.open(carol, 2, ISOLATED, positions.id[positionOf(s, carol)]!, 0),
  "an account has a shared entry and one for each isolated position": ({ accounts, entries }) =>
    entries.drop(accounts.entry[INSURANCE_ACCOUNT]!),
  "pending deposits and withdrawals are on their way": ({ s }) => s.movements.clear(),

  "a funding period ends at its next instant": ({ contract }) => (contract.fundingDue += 1),
  "a funding rate is a whole number": ({ contract }) => (contract.fundingRate = 0.5),
  "premium samples lie within a tenth of the index": ({ contract }) => (contract.premium.weighted = 1n),
  "a liquidation ends in the step it begins in": ({ entries, entry }) => (entries.liquidating[entry] = 1),
  "liquidation fees are charged while an order": ({ s }) =>
    (s.bankruptcy = { position: 1, value: 1n, lots: 1 }),
  "a contract watches the holdings that say so": ({ holdings, holding }) => (holdings.watched[holding] = 0),
  "a contract watches the holdings": ({ holdings, contract, holding }) => {
    holdings.lowHeapIndex[holding] = 99; // else the heap knows that it has it
    contract.lowBands.push(holding);
  },
  "a watched holding has a place": ({ contract, holding }) => contract.lowBands.remove(holding),
  "a watched holding has a place of its own": ({ holdings, holding }) =>
    (holdings.highHeapIndex[holding] = 9),
  "the holding that leaves its band first is on top": ({ s, holdings, alice }) =>
    (holdings.bandHigh[holdingOf(s, alice)] = 1),
  "a holding is watched while it has positions": ({ holdings, contract, holding }) => {
    contract.lowBands.remove(holding);
    contract.highBands.remove(holding);
    holdings.watched[holding] = 0;
  },
  "a mark lies in the bands around it": ({ contract }) => {
    contract.markPoints = 70_000_000;
  },
  "a breach lies beyond the bands": ({ holdings }) => {
    for (const holding of holdings.slots()) holdings.bandLow[holding]! -= 59_000_000;
  },
  "whoever is in breach waits for liquidation": ({ accounts, entries, entry, bob }) => {
    // Bob's money is Alice's: all that the ledger shows is in order.
    const [from, to] = [entry, accounts.entry[(bob - 1) as AccountId]];
    const all = new Money().fromQuanta(1_059_000_000_000n);
    entries.amount.subtract(from, all);
    entries.counters.transferOut.add(from, all);
    entries.amount.add(to, all);
    entries.counters.transferIn.add(to, all);
  },
  "only users are liquidated": ({ s }) => s.liquidations.push({ account: 3, position: 0, forced: false }),
  "an entry waits for liquidation once": ({ s, bob }) => {
    for (let i = 0; i < 2; i++) s.liquidations.push({ account: bob, position: 0, forced: false });
  },
};

/** Second ways of breaking some of them. */
const again: Record<string, (its: ReturnType<typeof furnished>) => unknown> = {
  "an amount of money is canonical": ({ orders, slot }) => (orders.fee.hi[slot] = -0),
  "a waiting order stands in its heap, at a place of its own": ({ orders, child }) =>
    (orders.heapIndex[child] = 7),
  "a funding period ends at its next instant": ({ contract }) => (contract.fundingDue = 0),
  "premium samples lie within a tenth of the index": ({ contract }) => (contract.premium.sum = -1n),
};

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

const netTamperings: Record<string, (its: ReturnType<typeof furnishedNet>) => unknown> = {
  "a one-way account holds one leg": ({ s, legs }) => (s.accounts.positionMode[legs] = ONE_WAY),
  "a one-way account is combined": ({ s, separated }) => (s.accounts.positionMode[separated] = ONE_WAY),
  "only users hold one net position": ({ s, house }) => (s.accounts.positionMode[house] = ONE_WAY),
  "a one-way account never meets itself": ({ s, net }) => (s.accounts.selfTradePrevention[net] = STP_NONE),
  "a paper account holds positions as its user": ({ s, paper }) => (s.accounts.positionMode[paper] = HEDGE),
  "reservations are within a leg's size": ({ s, net }) => (s.holdings.longSize[holdingOf(s, net)] = 99),
};

describe("a tampered state", () => {
  it.each(Object.entries(netTamperings))("of one-way accounts breaks: %s", (rule, tamper) => {
    const its = furnishedNet();
    its.venue.exchange.audit();
    tamper(its);
    expect(() => its.venue.exchange.audit()).toThrow(rule);
  });

  it.each([...Object.entries(tamperings), ...Object.entries(again)])("breaks: %s", (rule, tamper) => {
    const its = furnished();
    its.venue.exchange.audit();
    tamper(its);
    expect(() => its.venue.exchange.audit()).toThrow(rule);
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
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_500, size: 5 });
  const s = venue.exchange.state;
  return { venue, s, bob, ann, paper, slot: s.orders.byId.get(id) };
}

type PaperTamper = (
  s: State,
  its: { bob: AccountId; ann: AccountId; paper: AccountId; slot: OrderSlot },
) => void;

const paperTamperings: Record<string, PaperTamper> = {
  "a user and its paper account name each other": (s, { ann }) => (s.accounts.twin[ann] = 0),
  "a paper account has its user": (s, { ann, paper }) => s.accounts.twin.fill(0, ann, paper + 1),
  "there is one paper pool": (s, { bob }) => (s.funds[MEETS_POOL] = bob),
  "simulated money is on paper": (s, { paper }) => (s.entries.coin[s.accounts.entry[paper]!] = 2),
  "an open paper order waits on paper": (s, { slot }) => (s.orders.restsWhere[slot] = 1),
  "paper accounts' live orders, and no others": (s, { slot }) => (s.orders.state[slot] = STATE_PENDING),
  "paper orders stand by price and time": (s, { slot }) =>
    (s.orders.priority[slot] = s.orders.priority[slot]! + 9),
  "a paper order waits for what it may not take yet": (s, { slot }) => (s.orders.price[slot] = 600_500),
  "a paper book counts its orders": (s, { slot }) => s.contracts[0]!.shadow!.book.remove(slot),
  "what was taken of an order is forgotten with it": (s) => s.paperTakes.set(9, new Map()),
  "paper accounts take whole lots": (s, { bob }) => s.paperTakes.values().next().value!.set(bob, 1),
  "all amounts of a coin together are 0": (s, { paper }) => {
    const entry = s.accounts.entry[paper]!;
    s.entries.amount.hi[entry]! += 1;
    s.entries.counters.deposit.hi[entry]! += 1;
  },
};

describe("a tampered state on paper", () => {
  it.each(Object.entries(paperTamperings))("breaks: %s", (rule, tamper) => {
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

const directedTamperings: Record<string, DirectedTamper> = {
  "an order set aside must be open or canceling": (s, { slot }) => (s.orders.timeInForce[slot] = IOC),
  "an order on its way to the book must not rest anywhere": (s, { slot }) => {
    s.orders.state[slot] = STATE_PENDING;
    s.orders.heapKey[slot] = 1;
    s.delayed.push(slot);
  },
  "a waiting directive must have from 1 to all of its orders left": (s, { waits }) => {
    const { directive } = s.directives.waiting.get(waits)!;
    s.directives.waiting.set(waits, { directive, left: 2 });
  },
  "an order that directives are kept for must be live": (s) => s.directives.ofOrder.set(9, []),
  "an order must follow directives of its own account only": (s, { id }) => {
    s.directives.ofOrder.set(id, [{ ...s.directives.ofOrder.get(id)![0]!, account: accountId(2) }]);
  },
  "an amendment is on its way to an order that rests and waits for it": (s, { id }) =>
    s.amendsSent.set(id, { price: 599_000, size: 6 }),
  "amendments are counted of live orders": (s) => s.amendments.set(9, 1),
  "orders that were amended": (s, { id }) => s.amendments.set(id, 0),
  "an amendment is on its way": (s) => s.amendsSent.set(9, { price: 599_000, size: 6 }),
  "a cancel is on its way behind an order": (s, { id }) => s.cancelsSent.set(id, 1),
  "presets that are to appear later must be in the order in which they are due": (s) => {
    s.directives.late.push({ ...s.directives.late[0]!, dueTime: 1 });
  },
};

describe("a tampered state with directives", () => {
  it.each(Object.entries(directedTamperings))("breaks: %s", (rule, tamper) => {
    const { venue, s, ...its } = directed();
    venue.exchange.audit();
    tamper(s, its);
    expect(() => venue.exchange.audit()).toThrow(rule);
  });
});
