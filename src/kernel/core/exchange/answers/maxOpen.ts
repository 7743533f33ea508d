import { BUY, CONTRACT_TRADING, isOpening, LONG, legOf, STP_NONE, sideOf } from "../../data/codes.ts";
import { notionalMaxUnits } from "../../data/contract/brackets.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { available, freeEquity } from "../../data/margin/available.ts";
import { addedByNet } from "../../data/margin/netMargin.ts";
import { addOrderMargin } from "../../data/margin/orderMargin.ts";
import type { Query } from "../../data/messages/query.ts";
import { facingLots, isOneWay } from "../../data/net/resolve.ts";
import { areApart, findHolding, selfTradePreventionOf } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { effectiveRates } from "../../data/tables/feeSetting.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, Action, HoldingSlot, Leverage, Rate } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { breachedAt } from "../../events/marginHealth.ts";
import { AS_MAKER } from "../../rules/fill/fillLimit.ts";
import { LookAhead } from "../../rules/fill/lookAhead.ts";
import {
  largestOrder,
  lotsForTier,
  openingMargin,
  protectionPrice,
  walkBook,
} from "../../rules/order/admit.ts";

/**
 * The largest opening order that would be accepted now: within the order, position and tier limits, and with
 * an order margin that is available. At market (`price` 0) the book must also be able to fill it, at the
 * prices that it would meet. 0 if no order is within these, and for a closing action. Whether an order would
 * be refused for something else, such as its price, is not asked.
 *
 * @param selfTradeMode the order's own self-trade prevention, 0 where it is the account's
 */
export function maxOpen(s: State, query: Extract<Query, { type: "maxOpen" }>, selfTradeMode = 0): Lots {
  const { account, action, price } = query;
  const contract = s.contracts[query.contract];
  if (contract === undefined || !s.accounts.has(account) || !isOpening(action)) return 0;
  if (contract.status !== CONTRACT_TRADING || contract.markPoints === 0) return 0;
  const { terms } = contract;
  const opening = openingOf(s, contract, account, action);
  const ceiling = Math.min(
    largestOrder(terms, action, price === 0),
    terms.positionLotsMax - opening.ofLeg,
    tierLots(contract, opening.leverage) - opening.ofTier,
  );
  // What is held may be beyond a limit by now: a mark has moved, or the terms have changed.
  if (ceiling < terms.orderLotsMin) return 0;
  const room = siblingsRoom(s, opening, ceiling);
  if (isOneWay(s, account)) {
    const lots = affordableNet(s, opening, price, room, selfTradeMode);
    return lots < terms.orderLotsMin ? 0 : lots;
  }
  const lots =
    price === 0 ? affordableAtMarket(s, opening, room, selfTradeMode) : affordable(s, opening, price, room);
  return lots < terms.orderLotsMin ? 0 : lots;
}

/** What the admission of an opening order depends on, besides its price and size. */
interface Opening {
  readonly account: AccountId;
  readonly contract: Contract;
  /** NONE before the first touch. */
  readonly holding: HoldingSlot;
  readonly action: Action;
  readonly leverage: Leverage;
  readonly feeRate: Rate;
  /**
   * Lots of the leg, and lots that count towards the tier, live opening orders included. Below 0 where the
   * other leg is larger by that many.
   */
  readonly ofLeg: Lots;
  readonly ofTier: Lots;
}

function openingOf(s: State, contract: Contract, account: AccountId, action: Action): Opening {
  const { holdings } = s;
  const { terms } = contract;
  const holding = findHolding(s, account, contract.index);
  if (holding === NONE) {
    const feeRate = effectiveRates(terms, s.accounts.fees[account], undefined).taker;
    return {
      account,
      contract,
      holding,
      action,
      leverage: terms.leverageDefault,
      feeRate,
      ofLeg: 0,
      ofTier: 0,
    };
  }
  const marginMode = holdings.marginMode[holding];
  const longs = holdings.longSize[holding] + holdings.longOpening[holding];
  const shorts = holdings.shortSize[holding] + holdings.shortOpening[holding];
  const isNet = isOneWay(s, account);
  const ofLeg = (legOf(action) === LONG ? longs : shorts) - (isNet ? facingLots(s, holding, action) : 0);
  return {
    account,
    contract,
    holding,
    action,
    leverage: leverageFor(s, holding, legOf(action), marginMode),
    feeRate: holdings.takerRate[holding],
    ofLeg,
    ofTier: isNet ? ofLeg : lotsForTier(s, contract, holding, legOf(action), ofLeg),
  };
}

/** The most lots whose value at mark is within the largest tier that allows the leverage. */
function tierLots(contract: Contract, leverage: Leverage): Lots {
  const limit = BigInt(notionalMaxUnits(contract.terms.tiers, leverage)) * BigInt(QUANTA_PER_UNIT);
  return Number(bigDivFloor(limit, BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot)));
}

/**
 * The most lots, at most `ceiling`, with which sibling isolated positions still meet their requirement in the
 * tier of the whole leg.
 */
function siblingsRoom(s: State, { holding, action, ofLeg }: Opening, ceiling: Lots): Lots {
  const fits = (lots: Lots): boolean => breachedAt(s, holding, legOf(action), ofLeg + lots) === NONE;
  if (holding === NONE || fits(ceiling)) return ceiling;
  let [room, tooMany] = [0, ceiling];
  while (tooMany - room > 1) {
    const lots = Math.floor((room + tooMany) / 2);
    if (fits(lots)) room = lots;
    else tooMany = lots;
  }
  return room;
}

/**
 * The most lots at one price, at most `ceiling`, whose order margin fits what is available beyond
 * `s.scratch.needed`.
 */
function affordable(s: State, opening: Opening, price: Ticks, ceiling: Lots): Lots {
  s.scratch.needed.clear();
  return affordableBeyond(s, opening, price, ceiling);
}

/**
 * Walks the book as a market order would, until something runs out: the margin, the ceiling, the price
 * protection or the book.
 */
function affordableAtMarket(s: State, opening: Opening, ceiling: Lots, selfTradeMode: number): Lots {
  const { orders } = s;
  const { contract, account, action } = opening;
  const side = sideOf(action);
  const worst = protectionPrice(contract, action);
  const meetsOwn = selfTradePreventionOf(s, account, selfTradeMode) === STP_NONE;
  const needed = s.scratch.needed.clear();
  const ahead = new LookAhead(s, contract, { account, side, lots: ceiling, limit: worst });
  let total = 0;
  for (let maker = contract.book.first(1 - side); maker !== NONE; maker = contract.book.after(maker)) {
    const price = orders.price[maker];
    if (side === BUY ? price > worst : price < worst) break;
    const isOwn = orders.account[maker] === account;
    if ((isOwn && !meetsOwn) || areApart(s, account, orders.account[maker])) continue;
    const wanted = Math.min(ceiling - total, orders.remaining[maker]);
    if (!isOwn && wanted > 0 && !ahead.tryCount(maker, wanted, price, AS_MAKER)) continue;
    const lots = affordableBeyond(s, opening, price, wanted);
    total += lots;
    if (lots < orders.remaining[maker]) break;
    addMargin(s, opening, price, lots, needed);
  }
  return total;
}

/**
 * Of a one-way account: the most lots, at most `ceiling`, for which is free what its dearer side would add,
 * as a placement is judged. What no more than closes needs nothing.
 */
function affordableNet(s: State, opening: Opening, price: Ticks, ceiling: Lots, selfTradeMode: number): Lots {
  const { account, contract, holding, action, leverage, feeRate, ofLeg } = opening;
  const { draft, scratch } = s;
  const drafted = (lots: Lots) => {
    draft.reset();
    const market = price === 0;
    const at = market ? protectionPrice(contract, action) : price;
    const { markPoints } = contract;
    const order = { account, contract: contract.index, action, market, price: at, size: lots };
    return Object.assign(draft, order, { leverage, feeRate, markPoints, holding, selfTradeMode });
  };
  const fits = (lots: Lots): boolean => {
    openingMargin(s, contract, drafted(lots), draft.frozen.clear());
    if (ofLeg + lots <= 0) return true;
    const added = addedByNet(s, holding, draft, scratch.needed);
    return !freeEquity(s, account, scratch.available).lessThan(added);
  };
  let offered = price === 0 ? 0 : Number.POSITIVE_INFINITY;
  if (price === 0 && ceiling > 0)
    walkBook(s, contract, drafted(ceiling), (lots) => {
      offered += lots;
    });
  let most = 0;
  let tooMany = Math.max(0, Math.min(ceiling, offered)) + 1;
  while (tooMany - most > 1) {
    const lots = Math.floor((most + tooMany) / 2);
    if (fits(lots)) most = lots;
    else tooMany = lots;
  }
  return most;
}

function affordableBeyond(s: State, opening: Opening, price: Ticks, ceiling: Lots): Lots {
  const { needed, share } = s.scratch;
  const free = available(s, opening.account, s.scratch.available);
  let fits = 0;
  let tooMany = Math.max(0, ceiling) + 1;
  while (tooMany - fits > 1) {
    const lots = Math.floor((fits + tooMany) / 2);
    addMargin(s, opening, price, lots, share.copy(needed));
    if (free.lessThan(share)) tooMany = lots;
    else fits = lots;
  }
  return fits;
}

function addMargin(s: State, opening: Opening, price: Ticks, lots: Lots, into: Money): void {
  const { contract, action, leverage, feeRate } = opening;
  addOrderMargin(s, contract, legOf(action), price, lots, contract.markPoints, leverage, feeRate, into);
}
