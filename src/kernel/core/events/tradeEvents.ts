import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  FEE_ACCOUNT,
  ISOLATED,
  isOpening,
  LONG,
  legOf,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_BOOK,
  ORIGIN_REPORTED,
  RESTS_NOWHERE,
} from "../data/codes.ts";
import { fixedWords, headOf, offsetsOf } from "../data/encoding/layout.ts";
import { fillFee } from "../data/ledger/fees.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { putTrade, putTradeSide, tradeWords } from "../data/model/generated/eventRecords.ts";
import { fillAction, lotsBookedFirst } from "../data/net/resolve.ts";
import { firstToMeet } from "../data/state/ofAccount.ts";
import type { State } from "../data/state/state.ts";
import type {
  AccountId,
  Action,
  EntrySlot,
  HoldingSlot,
  OrderSlot,
  PositionSlot,
  Rate,
  TradeId,
} from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import type { Lots, Ticks } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { markAccountDirty, refreeze, watchAgain } from "./accountEvents.ts";
import { release } from "./orderEvents.ts";
import { spendSlack } from "./watch.ts";

const TRADED = headOf(eventLayouts.traded);
const TRADED_WORDS = fixedWords(eventLayouts.traded)[0]!;
const TURNED = headOf(eventLayouts.tradeTurned);
const TURNED_WORDS = fixedWords(eventLayouts.tradeTurned)[0]!;
const TURNED_SIDE = offsetsOf(eventLayouts.tradeTurned).order;
const { makerOrder, makerSize, makerValue, takerOrder } = offsetsOf(eventLayouts.traded);
/** Words of a side of a trade: its fields, and what it comes to, which begins at these. */
export const tradeSideWords = takerOrder - makerOrder;
const SIDE_SIZE = makerSize - makerOrder;
const SIDE_VALUE = makerValue - makerOrder;
const TAKES = "a trade takes lots that both orders have";

/**
 * Two orders meet at the maker's price for `lots`. Both positions exist already, and an isolated opening has
 * moved its margin. Maker first, then taker: order, position, collateral entry, fee account. A maker that
 * does not rest is the other half of a trade that is only told (rules/order/mirror.ts): the taker's own, and
 * in nobody's way.
 *
 * ```
 * value = lots × price                       exact
 * fee   = trunc(value × effective rate)       negative for a rebate; up where the contract's rule says so
 * open  : size += s; V += v                   amount ∓ v − fee
 * close : alloc = V·s/size half-even, all of V at size 0
 *         realized = d·(v − alloc) − fee      amount ± v − fee
 * ```
 *
 * @see docs/reference/ledger.md
 */
export function traded(s: State, maker: OrderSlot, taker: OrderSlot, lots: Lots): void {
  const { orders } = s;
  const contract = s.contracts[orders.contract[maker]];
  const price = orders.price[maker];
  const side = orders.side[maker];
  assert(
    orders.contract[taker] === contract.index && orders.side[taker] !== side,
    "orders of one contract meet, a buy and a sell",
  );
  const rests = orders.restsWhere[maker] !== RESTS_NOWHERE;
  assert(
    rests
      ? firstToMeet(s, contract, side, orders.account[taker]) === maker
      : orders.account[maker] === orders.account[taker],
    "the best and oldest resting order that the taker may meet trades first",
  );
  assert(
    side === BUY ? price >= orders.price[taker] : price <= orders.price[taker],
    "a trade is within the taker's price",
  );
  assert(orders.restsWhere[taker] === RESTS_NOWHERE, "a taker does not rest");
  assert(lots > 0 && lots <= orders.remaining[maker] && lots <= orders.remaining[taker], TAKES);
  const value = s.scratch.value.setProduct(lots, price * contract.quantaPerTickLot);
  contract.lastPrice = price;
  if (rests && contract.shadow !== undefined) contract.shadow.traded(maker, lots);
  const at = beginTrade(s, taker, lots, price, value, rests ? ORIGIN_BOOK : ORIGIN_REPORTED);
  if (!rests) {
    orders.remaining[maker] -= lots;
  } else if (orders.remaining[maker] === lots) {
    contract.book.remove(maker);
    orders.restsWhere[maker] = RESTS_NOWHERE;
    orders.remaining[maker] = 0;
  } else {
    contract.book.reduce(maker, lots);
  }
  orders.remaining[taker] -= lots;
  const { none, liquidationFee } = s.scratch;
  bookPriced(s, maker, lots, value, price, s.holdings.makerRate[orders.holding[maker]], none, at);
  // The next reported part of it is admitted beside what is left of it, as beside an order that rests.
  if (!rests && orders.remaining[maker] > 0) refreeze(s, maker);
  const takerRate = s.holdings.takerRate[orders.holding[taker]];
  bookPriced(s, taker, lots, value, price, takerRate, liquidationFee, at + tradeSideWords);
  liquidationFee.clear();
}

/** A side of a trade at a price, with its fee: all of it; of one that goes through zero, what it closes. */
export function bookPriced(
  s: State,
  slot: OrderSlot,
  lots: Lots,
  value: Money,
  price: Ticks,
  rate: Rate,
  liquidationFee: Money,
  at: number,
): void {
  const { fee, partValue } = s.scratch;
  const contract = s.contracts[s.orders.contract[slot]];
  const part = lotsBookedFirst(s, slot, lots);
  const ofPart = part === lots ? value : partValue.setProduct(part, price * contract.quantaPerTickLot);
  fillFee(contract, ofPart, rate, fee);
  bookSide(s, slot, part, ofPart, fee, liquidationFee, at, true);
}

/**
 * What is left of a fill of `trade` when the order has closed the other leg: it opens `size`, at the trade's
 * price. Its position exists already and, isolated, has its margin.
 */
export function tradeTurned(
  s: State,
  slot: OrderSlot,
  turned: {
    readonly trade: TradeId;
    readonly price: Ticks;
    readonly isTaker: boolean;
    readonly counterparty: AccountId;
    readonly size: Lots;
    readonly fee: Money;
  },
): void {
  const { trade, price, isTaker, counterparty, size, fee } = turned;
  const contract = s.contracts[s.orders.contract[slot]];
  assert(isOpening(fillAction(s, slot)), "what goes through zero has closed the other leg first");
  const value = s.scratch.value.setProduct(size, price * contract.quantaPerTickLot);
  const at = s.events.begin(TURNED, TURNED_WORDS, s.index);
  const { words } = s.events;
  words[at + 1] = trade;
  words[at + 2] = contract.index;
  words[at + 3] = price;
  words[at + 4] = isTaker ? 1 : 0;
  words[at + 5] = counterparty;
  bookSide(s, slot, size, value, fee, s.scratch.none, at + TURNED_SIDE, true);
}

/**
 * Two orders meet outside the book for a value that was agreed: no price for anybody, no fees. Neither rests;
 * both positions exist already.
 */
export function tradedByValue(
  s: State,
  maker: OrderSlot,
  taker: OrderSlot,
  lots: Lots,
  agreed: Money,
  origin: number,
): void {
  const { orders, scratch } = s;
  assert(lots > 0 && lots <= orders.remaining[maker] && lots <= orders.remaining[taker], TAKES);
  assert(orders.side[maker] !== orders.side[taker], "a buy and a sell meet");
  assert(
    orders.restsWhere[maker] === RESTS_NOWHERE && orders.restsWhere[taker] === RESTS_NOWHERE,
    "what is agreed rests in no book",
  );
  assert(agreed.sign() >= 0, "what is agreed is not negative");
  const value = scratch.value.copy(agreed);
  const { facesOthers, valueOrigin } = s.accounts.rules[orders.account[taker]];
  const at = beginTrade(s, taker, lots, orders.price[taker], value, valueOrigin || origin);
  orders.remaining[maker] -= lots;
  orders.remaining[taker] -= lots;
  bookSide(s, maker, lots, value, scratch.fee.clear(), scratch.none, at, facesOthers);
  bookSide(s, taker, lots, value, scratch.fee.clear(), scratch.none, at + tradeSideWords, facesOthers);
}

/** Opens the record of a trade. Returns where its sides begin. */
export function beginTrade(
  s: State,
  taker: OrderSlot,
  lots: Lots,
  price: Ticks,
  value: Money,
  origin: number,
): number {
  assert(price > 0, "a trade has a price");
  const at = s.events.begin(TRADED, TRADED_WORDS, s.index);
  putTrade(s.events.words, at + 1, {
    trade: s.nextId++,
    contract: s.orders.contract[taker],
    price,
    size: lots,
    value,
    takerSide: s.orders.side[taker],
    origin,
  });
  return at + 1 + tradeWords;
}

/**
 * One side of a trade; `at` is where its fields begin in the record. Where the account does not face others
 * (accountRules.ts), its lots do not count as open interest and its fee goes to the other side.
 */
export function bookSide(
  s: State,
  slot: OrderSlot,
  lots: Lots,
  value: Money,
  fee: Money,
  liquidationFee: Money,
  at: number,
  facesOthers: boolean,
): void {
  const { orders, positions, entries, accounts } = s;
  const action = fillAction(s, slot);
  const account = orders.account[slot];
  const contract = s.contracts[orders.contract[slot]];
  const position = targetPosition(s, slot);
  assert(position !== NONE, "a fill has a position");
  assert(
    positions.holding[position] === orders.holding[slot],
    "a fill is of a position of its order's holding",
  );
  assert(positions.leg[position] === legOf(action), "a fill is of a position of its order's leg");
  assert(value.sign() >= 0, "the value of a fill is not negative");
  const entry = positions.entry[position];
  const realized = s.scratch.realized.clear();
  if (isOpening(action)) {
    enlarge(s, position, lots, value, fee);
    if (action === OPEN_LONG && facesOthers) contract.openInterest += lots;
  } else {
    reduce(s, position, lots, value, fee, realized);
    if (action === CLOSE_LONG && facesOthers) contract.openInterest -= lots;
  }
  assert(contract.openInterest >= 0, "open interest is not negative");
  resize(s, orders.holding[slot], action, lots);
  positions.updatedSeq[position] = s.seq;
  positions.updatedTime[position] = s.time;

  post(s, entry, action, value, fee);
  if (!liquidationFee.isZero()) {
    entries.amount.subtract(entry, liquidationFee);
    entries.counters.liquidateFee.add(entry, liquidationFee);
    positions.cumLiquidateFee.add(position, liquidationFee);
    orders.liquidationFee.add(slot, liquidationFee);
    realized.subtract(liquidationFee);
  }
  const bill = s.nextId++;

  orders.filledValue.add(slot, value);
  orders.fee.add(slot, fee);
  if (!isOpening(action)) orders.realized.add(slot, realized);
  orders.updatedTime[slot] = s.time;
  release(s, slot, lots);
  // A taker's margin is computed anew when it rests, and an order that is filled gives everything back as it
  // ends.
  if (orders.restsWhere[slot] !== RESTS_NOWHERE) refreeze(s, slot);
  markAccountDirty(s, account);
  if (positions.marginMode[position] === ISOLATED || !liquidationFee.isZero()) watchAgain(s, account);
  else spendSlack(s, account, orders.holding[slot], lots, value, fee);

  const feeEntry = accounts.entry[FEE_ACCOUNT];
  let feeBill = 0;
  if (!fee.isZero() && facesOthers) {
    entries.amount.add(feeEntry, fee);
    entries.counters.fillFeeIncome.add(feeEntry, fee);
    entries.updatedTime[feeEntry] = s.time;
    accounts.version[FEE_ACCOUNT] = s.seq;
    feeBill = s.nextId++;
  }

  putTradeSide(s.events.words, at, {
    order: orders.id[slot],
    account,
    action,
    kind: orders.kind[slot],
    marginMode: positions.marginMode[position],
    separatedMode: positions.separatedMode[position],
    position: positions.id[position],
    remaining: orders.remaining[slot],
    fee,
    liquidationFee,
    realized,
    bill,
    balance: entries.amount.read(entry, s.scratch.balance),
    feeBill,
    feeBalance: entries.amount.read(feeEntry, s.scratch.otherBalance),
  });
  const { words } = s.events;
  words[at + SIDE_SIZE] = lots;
  words[at + SIDE_VALUE] = value.hi;
  words[at + SIDE_VALUE + 1] = value.lo;
}

/**
 * The position that the next fill of an order touches: the one it is bound to, the one its own opening made
 * (separated), or the oldest of its leg with lots that no bound close has reserved. NONE if there is none
 * yet.
 */
export function targetPosition(s: State, slot: OrderSlot): PositionSlot {
  const { orders, positions, holdings } = s;
  if (orders.position[slot] !== 0) return positions.byId.get(orders.position[slot]);
  const action = fillAction(s, slot);
  const holding = orders.holding[slot];
  const head = legOf(action) === LONG ? holdings.longHead[holding] : holdings.shortHead[holding];
  if (orders.separatedMode[slot] === COMBINED) return head;
  if (isOpening(action)) {
    const id = orders.id[slot];
    for (let p = head; p !== NONE; p = positions.legNext[p]) if (positions.openOrder[p] === id) return p;
    return NONE;
  }
  for (let p = head; p !== NONE; p = positions.legNext[p])
    if (positions.size[p] > positions.reserved[p]) return p;
  return NONE;
}

function enlarge(s: State, p: PositionSlot, lots: Lots, value: Money, fee: Money): void {
  const { positions } = s;
  positions.size[p] += lots;
  positions.cumOpenSize[p] += lots;
  assert(Number.isSafeInteger(positions.cumOpenSize[p]), "all lots of a position are exact");
  positions.openValue.add(p, value);
  positions.openFee.add(p, fee);
  positions.cumOpenValue.add(p, value);
  positions.cumOpenFee.add(p, fee);
}

/** Takes `lots` off a position and leaves the realized PnL in `realized`. */
function reduce(s: State, p: PositionSlot, lots: Lots, value: Money, fee: Money, realized: Money): void {
  const { positions } = s;
  const { allocated, share } = s.scratch;
  const size = positions.size[p];
  assert(lots <= size, "a close never takes more than the position has");
  positions.openValue.read(p, allocated).prorateHalfEven(lots, size);
  positions.openValue.subtract(p, allocated);
  positions.openFee.subtract(p, positions.openFee.read(p, share).prorateHalfEven(lots, size));
  positions.fundingFee.subtract(p, positions.fundingFee.read(p, share).prorateHalfEven(lots, size));
  positions.size[p] = size - lots;
  positions.cumCloseSize[p] += lots;
  positions.cumCloseValue.add(p, value);
  positions.cumCloseFee.add(p, fee);
  if (positions.leg[p] === LONG) realized.copy(value).subtract(allocated);
  else realized.copy(allocated).subtract(value);
  realized.subtract(fee);
  assert(positions.openValue.hi[p] >= 0, "an entry value is not negative");
  assert(lots < size || positions.openValue.isZero(p), "what is closed whole leaves no entry value");
  assert(
    positions.cumCloseSize[p] + positions.size[p] === positions.cumOpenSize[p],
    "what was opened is closed or there",
  );
}

/** Adds `lots` to, or takes them from, the leg's total. */
function resize(s: State, holding: HoldingSlot, action: Action, lots: Lots): void {
  const { holdings } = s;
  if (action === OPEN_LONG) holdings.longSize[holding] += lots;
  else if (action === OPEN_SHORT) holdings.shortSize[holding] += lots;
  else if (action === CLOSE_LONG) holdings.longSize[holding] -= lots;
  else holdings.shortSize[holding] -= lots;
  assert(
    holdings.longSize[holding] >= 0 && holdings.shortSize[holding] >= 0,
    "a leg has no fewer lots than none",
  );
}

/**
 * The fill's own bill: buying lowers the amount by the value, selling raises it; the fee always lowers it.
 */
function post(s: State, entry: EntrySlot, action: Action, value: Money, fee: Money): void {
  const { counters, amount, updatedTime } = s.entries;
  const cash = s.scratch.cash.copy(value);
  if (action === OPEN_LONG || action === CLOSE_SHORT) amount.subtract(entry, cash.add(fee));
  else amount.add(entry, cash.subtract(fee));
  if (action === OPEN_LONG) counters.openLong.add(entry, value);
  else if (action === OPEN_SHORT) counters.openShort.add(entry, value);
  else if (action === CLOSE_LONG) counters.closeLong.add(entry, value);
  else counters.closeShort.add(entry, value);
  counters.fillFee.add(entry, fee);
  updatedTime[entry] = s.time;
}
