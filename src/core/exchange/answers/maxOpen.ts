import { BUY, CONTRACT_TRADING, isOpening, LONG, legOf, STP_NONE, sideOf } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { notionalMaxUnits } from "../../data/contract/tiers.ts";
import { available } from "../../data/margin/available.ts";
import { addOrderMargin } from "../../data/margin/orderMargin.ts";
import type { Query } from "../../data/messages/query.ts";
import { areApart, findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { effectiveRates } from "../../data/tables/feeSetting.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, Action, HoldingSlot, Leverage, Rate } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { fallenAt } from "../../events/standing.ts";
import { LookAhead } from "../../rules/fill/lookAhead.ts";
import { lotsForTier, protectionPrice } from "../../rules/order/admit.ts";

/**
 * The largest opening order that would be accepted now: within the order, position and tier limits, and with an order
 * margin that is available. At market (`price` 0) the book must also be able to fill it, at the prices that it would
 * meet. 0 if no order would be accepted, and for a closing action.
 */
export function maxOpen(s: State, query: Extract<Query, { type: "maxOpen" }>): Lots {
  const { account, action, price } = query;
  const contract = s.contracts[query.contract];
  if (contract === undefined || !s.accounts.has(account) || !isOpening(action)) return 0;
  if (contract.status !== CONTRACT_TRADING || contract.markPoints === 0) return 0;
  const { terms } = contract;
  const opening = openingOf(s, contract, account, action);
  const ceiling = Math.min(
    price === 0 ? terms.marketOpenLotsMax : terms.orderLotsMax,
    terms.positionLotsMax - opening.ofLeg,
    tierLots(contract, opening.leverage) - opening.ofTier,
  );
  const room = siblingsRoom(s, opening, ceiling);
  const lots = price === 0 ? affordableAtMarket(s, opening, room) : affordable(s, opening, price, room);
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
   * Lots of the leg, and lots that count towards the tier, live opening orders included. Below 0 where the other leg
   * is larger by that many.
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
  const ofLeg = legOf(action) === LONG ? longs : shorts;
  return {
    account,
    contract,
    holding,
    action,
    leverage: leverageFor(s, holding, legOf(action), marginMode),
    feeRate: holdings.takerRate[holding],
    ofLeg,
    ofTier: lotsForTier(s, contract, holding, legOf(action), ofLeg),
  };
}

/** The most lots whose value at mark is within the largest tier that allows the leverage. */
function tierLots(contract: Contract, leverage: Leverage): Lots {
  const limit = BigInt(notionalMaxUnits(contract.terms.tiers, leverage)) * BigInt(QUANTA_PER_UNIT);
  return Number(bigDivFloor(limit, BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot)));
}

/**
 * The most lots, at most `ceiling`, with which sibling isolated positions still meet their requirement in the tier of
 * the whole leg.
 */
function siblingsRoom(s: State, { holding, action, ofLeg }: Opening, ceiling: Lots): Lots {
  const fits = (lots: Lots): boolean => fallenAt(s, holding, legOf(action), ofLeg + lots) === NONE;
  if (holding === NONE || fits(ceiling)) return ceiling;
  let [room, tooMany] = [0, ceiling];
  while (tooMany - room > 1) {
    const lots = Math.floor((room + tooMany) / 2);
    if (fits(lots)) room = lots;
    else tooMany = lots;
  }
  return room;
}

/** The most lots at one price, at most `ceiling`, whose order margin fits what is available beyond `s.scratch.needed`. */
function affordable(s: State, opening: Opening, price: Ticks, ceiling: Lots): Lots {
  s.scratch.needed.clear();
  return affordableBeyond(s, opening, price, ceiling);
}

/**
 * Walks the book as a market order would, until something runs out: the margin, the ceiling, the price protection or
 * the book.
 */
function affordableAtMarket(s: State, opening: Opening, ceiling: Lots): Lots {
  const { orders } = s;
  const { contract, account, action } = opening;
  const side = sideOf(action);
  const worst = protectionPrice(contract, action);
  const meetsOwn = s.accounts.selfTradePrevention[account] === STP_NONE;
  const needed = s.scratch.needed.clear();
  const ahead = new LookAhead(s, contract, { account, side, lots: Math.max(0, ceiling), limit: worst });
  let total = 0;
  for (let maker = contract.book.first(1 - side); maker !== NONE; maker = contract.book.after(maker)) {
    const price = orders.price[maker];
    if (side === BUY ? price > worst : price < worst) break;
    const isOwn = orders.account[maker] === account;
    if ((isOwn && !meetsOwn) || areApart(s, account, orders.account[maker])) continue;
    const wanted = Math.min(ceiling - total, orders.remaining[maker]);
    if (!isOwn && wanted > 0 && !ahead.counts(maker, wanted, price, false)) continue;
    const lots = affordableBeyond(s, opening, price, wanted);
    total += lots;
    if (lots < orders.remaining[maker]) break;
    addMargin(s, opening, price, lots, needed);
  }
  return total;
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
