import type {
  Command,
  ContractView,
  DepthView,
  Lots,
  OrderView,
  PositionView,
  Ticks,
} from "../core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  IOC,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  POINTS_PER_TICK,
  sideOf,
} from "../core/index.ts";
import type { Draws } from "./draws.ts";
import type { Liquidity } from "./liquidity.ts";
import { lotsFor, unitsOf } from "./liquidity.ts";

/** A price and a size that the maker wants in the book. */
export interface Quote {
  readonly price: Ticks;
  readonly size: Lots;
}

/** Both sides, best first; neither is ever empty. */
export interface Ladder {
  readonly bids: readonly Quote[];
  readonly asks: readonly Quote[];
}

/** What an account holds in a contract. */
export interface Inventory {
  readonly long: Lots;
  readonly short: Lots;
}

/** Below this share of its wanted size, a side counts as used up. */
const EATEN_SHARE = 0.6;
/** The share of its size that a side still quotes when inventory would stop it: a side is never empty. */
const SIDE_SHARE_MIN = 0.2;
/** A full inventory, in sides of the book. */
const INVENTORY_SIDES = 2;
/** How much a size, and a price between its neighbours, may differ from the regular one. */
const SIZE_JITTER = 0.2;
/** How much larger the last quote of a side is than the first. */
const SIZE_GROWTH = 0.3;
const PRICE_JITTER = 0.3;

/** The legs of an account in a contract, positions of a leg added up. */
export function inventoryOf(positions: readonly PositionView[], contract: number): Inventory {
  let long = 0;
  let short = 0;
  for (const position of positions) {
    if (position.contract !== contract) continue;
    if (position.leg === LONG) long += position.size;
    else short += position.size;
  }
  return { long, short };
}

/**
 * The quotes that the maker wants: around the index, shifted against its inventory, with sizes growing outwards. The
 * last quote of each side is always at the same distance from the middle and without jitter, so that the middle of
 * the quotes in the book can be computed from them ({@link middleOf}).
 *
 * Prices are on the grid and inside the band; a bid is below every ask.
 */
export function ladderOf(
  contract: ContractView,
  inventory: Inventory,
  liquidity: Liquidity,
  draws: Draws,
): Ladder {
  const load = loadOf(contract, inventory, liquidity);
  const middle = (contract.index / POINTS_PER_TICK) * (1 - load * liquidity.skewShare);
  const bidMax = Math.min(contract.buyMax, Math.ceil(middle) - 1);
  const askMin = Math.max(contract.sellMin, Math.max(1, bidMax) + 1);
  const bids = sideQuotes(contract, liquidity, draws, Math.max(SIDE_SHARE_MIN, 1 - load), (share, before) =>
    Math.min(Math.floor(middle * (1 - share)), (before ?? bidMax + 1) - 1),
  );
  const asks = sideQuotes(contract, liquidity, draws, Math.max(SIDE_SHARE_MIN, 1 + load), (share, before) =>
    Math.max(Math.ceil(middle * (1 + share)), (before ?? askMin - 1) + 1),
  );
  return { bids, asks };
}

/** Inventory as a share of a full one, −1 (short) to 1 (long). */
function loadOf(contract: ContractView, { long, short }: Inventory, { sideUnits }: Liquidity): number {
  const units = unitsOf(long - short, contract.index / POINTS_PER_TICK, contract);
  return Math.max(-1, Math.min(1, units / (INVENTORY_SIDES * sideUnits)));
}

/** @param place the price at a distance, beyond the previous quote; below one tick there is none */
function sideQuotes(
  contract: ContractView,
  { levels, curve, nearShare, farShare, sideUnits }: Liquidity,
  draws: Draws,
  sizeShare: number,
  place: (share: number, before: Ticks | undefined) => Ticks,
): readonly Quote[] {
  const quotes: Quote[] = [];
  const weights = levels * (1 + (SIZE_GROWTH * (levels - 1)) / (2 * levels));
  const distance = (level: number): number =>
    nearShare + (farShare - nearShare) * (level / (levels - 1)) ** curve;
  for (let level = 0; level < levels; level++) {
    const [priceDraw, sizeDraw] = [draws.signed(), draws.signed()];
    const inner = level > 0 && level < levels - 1;
    const off = inner ? PRICE_JITTER * priceDraw * (distance(level) - distance(level - 1)) : 0;
    const price = place(distance(level) + off, quotes.at(-1)?.price);
    if (price < 1) break;
    const units =
      sideUnits *
      Math.min(1, sizeShare) *
      ((1 + (SIZE_GROWTH * level) / levels) / weights) *
      (1 + SIZE_JITTER * sizeDraw);
    quotes.push({ price, size: lotsFor(units, price, contract) });
  }
  return quotes.length > 0 ? quotes : [{ price: 1, size: contract.orderLotsMin }];
}

/** Whether the quotes in the book may stay: both sides are there, at their wanted prices, and not used up. */
export function stands(ladder: Ladder, live: readonly OrderView[], liquidity: Liquidity): boolean {
  const bids = live.filter((order) => sideOf(order.action) === BUY);
  const asks = live.filter((order) => sideOf(order.action) !== BUY);
  if (bids.length === 0 || asks.length === 0) return false;
  const off = Math.abs(middleOf(bids, asks) - middleOf(ladder.bids, ladder.asks));
  // Rounding to the grid alone moves the middle by up to a tick.
  if (off >= Math.max(1.5, liquidity.requoteShare * ladder.bids[0]!.price)) return false;
  return (
    remaining(bids) >= EATEN_SHARE * total(ladder.bids) && remaining(asks) >= EATEN_SHARE * total(ladder.asks)
  );
}

/** The middle of two sides, in ticks, from their last quotes. */
function middleOf(
  bids: readonly { readonly price: Ticks }[],
  asks: readonly { readonly price: Ticks }[],
): number {
  const lowest = bids.reduce((low, { price }) => Math.min(low, price), Number.MAX_SAFE_INTEGER);
  const highest = asks.reduce((high, { price }) => Math.max(high, price), 0);
  return (lowest + highest) / 2;
}

/**
 * The command that puts the ladder into the book. On each side the nearest quotes close the opposite leg as far as it
 * goes, and the others open, so that a hedged pair shrinks with every fill; the quote at the border is split in two.
 */
export function replaceQuotes(
  account: number,
  contract: ContractView,
  ladder: Ladder,
  inventory: Inventory,
): Extract<Command, { type: "replaceQuotes" }> {
  const quotes = [
    ...legged(ladder.bids, inventory.short, CLOSE_SHORT, OPEN_LONG),
    ...legged(ladder.asks, inventory.long, CLOSE_LONG, OPEN_SHORT),
  ];
  return { type: "replaceQuotes", account, contract: contract.contract, quotes };
}

function legged(quotes: readonly Quote[], closable: Lots, close: number, open: number) {
  const rows: { action: number; price: Ticks; size: Lots }[] = [];
  let left = closable;
  for (const { price, size } of quotes) {
    const closing = Math.min(size, left);
    left -= closing;
    if (closing > 0) rows.push({ action: close, price, size: closing });
    if (closing < size) rows.push({ action: open, price, size: size - closing });
  }
  return rows;
}

/** Whether any order in the book, the maker's own or not, would trade with a quote of the ladder. */
export function inTheWay(contract: ContractView, { bids, asks }: Ladder): boolean {
  const bidCrosses = contract.bestBid > 0 && contract.bestBid >= asks[0]!.price;
  return bidCrosses || (contract.bestAsk > 0 && contract.bestAsk <= bids[0]!.price);
}

/**
 * Takes the orders of others that the price has passed, up to one side's size: a client's limit order fills when the
 * market goes through it. The maker's own orders in the way expire by its self-trade prevention. These orders open,
 * because the maker's quotes still reserve what could be closed.
 */
export function sweep(
  account: number,
  contract: ContractView,
  ladder: Ladder,
  depth: DepthView,
  live: readonly OrderView[],
): readonly Command[] {
  const commands: Command[] = [];
  const take = (action: number, price: Ticks, levels: DepthView["bids"], sizeMax: Lots): void => {
    const crossed = (each: Ticks): boolean => (action === OPEN_SHORT ? each >= price : each <= price);
    const own = live.filter((order) => sideOf(order.action) !== sideOf(action) && crossed(order.price));
    const others = total(levels.filter((level) => crossed(level.price))) - remaining(own);
    const size = Math.min(others, sizeMax, contract.orderLotsMax);
    if (size >= contract.orderLotsMin) commands.push(iocOrder(account, contract, action, price, size));
  };
  take(OPEN_SHORT, ladder.asks[0]!.price, depth.bids, total(ladder.asks));
  take(OPEN_LONG, ladder.bids[0]!.price, depth.asks, total(ladder.bids));
  return commands;
}

/** @param price 0: market */
export function iocOrder(
  account: number,
  contract: ContractView,
  action: number,
  price: Ticks,
  size: Lots,
): Command {
  const order = { account, contract: contract.contract, action, price, size };
  return { ...PLAIN_ORDER, ...order, timeInForce: IOC, market: price === 0 };
}

const total = (quotes: readonly { readonly size: Lots }[]): Lots =>
  quotes.reduce((sum, { size }) => sum + size, 0);
const remaining = (orders: readonly OrderView[]): Lots =>
  orders.reduce((sum, order) => sum + order.remaining, 0);
