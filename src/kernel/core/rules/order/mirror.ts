import {
  BUY,
  CANCEL_COULD_NOT_FILL,
  CANCEL_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  GTC,
  IOC,
  KIND_NORMAL,
  LONG,
  MIRROR_BOUGHT,
  MIRROR_REPORTED_BOUGHT,
  MIRROR_REPORTED_SOLD,
  MIRROR_SOLD,
  OPEN_LONG,
  OPEN_SHORT,
  SELL,
  SHORT,
  STATE_OPEN,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { offsetsOf } from "../../data/encoding/layout.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { eventLayouts } from "../../data/messages/event.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import { admitCount, admitWhole, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, OrderSlot, RejectionCode, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { halfAt } from "../../data/units/words.ts";
import { tradeLeftOut } from "../../events/contractEvents.ts";
import { orderAmended, orderEnded, orderPlaced, orderResized } from "../../events/orderEvents.ts";
import { closableLots } from "../fill/reservations.ts";
import { admit, admitTrading, CLOSE_AS_ASKED } from "./admit.ts";
import { admitAmended } from "./amend.ts";
import { isCode } from "./fields.ts";
import { matchOrder, trade } from "./match.ts";
import { mayTrade } from "./permission.ts";
import { collectTriggers } from "./triggers.ts";

/**
 * Resting orders that a mirroring account may have in a contract; the contract's own limit is for orders that
 * are placed by command.
 */
export const MIRROR_ORDERS_MAX = 2048;

/** A row of the source may be smaller than the contract's smallest order. */
const HAS_LEAST = false;

/** The account and contract that are mirrored into; every row of the command needs both. */
interface Mirror {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly proportional: boolean;
}

/**
 * `mirrorBook`: shows another venue's book as orders of one account, row after row. A level's row says how
 * many lots the account shall have there: missing lots join behind all other orders, lots too many leave
 * from the back, so that somebody else's order keeps the lots that stand before it; with `proportional` they
 * leave from all of the account's orders at the price. A trade's row buys or sells at once, up to its price,
 * in the order of the queue: all of its size trades, or `tradeLeftOut` says what did not, and why.
 *
 * Orders close what the account holds on the other leg where that covers them whole, else they open: an
 * account that meets its own order ends with what it had. A level that is refused (band, margin, tier, more
 * than {@link MIRROR_ORDERS_MAX} orders) is left out, and so is one that would meet the account's own
 * orders. The contract's smallest and largest order are for orders placed by command. The account's
 * self-trade prevention applies; an account that mirrors trades has it off.
 */
export function mirrorBook(s: State, command: CommandOf<"mirrorBook">): boolean {
  const { account, contract: index, proportional, rows } = command;
  if (!mayTrade(s, account, index, OPEN_LONG)) return false; // quotes may open
  if (!s.accounts.rules[account].mirrorsBooks || isOneWay(s, account))
    return refuseField(s, command, "account", "mirror");
  for (const row of rows) {
    const isTrade = row.what >= MIRROR_BOUGHT;
    if (!isCode(row.what, BUY, MIRROR_REPORTED_SOLD)) return refuseField(s, row, "what", "known");
    if (!admitCount(s, row, "price")) return false;
    if (!(isTrade ? admitCount(s, row, "size") : admitWhole(s, row, "size"))) return false;
  }
  const contract = s.contracts[index];
  const mirror = { account, contract, proportional };
  for (const { what, price, size } of rows) {
    if (what === BUY || what === SELL) setLevel(s, mirror, what, price, size);
    else if (what === MIRROR_BOUGHT) repeat(s, mirror, { side: BUY, price, lots: size, by: take });
    else if (what === MIRROR_SOLD) repeat(s, mirror, { side: SELL, price, lots: size, by: take });
    else if (what === MIRROR_REPORTED_BOUGHT) repeat(s, mirror, { side: BUY, price, lots: size, by: report });
    else repeat(s, mirror, { side: SELL, price, lots: size, by: report });
    collectTriggers(s, contract);
  }
  return true;
}

function setLevel(s: State, mirror: Mirror, side: Side, price: Ticks, lots: Lots): void {
  const own = ownAt(s, mirror, side, price);
  const { remaining } = s.orders;
  const has = own.reduce<number>((sum, slot) => sum + remaining[slot], 0);
  if (has > lots) shrink(s, own, has, has - lots, mirror.proportional);
  else if (has < lots && !meetsOwn(s, mirror, side, price)) {
    const last = own.at(-1);
    const isLast = last !== undefined && isLastAt(s, mirror.contract, last);
    if (!isLast || !enlarge(s, mirror.contract, last, lots - has))
      quote(s, mirror, side, price, lots - has, GTC);
  }
}

/** The account's orders (slots) in the queue at a price, oldest first. */
function ownAt(s: State, { account, contract }: Mirror, side: Side, price: Ticks): OrderSlot[] {
  const { orders } = s;
  const own: OrderSlot[] = [];
  const { book } = contract;
  for (
    let slot = book.firstAt(side, price);
    slot !== NONE && orders.price[slot] === price;
    slot = book.after(slot)
  ) {
    const isQuote = orders.state[slot] === STATE_OPEN && orders.kind[slot] === KIND_NORMAL;
    if (orders.account[slot] === account && isQuote) own.push(slot);
  }
  return own;
}

/** Whether a quote would meet one of the account's own. */
function meetsOwn(s: State, mirror: Mirror, side: Side, price: Ticks): boolean {
  return !ownAcross(s, mirror, side, price).next().done;
}

/** The account's orders that an order of this side and price would meet, best first. */
function* ownAcross(
  { orders }: State,
  { account, contract: { book } }: Mirror,
  side: Side,
  price: Ticks,
): Generator<OrderSlot> {
  for (let slot = book.first(1 - side); slot !== NONE; slot = book.after(slot)) {
    const other = orders.price[slot];
    if (side === BUY ? other > price : other < price) return;
    if (orders.account[slot] === account) yield slot;
  }
}

function isLastAt(s: State, { book }: Contract, slot: OrderSlot): boolean {
  const next = book.after(slot);
  return next === NONE || s.orders.price[next] !== s.orders.price[slot];
}

/**
 * Takes `lots` of the `has` lots that orders at one price have, newest order first. Proportionally: from
 * each order by its size, rounded down; the remainder newest first.
 */
function shrink(s: State, own: readonly OrderSlot[], has: Lots, lots: Lots, proportional: boolean): void {
  const { orders } = s;
  const cuts = own.map((slot) =>
    proportional ? Number(bigDivFloor(BigInt(orders.remaining[slot]) * BigInt(lots), BigInt(has))) : 0,
  );
  let left = cuts.reduce((sum, cut) => sum - cut, lots);
  for (let i = own.length - 1; i >= 0; i--) {
    const slot = own[i]!;
    const more = Math.min(left, orders.remaining[slot] - cuts[i]!);
    const cut = cuts[i]! + more;
    left -= more;
    if (cut === orders.remaining[slot]) orderEnded(s, slot, CANCEL_USER);
    else if (cut > 0) orderResized(s, slot, { size: orders.size[slot] - cut });
  }
}

/**
 * Enlarges the last order of a queue: nobody stands behind it, so it keeps its place. Returns whether that
 * was allowed.
 */
function enlarge(s: State, contract: Contract, slot: OrderSlot, lots: Lots): boolean {
  const { orders, draft } = s;
  const size = orders.size[slot] + lots;
  if (size > contract.terms.orderLotsMax) return false;
  if (!admitTrading(s, contract, orders.action[slot])) return false;
  if (!admitAmended(s, contract, slot, orders.price[slot], orders.remaining[slot] + lots)) return false;
  orderAmended(s, slot, { ...draft, size, dueTime: 0 });
  if (s.outcomeId === 0) s.outcomeId = orders.id[slot];
  matchOrder(s, slot);
  return true;
}

/**
 * Quotes lots, or takes them at once; in several orders where one would be too large. Returns the code of
 * the refusal because of which the rest was left out, 0 for none.
 */
function quote(
  s: State,
  mirror: Mirror,
  side: Side,
  price: Ticks,
  lots: Lots,
  timeInForce: number,
): RejectionCode {
  for (let left = lots; left > 0; ) {
    const size = Math.min(left, mirror.contract.terms.orderLotsMax);
    const slot = place(s, mirror, side, price, size, timeInForce);
    if (slot === NONE) return s.refusal.code;
    matchOrder(s, slot);
    left -= size;
  }
  return 0;
}

/**
 * Places an order of the account that closes if the other leg covers it whole, else opens; NONE with the
 * refusal noted if it is refused.
 */
function place(
  s: State,
  mirror: Mirror,
  side: Side,
  price: Ticks,
  size: Lots,
  timeInForce: number,
): OrderSlot {
  const { account, contract } = mirror;
  const closes = closable(s, mirror, side) >= size;
  const closing = side === BUY ? CLOSE_SHORT : CLOSE_LONG;
  const opening = side === BUY ? OPEN_LONG : OPEN_SHORT;
  const draft = s.draft.reset();
  draft.account = account;
  draft.contract = contract.index;
  draft.action = closes ? closing : opening;
  draft.timeInForce = timeInForce;
  draft.price = price;
  draft.size = size;
  draft.marginMode = 0;
  draft.separatedMode = 0;
  if (!admit(s, contract, draft, CLOSE_AS_ASKED, MIRROR_ORDERS_MAX, HAS_LEAST)) return NONE;
  const slot = orderPlaced(s, draft);
  if (s.outcomeId === 0) s.outcomeId = s.orders.id[slot];
  return slot;
}

/** The lots that an order of a side could close; 0 where a close must name its position. */
function closable(s: State, { account, contract }: Mirror, side: Side): Lots {
  const holding = findHolding(s, account, contract.index);
  if (holding === NONE || s.holdings.separatedMode[holding] !== COMBINED) return 0;
  return closableLots(s, holding, side === BUY ? SHORT : LONG, 0);
}

/** A trade of the source, by the side of its taker. */
interface SourceTrade {
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly by: typeof take;
}

/**
 * Repeats a trade of the source here, and reports the lots that could not be traded. Where an order of
 * somebody else ended instead of trading, the lots that it leaves are tried again.
 */
function repeat(s: State, mirror: Mirror, { side, price, lots, by }: SourceTrade): void {
  let left = lots;
  for (;;) {
    const from = s.events.length;
    const reason = by(s, mirror, side, price, left);
    const traded = tradedSince(s, from);
    left -= traded;
    if (left === 0) return;
    if (traded === 0) return leaveOut(s, mirror, { side, price, lots: left, reason });
  }
}

function leaveOut(
  s: State,
  { account, contract }: Mirror,
  { side, price, lots, reason }: Omit<SourceTrade, "by"> & { readonly reason: RejectionCode },
): void {
  tradeLeftOut(s, { account, contract: contract.index, takerSide: side, price, lots, reason });
}

/**
 * Trades in the book. The account's own quotes across the price are stale, and are removed first. Lots that
 * are missing at the price or better are quoted; then the taker walks the queue. Returns the code of a
 * refusal, 0 for none.
 */
function take(s: State, mirror: Mirror, side: Side, price: Ticks, lots: Lots): RejectionCode {
  for (const stale of [...ownAcross(s, mirror, 1 - side, price)]) orderEnded(s, stale, CANCEL_USER);
  const missing = lots - restingLots(mirror.contract, 1 - side, price, lots);
  let refused = quote(s, mirror, 1 - side, price, missing, GTC);
  for (const part of parts(lots, closable(s, mirror, side))) {
    const code = quote(s, mirror, side, price, part, IOC);
    if (refused === 0) refused = code;
  }
  return refused;
}

/**
 * Trades beside the book: two orders of the account meet, whatever rests. Returns the code of a refusal, 0
 * for none.
 */
function report(s: State, mirror: Mirror, side: Side, price: Ticks, lots: Lots): RejectionCode {
  const { orders } = s;
  const size = Math.min(lots, mirror.contract.terms.orderLotsMax);
  const maker = place(s, mirror, 1 - side, price, size, GTC);
  if (maker === NONE) return s.refusal.code;
  const isMaking = living(s, maker);
  let refused: RejectionCode = 0;
  for (const part of parts(size, closable(s, mirror, side))) {
    if (!isMaking()) break;
    const taker = place(s, mirror, side, price, part, IOC);
    if (taker === NONE) {
      refused = s.refusal.code;
      break;
    }
    const isTaking = living(s, taker);
    while (isMaking() && isTaking() && orders.remaining[taker] > 0) if (trade(s, maker, taker) !== 0) break;
    if (isTaking()) orderEnded(s, taker, orders.remaining[taker] === 0 ? 0 : CANCEL_COULD_NOT_FILL);
  }
  if (isMaking()) orderEnded(s, maker, CANCEL_COULD_NOT_FILL);
  return refused;
}

/** Divides lots into those that close the other leg and those that open, leaving out a part of none. */
function parts(lots: Lots, closable: Lots): readonly Lots[] {
  const closing = Math.min(lots, closable);
  return [closing, lots - closing].filter((part) => part > 0);
}

/** Returns a function that says whether an order still lives, since its slot may be given to another one. */
function living({ orders }: State, slot: OrderSlot): () => boolean {
  const id = orders.id[slot];
  return () => orders.byId.get(id) === slot;
}

/** The lots that traded since a place in the events. */
function tradedSince({ events }: State, from: number): Lots {
  let lots = 0;
  for (let at = from; at < events.length; at += halfAt(events.halves, at * 4 + 2))
    if (halfAt(events.halves, at * 4) === TRADED) lots += events.words[at + TRADED_AT.size]!;
  return lots;
}

const TRADED = eventLayouts.traded.kind;
const TRADED_AT = offsetsOf(eventLayouts.traded);

/** Lots of a side at a price or better, counted up to `enough`. */
function restingLots({ book }: Contract, side: Side, price: Ticks, enough: Lots): Lots {
  let sum = 0;
  book.depth(side, Number.POSITIVE_INFINITY, (at, lots) => {
    if (side === BUY ? at < price : at > price) return false;
    sum += lots;
    return sum < enough;
  });
  return Math.min(sum, enough);
}
