import { admit, mustTrade } from "./admission.ts";
import { becameAsNew } from "./amending.ts";
import { crossed, match, meet } from "./matching.ts";
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
  if (v.isOneWay(command.account)) throw new Refused("invalidValue"); // it cannot meet itself
  for (const { what, price, size } of command.rows) {
    const isLevel = what === "bids" || what === "asks";
    if (price <= 0 || size < 0 || (size === 0 && !isLevel)) throw new Refused("invalidValue");
  }
  for (const { what, price, size } of command.rows) {
    if (what === "bids") level(v, command, "buy", price, size);
    else if (what === "asks") level(v, command, "sell", price, size);
    else trade(v, command, what, price, size);
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
    else orders(v, command, side, price, lots - has, "gtc");
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
  const met = ownAcross(v, command, side, price).length > 0;
  if (met) v.notes.push("mirror left out what would meet itself");
  return met;
}

function ownAcross(v: Venue, command: CommandOf<"mirror">, side: Side, price: number): readonly Order[] {
  return crossed(v, command.contract, side, price).filter((each) => each.account === command.account);
}

/**
 * As many as one order may not be larger. Returns the name of the refusal that left the rest out, "" for
 * none.
 */
function orders(
  v: Venue,
  command: CommandOf<"mirror">,
  side: Side,
  price: number,
  lots: number,
  timeInForce: "gtc" | "ioc",
): string {
  const { orderLotsMax } = v.contract(command.contract).specification;
  for (let left = lots; left > 0; left -= orderLotsMax) {
    const made = order(v, command, side, price, Math.min(left, orderLotsMax), timeInForce);
    if (typeof made === "string") return made;
    match(v, made);
  }
  return "";
}

/** It closes if that covers it whole, else it opens. Returns the name of the refusal where there is one. */
function order(
  v: Venue,
  { account, contract }: CommandOf<"mirror">,
  side: Side,
  price: number,
  size: number,
  timeInForce: "gtc" | "ioc",
): Order | string {
  const closes = closable(v, account, contract, side) >= size;
  const action: Action = `${closes ? "close" : "open"} ${(side === "buy") === closes ? "short" : "long"}`;
  try {
    const wanted = { account, contract, action, price, size, timeInForce };
    const made = placed(v, admit(v, wanted, false, false, ORDERS_MAX, false));
    v.notes.push(closes ? "mirror closed" : "mirror opened");
    return made;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function closable(v: Venue, account: number, contract: number, side: Side): number {
  if (v.holding(account, contract).separatedMode === "separated") return 0;
  return v.closable(account, contract, side === "buy" ? "short" : "long", 0);
}

function trade(
  v: Venue,
  command: CommandOf<"mirror">,
  what: "bought" | "sold" | "reported bought" | "reported sold",
  price: number,
  size: number,
): void {
  const side = what.endsWith("bought") ? "buy" : "sell";
  const by = what.startsWith("reported") ? reported : taken;
  let left = size;
  for (;;) {
    const from = v.happenings.length;
    const reason = by(v, command, side, price, left);
    const fills = v.happenings.slice(from).filter((each) => each.what === "fill");
    if (fills.length === 0) {
      const { account, contract } = command;
      v.say({ what: "left out", account, contract, side, price, lots: left, reason });
      v.notes.push(`mirror left out of a trade what was ${reason === "" ? "not there" : "refused"}`);
      return;
    }
    left -= fills.reduce((sum, fill) => sum + Number(fill["size"]), 0);
    if (left === 0) return;
  }
}

/** In the book, once what the account itself has across the price is gone. */
function taken(v: Venue, command: CommandOf<"mirror">, side: Side, price: number, lots: number): string {
  for (const stale of ownAcross(v, command, other(side), price)) {
    v.notes.push("mirror ended what was stale");
    ended(v, stale, "user");
  }
  const stands = crossed(v, command.contract, side, price).reduce((sum, each) => sum + each.remaining, 0);
  let refused = "";
  if (stands < lots) {
    v.notes.push("mirror quoted what was traded unseen");
    refused = orders(v, command, other(side), price, lots - stands, "gtc");
  }
  for (const part of parts(v, command, side, lots)) {
    const why = orders(v, command, side, price, part, "ioc");
    if (refused === "") refused = why;
  }
  return refused;
}

/** Beside the book: one order of the account meets others of it. */
function reported(v: Venue, command: CommandOf<"mirror">, side: Side, price: number, lots: number): string {
  const size = Math.min(lots, v.contract(command.contract).specification.orderLotsMax);
  const maker = order(v, command, other(side), price, size, "gtc");
  if (typeof maker === "string") return maker;
  let refused = "";
  for (const part of parts(v, command, side, size)) {
    if (refused !== "" || maker.remaining === 0) break;
    const taker = order(v, command, side, price, part, "ioc");
    if (typeof taker === "string") refused = taker;
    else refused = toldTo(v, maker, taker);
    if (!v.orders.includes(maker)) break;
  }
  if (v.orders.includes(maker)) ended(v, maker, "could not fill");
  else v.notes.push("mirror reported a trade");
  return refused;
}

function toldTo(v: Venue, maker: Order, taker: Order): string {
  const lives = (each: Order) => v.orders.includes(each);
  while (lives(maker) && lives(taker) && taker.remaining > 0) meet(v, maker, taker);
  if (lives(taker)) ended(v, taker, taker.remaining === 0 ? "filled" : "could not fill");
  return "";
}

/** What closes the other leg, and what opens. */
function parts(v: Venue, command: CommandOf<"mirror">, side: Side, lots: number): readonly number[] {
  const closing = Math.min(lots, closable(v, command.account, command.contract, side));
  return [closing, lots - closing].filter((part) => part > 0);
}
