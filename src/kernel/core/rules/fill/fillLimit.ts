import {
  BUY,
  INSURANCE_ACCOUNT,
  isOpening,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  legOf,
  SHARED,
} from "../../data/codes.ts";
import { fillFee } from "../../data/ledger/fees.ts";
import type { Valuation } from "../../data/margin/available.ts";
import { VALUATIONS } from "../../data/margin/available.ts";
import { isolatedLegs, maintenance } from "../../data/margin/maintenance.ts";
import { closingLots } from "../../data/net/resolve.ts";
import { legLotsOf } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divCeil, divFloor } from "../../data/units/divide.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Quanta, Rate, Ticks } from "../../data/units/units.ts";
import { assert, NONE, RATE_ONE } from "../../data/units/units.ts";
import {
  breachedAt,
  healthOfIsolated,
  healthOfShared,
  isInBreach,
  legsOfShared,
  marginTermsOf,
} from "../../events/marginHealth.ts";
import { targetPosition } from "../../events/tradeEvents.ts";
import { slackCovers, surelyMeetsMargin } from "../../events/watch.ts";
import { isolatedMargin } from "./prepareFill.ts";

/*
 * How much a fill may take: at most the lots after which the margin unit of each account (the shared entry,
 * or the isolated position), at mark and at index and after fees, keeps
 *
 * ```
 * equity > requirement     if the fill opened; an isolated opening: the shared entry that gave the margin too, and
 * the leg's other positions
 * equity ≥ 0               if it closed
 * ```
 *
 * Without it two accounts could trade far from the mark so that one loses more than it has, and the insurance
 * fund would pay the other. The index counts as well, since users can move the mark: what is healthy at a
 * mark that they have walked may be worth less than nothing at the index, where the mark returns to. The
 * ladder's own orders are exempt: their limit is the bankruptcy price. So is the fund, since nobody covers
 * it.
 *
 * A fill through zero is judged as a close, then as an opening: where the second may not take a lot, the
 * first remains.
 *
 * An estimate (events/watch.ts) clears nearly every fill; where it does not, the exact rule decides.
 *
 * @see docs/reference/margin.md, what a fill may take
 */

/**
 * A fill that cannot take all the lots wanted: how many it takes, and the order (slot) that cannot take more
 * and must end.
 */
export interface LimitedFill {
  readonly lots: Lots;
  readonly short: number;
}

/** The values of `isTaker`: in a fill an order is the maker, or the taker. */
export const AS_MAKER = false;
export const AS_TAKER = true;

/** An order's part in a fill. */
export interface FillSide {
  /** The order's slot. */
  readonly order: OrderSlot;
  readonly isTaker: boolean;
}

/** Whether a fill of `lots` is allowed. */
type Allows = (lots: Lots) => boolean;

/**
 * How much of a fill of two orders is allowed; undefined where all of `wanted` is. The lots are found by
 * bisection. Where a hedge makes the requirement fall and rise again, they may be fewer than the most that
 * would be allowed. The order that ends is the maker's if it could not take one lot more, else the taker's.
 */
export function limitedFill(
  s: State,
  maker: OrderSlot,
  taker: OrderSlot,
  wanted: Lots,
  price: Ticks,
): LimitedFill | undefined {
  const { orders } = s;
  if (orders.account[maker] === orders.account[taker]) {
    // Where both orders are of one account, it must carry both sides at once.
    const sides = [
      { order: maker, isTaker: AS_MAKER },
      { order: taker, isTaker: AS_TAKER },
    ];
    const lots = mostOf(allowsOf(s, sides, price), wanted);
    return lots === wanted ? undefined : { lots, short: maker };
  }
  const makerIsClear = isClear(s, maker, wanted, price, AS_MAKER);
  const takerIsClear = isClear(s, taker, wanted, price, AS_TAKER);
  if (makerIsClear && takerIsClear) return undefined;
  const ofMaker = makerIsClear ? always : allowsOf(s, [{ order: maker, isTaker: AS_MAKER }], price);
  const ofTaker = takerIsClear ? always : allowsOf(s, [{ order: taker, isTaker: AS_TAKER }], price);
  const lots = mostInTurn(s, [maker, taker], (part) => ofMaker(part) && ofTaker(part), wanted);
  return lots === wanted ? undefined : { lots, short: ofMaker(lots + 1) ? taker : maker };
}

/** The lots that an order may take where its counterparty is not checked: in paper trading. */
export function lotsAllowed(s: State, order: OrderSlot, wanted: Lots, price: Ticks, isTaker: boolean): Lots {
  if (isClear(s, order, wanted, price, isTaker)) return wanted;
  return mostInTurn(s, [order], allowsOf(s, [{ order, isTaker }], price), wanted);
}

const always: Allows = () => true;

/**
 * All of `wanted`, or the largest part that is allowed. A fill through zero first closes: where not all of
 * that is allowed, the rest is not tried.
 */
function mostInTurn(s: State, sides: readonly OrderSlot[], allows: Allows, wanted: Lots): Lots {
  if (allows(wanted)) return wanted;
  const turns = sides
    .map((order) => closingLots(s, order, wanted))
    .filter((lots) => lots > 0 && lots < wanted);
  let most = 0;
  for (const end of [...turns.sort((a, b) => a - b), wanted]) {
    if (end > most) most = mostOf(allows, end, most);
    if (most < end) break;
  }
  return most;
}

/** All of `wanted`, or the largest allowed number that bisection finds; `least` is known to be allowed. */
function mostOf(allows: Allows, wanted: Lots, least: Lots = 0): Lots {
  assert(wanted > 0, "what is cut is more than nothing");
  if (allows(wanted)) return wanted;
  let most = least;
  let tooMany = wanted;
  while (tooMany - most > 1) {
    const lots = most + divFloor(tooMany - most, 2);
    if (allows(lots)) most = lots;
    else tooMany = lots;
  }
  assert(most >= 0 && most < wanted, "halving finds less than was wanted");
  return most;
}

export function isExempt(s: State, order: OrderSlot): boolean {
  const kind = s.orders.kind[order];
  return kind === KIND_LIQUIDATION || kind === KIND_OFFSET || s.orders.account[order] === INSURANCE_ACCOUNT;
}

/** Whether an order may certainly take all of `lots`. False: it may or may not. */
function isClear(s: State, order: OrderSlot, lots: Lots, price: Ticks, isTaker: boolean): boolean {
  const { orders, holdings } = s;
  if (isExempt(s, order)) return true;
  if (orders.marginMode[order] !== SHARED) return false;
  const holding = orders.holding[order];
  const rate = isTaker ? holdings.takerRate[holding] : holdings.makerRate[holding];
  return isCovered(s, order, lots, price, rate);
}

/**
 * Whether an account's equity beyond its requirement covers a fill of a shared order, and any smaller one.
 */
function isCovered(s: State, order: OrderSlot, lots: Lots, price: Ticks, rate: Rate): boolean {
  const { orders } = s;
  const contract = s.contracts[orders.contract[order]];
  assert(lots > 0 && price > 0, "a fill has lots and a price");
  const perLot = price * contract.quantaPerTickLot;
  const { markPoints, indexPoints, quantaPerPointLot } = contract;
  const highest = Math.max(markPoints, indexPoints) * quantaPerPointLot;
  if (lots * Math.max(perLot, highest) > Number.MAX_SAFE_INTEGER) return false;
  const worsePerLot =
    orders.side[order] === BUY
      ? perLot - Math.min(markPoints, indexPoints) * quantaPerPointLot
      : highest - perLot;
  const worse = divCeil(lots * Math.max(worsePerLot, 0), QUANTA_PER_UNIT);
  const holding = orders.holding[order];
  if (slackCovers(s, holding, lots, worse, rate)) return true;
  const value = divCeil(lots * perLot, QUANTA_PER_UNIT);
  const fee = divCeil(value * Math.max(rate, 0), RATE_ONE);
  return surelyMeetsMargin(s, holding, isOpening(orders.action[order]) ? lots : 0, worse + fee);
}

/**
 * The rule itself, at the marks and at the indexes, for the one or two sides that one account has in a fill.
 */
function allowsOf(s: State, sides: readonly FillSide[], price: Ticks): Allows {
  const judged = sides.filter(({ order }) => !isExempt(s, order));
  if (judged.length === 0) return always;
  const isShared = s.orders.marginMode[judged[0]!.order] === SHARED;
  const [atMark, atIndex] = VALUATIONS.map((by) =>
    isShared ? allowsShared(s, judged, price, by) : allowsIsolated(s, judged, price, by),
  ) as [Allows, Allows];
  return (lots) => atMark(lots) && atIndex(lots);
}

function allowsShared(s: State, sides: readonly FillSide[], price: Ticks, by: Valuation): Allows {
  const { orders } = s;
  const [{ order }] = sides as readonly [FillSide];
  const holding = orders.holding[order];
  const contract = s.contracts[orders.contract[order]];
  const held = legsOfShared(s, holding);
  const now = healthOfShared(s, orders.account[order], by);
  const margin = marginTermsOf(s, holding);
  const others = now.requirement - maintenance(margin, held, contract[by]);
  const changes = sides.map((side) => ({ ...partsOf(s, side), changeOf: equityChange(s, side, price, by) }));
  return (lots) => {
    let equity = now.equity;
    let { long, short } = held;
    let opens = false;
    for (const { buys, closes, changeOf } of changes) {
      equity += changeOf(lots);
      const closed = Math.min(lots, closes);
      const opened = lots - closed;
      if (buys) short -= closed;
      else long -= closed;
      if (buys) long += opened;
      else short += opened;
      opens ||= opened > 0;
    }
    if (!opens) return equity >= 0n;
    const legs = { long, short, feeRate: held.feeRate };
    return !isInBreach({ equity, requirement: others + maintenance(margin, legs, contract[by]) });
  };
}

/** Whether the order of a side buys, and how many lots it closes before it opens. */
function partsOf(s: State, { order }: FillSide): { readonly buys: boolean; readonly closes: Lots } {
  return { buys: s.orders.side[order] === BUY, closes: closingLots(s, order, Number.POSITIVE_INFINITY) };
}

function allowsIsolated(s: State, sides: readonly FillSide[], price: Ticks, by: Valuation): Allows {
  const { orders } = s;
  const shared = healthOfShared(s, orders.account[sides[0]!.order], by);
  const parts = sides.map((side) => isolatedPart(s, side, price, by));
  return (lots) => {
    let { equity } = shared;
    let opens = false;
    for (const { allows, movedBy, closes } of parts) {
      if (!allows(lots)) return false;
      equity -= movedBy(lots);
      opens ||= lots > closes;
    }
    return !opens || !isInBreach({ equity, requirement: shared.requirement });
  };
}

/**
 * What a fill of one side does to the isolated position, and to the shared entry. That entry gives the
 * margin of an opening; before it, it gets what is left of a position that the fill closed.
 */
function isolatedPart(
  s: State,
  side: FillSide,
  price: Ticks,
  by: Valuation,
): { readonly allows: Allows; readonly movedBy: (lots: Lots) => Quanta; readonly closes: Lots } {
  const { orders, positions } = s;
  const { order } = side;
  const contract = s.contracts[orders.contract[order]];
  const p = targetPosition(s, order);
  const before = p === NONE ? 0n : healthOfIsolated(s, p, { by }).equity;
  const size = p === NONE ? 0 : positions.size[p];
  const changeOf = equityChange(s, side, price, by);
  const { closes } = partsOf(s, side);
  // A partial close releases margin in proportion: if the entry were below 0 before, it would have even less
  // after.
  const mayClose: Allows = (lots) => before + changeOf(lots) >= 0n && (before >= 0n || lots === size);
  if (!isOpening(orders.action[order])) return { allows: mayClose, movedBy: () => 0n, closes };
  const left = closes === 0 ? 0n : before + changeOf(closes);
  const [held, heldSize] = closes === 0 ? [before, size] : [0n, 0];
  const leg = legOf(orders.action[order]);
  const holding = orders.holding[order];
  const ofLeg = legLotsOf(s, holding, leg);
  const margin = marginTermsOf(s, holding);
  const marginFor = (opened: Lots): Quanta =>
    isolatedMargin(s, order, opened, price, side.isTaker, closes).max0().toQuanta();
  const mayOpen = (opened: Lots): boolean => {
    const legs = isolatedLegs(leg, heldSize + opened, ofLeg + opened);
    const equity = held + marginFor(opened) + changeOf(closes + opened) - changeOf(closes);
    const stands = !isInBreach({ equity, requirement: maintenance(margin, legs, contract[by]) });
    return stands && breachedAt(s, holding, leg, ofLeg + opened, p) === NONE;
  };
  return {
    allows: (lots) =>
      lots <= closes ? mayClose(lots) : (closes === 0 || mayClose(closes)) && mayOpen(lots - closes),
    movedBy: (lots) => (lots <= closes ? 0n : marginFor(lots - closes) - left),
    closes,
  };
}

/**
 * How a fill of `lots` changes the equity of the accounts: by how much its price is better or worse than the
 * mark, or the index, less the fee.
 */
function equityChange(
  s: State,
  { order, isTaker }: FillSide,
  price: Ticks,
  by: Valuation,
): (lots: Lots) => Quanta {
  const { orders, holdings, scratch } = s;
  const contract = s.contracts[orders.contract[order]];
  const holding = orders.holding[order];
  const rate = isTaker ? holdings.takerRate[holding] : holdings.makerRate[holding];
  const sign = orders.side[order] === BUY ? 1n : -1n;
  const perLot = price * contract.quantaPerTickLot;
  const better = BigInt(contract[by] * contract.quantaPerPointLot - perLot) * sign;
  return (lots) => {
    const fee = fillFee(contract, scratch.value.setProduct(lots, perLot), rate, scratch.fee).toQuanta();
    return better * BigInt(lots) - fee;
  };
}
