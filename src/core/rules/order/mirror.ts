import {
  BUY,
  CANCEL_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  GTC,
  IOC,
  KIND_NORMAL,
  LONG,
  MIRROR_BOUGHT,
  MIRROR_SOLD,
  OPEN_LONG,
  OPEN_SHORT,
  SELL,
  SHORT,
  STATE_OPEN,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import { admitCount, admitWhole, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, OrderSlot, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { orderAmended, orderEnded, orderPlaced, orderResized } from "../../events/orderEvents.ts";
import { closableLots } from "../fill/reservations.ts";
import { admit, admitTrading } from "./admit.ts";
import { admitAmended } from "./amend.ts";
import { isCode } from "./fields.ts";
import { matchOrder } from "./match.ts";
import { mayTrade } from "./permission.ts";
import { collectTriggers } from "./triggers.ts";

/**
 * Resting orders that a mirroring account may have in a contract; the contract's own limit is for orders that are
 * placed by command.
 */
export const MIRROR_ORDERS_MAX = 2048;

/** The account and contract that are mirrored into; every row of the command needs both. */
interface Mirror {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly proportional: boolean;
}

/**
 * `mirrorBook`: another venue's book, as orders of one account, row after row. A level's row says how many lots the account shall have
 * there: what is missing joins behind everybody, what is too much leaves from the back, so that an order of somebody else keeps the lots
 * that stand before it; `proportional` takes it from all of the account's orders at the price instead. A trade's row buys or sells
 * at once, up to its price, in the order of the queue.
 *
 * Orders close what the account holds on the other leg where that covers them whole, else they open: an account that
 * meets itself ends with what it had. A row that is refused (band, margin, tier, more than {@link MIRROR_ORDERS_MAX}
 * orders) is left out, and so is a quote that would meet the account's own. The account's self-trade prevention
 * applies; an account that mirrors trades has it off.
 */
export function mirrorBook(s: State, command: CommandOf<"mirrorBook">): boolean {
  const { account, contract: index, proportional, rows } = command;
  if (!mayTrade(s, account, index, OPEN_LONG)) return false; // quotes may open
  if (!s.accounts.rules[account].mirrorsBooks) return refuseField(s, command, "account", "mirror");
  for (const row of rows) {
    const isTrade = row.what === MIRROR_BOUGHT || row.what === MIRROR_SOLD;
    if (!isCode(row.what, BUY, MIRROR_SOLD)) return refuseField(s, row, "what", "known");
    if (!admitCount(s, row, "price")) return false;
    if (!(isTrade ? admitCount(s, row, "size") : admitWhole(s, row, "size"))) return false;
  }
  const contract = s.contracts[index];
  const mirror = { account, contract, proportional };
  for (const { what, price, size } of rows) {
    if (what === MIRROR_BOUGHT) take(s, mirror, BUY, price, size);
    else if (what === MIRROR_SOLD) take(s, mirror, SELL, price, size);
    else setLevel(s, mirror, what, price, size);
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
function meetsOwn(s: State, { account, contract }: Mirror, side: Side, price: Ticks): boolean {
  const { orders } = s;
  const { book } = contract;
  for (let slot = book.first(1 - side); slot !== NONE; slot = book.after(slot)) {
    const other = orders.price[slot];
    if (side === BUY ? other > price : other < price) return false;
    if (orders.account[slot] === account) return true;
  }
  return false;
}

function isLastAt(s: State, { book }: Contract, slot: OrderSlot): boolean {
  const next = book.after(slot);
  return next === NONE || s.orders.price[next] !== s.orders.price[slot];
}

/**
 * Takes `lots` of the `has` that orders at one price have, newest first. Proportionally: from each order by its size,
 * rounded down, and what that leaves over newest first.
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
 * Makes the last order of a queue larger: nobody stands behind it, so it keeps its place. Returns whether that was
 * allowed.
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
 * Places an order of the account that closes if the other leg covers it whole, else opens; a refused one is left out.
 */
function quote(s: State, mirror: Mirror, side: Side, price: Ticks, lots: Lots, timeInForce: number): void {
  const { account, contract } = mirror;
  const closes = closable(s, mirror, side) >= lots;
  const closing = side === BUY ? CLOSE_SHORT : CLOSE_LONG;
  const opening = side === BUY ? OPEN_LONG : OPEN_SHORT;
  const draft = s.draft.reset();
  draft.account = account;
  draft.contract = contract.index;
  draft.action = closes ? closing : opening;
  draft.timeInForce = timeInForce;
  draft.price = price;
  draft.size = lots;
  draft.marginMode = 0;
  draft.separatedMode = 0;
  if (!admit(s, contract, draft, false, MIRROR_ORDERS_MAX)) return;
  const slot = orderPlaced(s, draft);
  if (s.outcomeId === 0) s.outcomeId = s.orders.id[slot];
  matchOrder(s, slot);
}

/** The lots that an order of a side could close; 0 where a close must name its position. */
function closable(s: State, { account, contract }: Mirror, side: Side): Lots {
  const holding = findHolding(s, account, contract.index);
  if (holding === NONE || s.holdings.separatedMode[holding] !== COMBINED) return 0;
  return closableLots(s, holding, side === BUY ? SHORT : LONG, 0);
}

/**
 * Repeats a trade of the source here, with its side and size. Lots that do not stand at its price or better are
 * quoted first; then the taker walks the queue, closing as much of the other leg as there is, and opening the rest.
 */
function take(s: State, mirror: Mirror, side: Side, price: Ticks, lots: Lots): void {
  const missing = lots - standing(mirror.contract, 1 - side, price, lots);
  if (missing > 0 && !meetsOwn(s, mirror, 1 - side, price)) quote(s, mirror, 1 - side, price, missing, GTC);
  const closing = Math.min(lots, closable(s, mirror, side));
  if (closing > 0) quote(s, mirror, side, price, closing, IOC);
  if (closing < lots) quote(s, mirror, side, price, lots - closing, IOC);
}

/** Lots of a side at a price or better, counted up to `enough`. */
function standing({ book }: Contract, side: Side, price: Ticks, enough: Lots): Lots {
  let sum = 0;
  book.depth(side, Number.POSITIVE_INFINITY, (at, lots) => {
    if (side === BUY ? at < price : at > price) return false;
    sum += lots;
    return sum < enough;
  });
  return Math.min(sum, enough);
}
