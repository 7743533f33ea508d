import { admit, mustTrade } from "./admission.ts";
import { becameAsNew } from "./amending.ts";
import { crossed, match } from "./matching.ts";
import { ended, placed, resized } from "./orders.ts";
import type { Action, CommandOf } from "./tape.ts";
import { collectTriggers } from "./triggers.ts";
import type { Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** Another venue's book as orders of one account. */

const ORDERS_MAX = 2_048;

export function mirror(v: Venue, command: CommandOf<"mirror">): void {
  v.account(command.account);
  const contract = v.contract(command.contract);
  if (!v.permits(command.account, "open long")) throw new Refused("accountFrozen");
  for (const { what, price, size } of command.rows) {
    const isLevel = what === "bids" || what === "asks";
    if (price <= 0 || size < 0 || (size === 0 && !isLevel)) throw new Refused("invalidValue");
  }
  for (const { what, price, size } of command.rows) {
    if (what === "bought") trade(v, command, "buy", price, size);
    else if (what === "sold") trade(v, command, "sell", price, size);
    else level(v, command, what === "bids" ? "buy" : "sell", price, size);
    collectTriggers(v, contract);
  }
}

type Side = "buy" | "sell";
const other = (side: Side): Side => (side === "buy" ? "sell" : "buy");

function level(v: Venue, command: CommandOf<"mirror">, side: Side, price: number, lots: number): void {
  const queue = v.book(command.contract, side).filter((each) => each.price === price);
  const own = queue.filter(
    (each) => each.account === command.account && each.state === "open" && each.kind === "normal",
  );
  const has = own.reduce((sum, each) => sum + each.remaining, 0);
  if (has > lots) {
    if (queue.at(-1)?.account !== command.account) v.notes.push("mirror takes from before somebody");
    if (command.proportional && own.length > 1) v.notes.push("mirror takes a part of each");
    takeBack(v, own, has - lots, command.proportional ? has : undefined);
  }
  if (has < lots && !meetsOwn(v, command, side, price)) {
    const last = queue.at(-1);
    const isOwn = last !== undefined && own.includes(last);
    if (isOwn && enlarged(v, last, lots - has)) v.notes.push("mirror enlarged its last order");
    else order(v, command, side, price, lots - has, "gtc");
  }
}

/** @param has where each gives its part: what they have together */
function takeBack(v: Venue, own: readonly Order[], lots: number, has: number | undefined): void {
  const parts = own.map((each) =>
    has === undefined ? 0 : Number((BigInt(each.remaining) * BigInt(lots)) / BigInt(has)),
  );
  let left = lots - parts.reduce((sum, each) => sum + each, 0);
  for (const [i, each] of [...own.entries()].reverse()) {
    let by = parts[i]!;
    while (left > 0 && by < each.remaining) {
      const more = Math.min(left, each.remaining - by);
      by += more;
      left -= more;
    }
    if (by === each.remaining) ended(v, each, "user");
    else if (by > 0) resized(v, each, by);
  }
}

/** An order that nobody stands behind becomes larger where it stands; or it may not. */
function enlarged(v: Venue, order: Order, by: number): boolean {
  const contract = v.contract(order.contract);
  const { id, price } = order;
  const size = order.size + by;
  if (size > contract.specification.orderLotsMax) return false;
  try {
    mustTrade(contract, order.action);
    const became = becameAsNew(v, contract, order, price, order.remaining + by);
    const before = { priceBefore: price, by: order.remaining };
    Object.assign(order, { ...became, size, state: "pending", priority: 0, due: 0 });
    const { remaining, leverage, frozen } = order;
    v.say({ what: "amended", order: id, ...before, price, size, remaining, leverage, frozen, due: 0 });
    match(v, order);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

function meetsOwn(v: Venue, command: CommandOf<"mirror">, side: Side, price: number): boolean {
  const met = crossed(v, command.contract, side, price).some((each) => each.account === command.account);
  if (met) v.notes.push("mirror left out what would meet itself");
  return met;
}

/** It closes if that covers it whole, else it opens; refused, it is left out. */
function order(
  v: Venue,
  { account, contract }: CommandOf<"mirror">,
  side: Side,
  price: number,
  size: number,
  timeInForce: "gtc" | "ioc",
): void {
  const closes = closable(v, account, contract, side) >= size;
  const action: Action = `${closes ? "close" : "open"} ${(side === "buy") === closes ? "short" : "long"}`;
  try {
    const wanted = { account, contract, action, price, size, timeInForce };
    match(v, placed(v, admit(v, wanted, false, false, ORDERS_MAX)));
    v.notes.push(closes ? "mirror closed" : "mirror opened");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

function closable(v: Venue, account: number, contract: number, side: Side): number {
  if (v.holding(account, contract).separatedMode === "separated") return 0;
  return v.closable(account, contract, side === "buy" ? "short" : "long", 0);
}

function trade(v: Venue, command: CommandOf<"mirror">, side: Side, price: number, size: number): void {
  const stands = crossed(v, command.contract, side, price).reduce((sum, each) => sum + each.remaining, 0);
  if (stands < size && !meetsOwn(v, command, other(side), price)) {
    v.notes.push("mirror quoted what was traded unseen");
    order(v, command, other(side), price, size - stands, "gtc");
  }
  const closing = Math.min(size, closable(v, command.account, command.contract, side));
  if (closing > 0) order(v, command, side, price, closing, "ioc");
  if (closing < size) order(v, command, side, price, size - closing, "ioc");
}
