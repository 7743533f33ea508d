import {
  BUY,
  COMBINED,
  ISOLATED,
  isClosePosition,
  isOpening,
  LONG,
  legOf,
  SEPARATED,
  SHARED,
  STP_NONE,
  sideOf,
} from "../../data/codes.ts";
import { exceeds, notionalMaxUnits } from "../../data/contract/brackets.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { available, availableTerms, freeEquity, surelyAvailable } from "../../data/margin/available.ts";
import { addedByNet } from "../../data/margin/netMargin.ts";
import { addOrderMargin, marginBase } from "../../data/margin/orderMargin.ts";
import type { Grounds, Met } from "../../data/messages/grounds.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import type { ContractTerms } from "../../data/model/contracts.ts";
import { facingLots, isOneWay } from "../../data/net/resolve.ts";
import { areApart, counterpartyOf, findHolding, selfTradePreventionOf } from "../../data/state/ofAccount.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { effectiveRates } from "../../data/tables/feeSetting.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import { divFloor } from "../../data/units/divide.ts";
import type { AccountId, Action, HoldingSlot, Leg, Rate } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Lots, Points, Ticks } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { headOf, leverageFor } from "../../events/accountEvents.ts";
import { breachedAt, healthOfIsolated } from "../../events/marginHealth.ts";
import { AS_MAKER } from "../fill/fillLimit.ts";
import { LookAhead } from "../fill/lookAhead.ts";
import { closableLots, exitLots, heldLots } from "../fill/reservations.ts";
import { admitTurnover } from "../ledger/bounds.ts";
import { isOpenFor } from "./permission.ts";
import { matchedPrice } from "./priceMatch.ts";

/** For {@link admit}: a close of more than is closable is made smaller, or refused. */
export const CLOSE_CAPPED = true;
export const CLOSE_AS_ASKED = false;

/**
 * Whether the order of the draft may be placed. Checks in the order of rejection.ts, notes the first refusal,
 * changes nothing but the draft: it sets the protection price of a market order, the modes and leverage of
 * the symbol, the margin to freeze, and with `closeCapped` shrinks a close to what is closable.
 *
 * @param restingMax resting orders that the account may have in the contract
 * @param hasLeast whether it must be as large as the contract's smallest order
 *
 * @see docs/reference/orders.md, acceptance
 */
export function admit(
  s: State,
  contract: Contract,
  draft: OrderDraft,
  closeCapped: boolean,
  restingMax = contract.terms.openOrdersMax,
  hasLeast = true,
): boolean {
  const opening = isOpening(draft.action);
  if (!admitTrading(s, contract, draft.action)) return false;
  const holding = findHolding(s, draft.account, contract.index);
  const closable = opening ? 0 : closableBy(s, contract, holding, draft);
  const lotsMin = hasLeast ? smallestOrder(contract.terms, closable) : 1;
  if (!admitSize(s, contract, draft.action, draft.market, draft.size, lotsMin)) return false;
  if (!admitClientId(s, draft)) return false;
  if (draft.market) draft.price = protectionPrice(contract, draft.action);
  else if (draft.priceMatch !== 0) draft.price = matchedPrice(s, contract, draft.action, draft.priceMatch);
  if (draft.price === NONE) return false;
  if (!draft.market && !admitPrice(s, contract, draft.action, draft.price)) return false;
  // The size of a market order is checked at the mark.
  const points = draft.market ? contract.markPoints : draft.price * POINTS_PER_TICK;
  if (hasLeast && !admitNotional(s, contract, draft.action, points, draft.size)) return false;
  if (!admitPresets(s, draft, points)) return false;

  const marginMode = holding === NONE ? SHARED : s.holdings.marginMode[holding];
  const separatedMode = holding === NONE ? COMBINED : s.holdings.separatedMode[holding];
  if (draft.marginMode !== 0 && draft.marginMode !== marginMode) {
    return refuse(s, R.marginModeMismatch, { asked: draft.marginMode, actual: marginMode });
  }
  if (draft.separatedMode !== 0 && draft.separatedMode !== separatedMode) {
    return refuse(s, R.separatedModeMismatch, { asked: draft.separatedMode, actual: separatedMode });
  }
  draft.holding = holding;
  draft.marginMode = marginMode;
  draft.separatedMode = separatedMode;
  if (opening && !admitNet(s, holding, draft)) return false;
  const mayRest = !isClosePosition(draft.kind);
  if (mayRest && holding !== NONE && s.holdings.restingCount[holding] >= restingMax) {
    return refuse(s, R.openOrderLimit, { limit: restingMax }, () => ({
      resting: s.holdings.restingCount[holding],
    }));
  }
  if (opening) return admitOpening(s, contract, holding, draft);
  return admitClosing(s, contract, holding, draft, closable, closeCapped);
}

/**
 * Whether an order may open: a one-way account that holds the other leg must send a side (NET_BUY, NET_SELL)
 * instead.
 */
export function admitNet(s: State, holding: HoldingSlot, { account, action, isNet }: OrderDraft): boolean {
  const facing = holding === NONE || isNet || !isOneWay(s, account) ? 0 : facingLots(s, holding, action);
  return facing === 0 || refuse(s, R.oneWayLeg, { leg: 1 - legOf(action), size: facing });
}

/** Whether the contract trades, for this action and over the API, and has a mark price. */
export function admitTrading(s: State, contract: Contract, action: Action): boolean {
  const { terms } = contract;
  if (!isOpenFor(contract, action) || !terms.apiTradable) {
    return refuse(s, R.contractNotTradable, {
      status: contract.status,
      apiTradable: terms.apiTradable,
    });
  }
  return contract.markPoints !== 0 || refuse(s, R.noMarkPrice, { contract: contract.index });
}

/**
 * The smallest order of a contract; less where `lots` are fewer: all that can be closed, or all that an
 * order has already.
 */
export function smallestOrder({ orderLotsMin }: Pick<ContractTerms, "orderLotsMin">, lots: Lots): Lots {
  return lots > 0 ? Math.min(orderLotsMin, lots) : orderLotsMin;
}

/** The size of a whole order within its contract's limits, and no smaller than `lotsMin`. */
export function admitSize(
  s: State,
  { terms }: Contract,
  action: Action,
  market: boolean,
  size: Lots,
  lotsMin = terms.orderLotsMin,
): boolean {
  if (size < lotsMin) return refuse(s, R.sizeTooSmall, { size, min: lotsMin });
  const lotsMax = largestOrder(terms, action, market);
  return size <= lotsMax || refuse(s, R.sizeTooLarge, { size, max: lotsMax });
}

/** The largest order of a contract; for market orders it may be smaller, in all and for those that open. */
export function largestOrder(terms: ContractTerms, action: Action, market: boolean): Lots {
  const { orderLotsMax, marketLotsMax, marketOpenLotsMax } = terms;
  if (!market) return orderLotsMax;
  const most = marketLotsMax === 0 ? orderLotsMax : Math.min(orderLotsMax, marketLotsMax);
  return isOpening(action) ? Math.min(most, marketOpenLotsMax) : most;
}

/**
 * Whether an opening order is worth at least the contract's minimum. @param points the price at which it is
 * valued
 */
export function admitNotional(
  s: State,
  { terms, quantaPerPointLot }: Contract,
  action: Action,
  points: Points,
  size: Lots,
): boolean {
  const { notionalMinUnits: hi } = terms;
  if (hi === 0 || !isOpening(action)) return true;
  const notional = s.scratch.notional.setProduct(size, points * quantaPerPointLot);
  return notional.hi >= hi || refuse(s, R.notionalTooSmall, { notional, min: { hi, lo: 0 } });
}

/** Whether the client id is empty, or no other live order of the account has it. */
export function admitClientId(s: State, { account, clientId }: OrderDraft): boolean {
  const ids = s.accounts.clientIds[account];
  // A look-up first interns the text, and most client ids come only once: so it is avoided where it can be.
  const live = clientId === "" || ids === undefined || ids.size === 0 ? undefined : ids.get(clientId);
  return live === undefined || refuse(s, R.clientIdLive, { order: s.orders.id[live] });
}

/**
 * Whether a limit price is inside the band on the aggressive side, and not absurdly far on the passive one.
 */
export function admitPrice(s: State, contract: Contract, action: Action, price: Ticks): boolean {
  const { markPoints: mark, priceMax: highest, terms } = contract;
  const { buyMin, buyMax, sellMin, sellMax } = contract.priceLimits();
  if (sideOf(action) === BUY) {
    if (price > buyMax) {
      const grounds = () => ({ band: terms.bandBuyRate, highest });
      return refuse(s, R.priceAboveBand, { price, max: buyMax, mark }, grounds);
    }
    if (price < buyMin) return refuse(s, R.priceTooFar, { field: "price", price, limit: buyMin, mark });
  } else {
    if (price < sellMin)
      return refuse(s, R.priceBelowBand, { price, min: sellMin, mark }, () => ({ band: terms.bandSellRate }));
    if (price > sellMax) {
      const details = { field: "price", price, limit: sellMax, mark } as const;
      return refuse(s, R.priceTooFar, details, () => ({ highest }));
    }
  }
  return true;
}

/** The worst price a market order may trade at: the edge of the band. */
export function protectionPrice(contract: Contract, action: Action): Ticks {
  const { buyMax, sellMin } = contract.priceLimits();
  return sideOf(action) === BUY ? buyMax : Math.max(1, sellMin);
}

/**
 * Whether presets are on the right side of the price: a long needs stop < price < take, a short the mirror
 * image.
 *
 * @param points the price at which the order would trade
 */
export function admitPresets(s: State, draft: OrderDraft, points: Points): boolean {
  const { presetTakeProfit: take, presetStopLoss: stop } = draft;
  if (take === 0 && stop === 0) return true;
  const shown = divFloor(points, POINTS_PER_TICK);
  const leg = legOf(draft.action);
  const sign = leg === LONG ? 1 : -1;
  const grounds = () => ({ leg });
  if (take !== 0 && (take * POINTS_PER_TICK - points) * sign <= 0)
    return refuse(s, R.presetWrongSide, { takeProfit: true, trigger: take, price: shown }, grounds);
  if (stop !== 0 && (points - stop * POINTS_PER_TICK) * sign <= 0)
    return refuse(s, R.presetWrongSide, { takeProfit: false, trigger: stop, price: shown }, grounds);
  return true;
}

/**
 * Tier, position cap and margin of an opening order; sets leverage, mark, fee rate and frozen margin of the
 * draft.
 */
export function admitOpening(s: State, contract: Contract, holding: HoldingSlot, draft: OrderDraft): boolean {
  const { holdings } = s;
  const { terms } = contract;
  const leg = legOf(draft.action);
  draft.leverage = holding === NONE ? terms.leverageDefault : leverageFor(s, holding, leg, draft.marginMode);
  draft.markPoints = contract.markPoints;
  draft.feeRate = holding === NONE ? takerRateOf(s, contract, draft.account) : holdings.takerRate[holding];
  let ofLeg = draft.size;
  let ofTier = draft.size;
  const isNet = isOneWay(s, draft.account);
  if (draft.replaces !== NONE) ofLeg -= s.orders.remaining[draft.replaces];
  if (holding !== NONE) {
    if (isNet) ofLeg -= facingLots(s, holding, draft.action);
    ofLeg +=
      leg === LONG
        ? holdings.longSize[holding] + holdings.longOpening[holding]
        : holdings.shortSize[holding] + holdings.shortOpening[holding];
    ofTier = isNet ? ofLeg : lotsForTier(s, contract, holding, leg, ofLeg);
  }
  const notional = s.scratch.needed.setProduct(
    Math.max(0, ofTier),
    contract.markPoints * contract.quantaPerPointLot,
  );
  const limit = notionalMaxUnits(terms.tiers, draft.leverage);
  if (exceeds(notional, limit)) {
    const { leverage } = draft;
    const details = { leverage, notional, limit: { hi: limit, lo: 0 } };
    return refuse(s, R.tierExceeded, details, () => ({
      lots: ofTier,
      size: draft.size,
      mark: draft.markPoints,
    }));
  }
  if (ofLeg > terms.positionLotsMax)
    return refuse(s, R.positionLimit, { size: ofLeg, max: terms.positionLotsMax }, () => ({ leg }));
  const isIsolated = draft.marginMode === ISOLATED;
  const position = isIsolated && holding !== NONE ? headOf(s, holding, leg) : NONE;
  if (!admitTurnover(s, draft.account, leg, isIsolated, position)) return false;

  openingMargin(s, contract, draft, draft.frozen.clear());
  const needed = isNet
    ? addedByNet(s, holding, draft, s.scratch.needed)
    : s.scratch.needed.copy(draft.frozen);
  // A side of a one-way account may be no more than what the account holds: then nothing of it opens.
  if (ofLeg > 0 && !surelyAvailable(s, draft.account, needed)) {
    const free = availableTo(s, draft, s.scratch.available);
    if (free.lessThan(needed))
      return refuse(s, R.marginInsufficient, { needed, available: free.max0() }, () =>
        groundsOfOpening(s, contract, draft),
      );
  }
  return siblingsStand(s, isIsolated ? holding : NONE, leg, ofLeg);
}

/** The numbers of an opening order's margin and of what is available, for the refusal's formula. */
function groundsOfOpening(s: State, contract: Contract, draft: OrderDraft): Grounds {
  const {
    account,
    action,
    size,
    market,
    price: limit,
    markPoints: mark,
    leverage,
    feeRate,
    replaces,
  } = draft;
  const leg = legOf(action);
  const met: Met[] = [];
  if (market) walkBook(s, contract, draft, (lots, price) => met.push({ lots, price }));
  return {
    ...{ leg, size, mark, leverage, takerRate: feeRate },
    ...(market ? { met } : { limit, base: marginBase(leg, limit, mark) }),
    ...availableTerms(s, account),
    ...(replaces !== NONE && { released: s.orders.frozen.quanta(replaces) }),
  };
}

/**
 * How much is available for an order; for one that replaces another, including what the other has frozen.
 * For a one-way account it may be below 0: then the account must first make up for a requirement that a fill
 * has raised.
 */
function availableTo(s: State, draft: OrderDraft, into: Money): Money {
  if (isOneWay(s, draft.account)) return freeEquity(s, draft.account, into);
  if (draft.replaces === NONE) return available(s, draft.account, into);
  return freeEquity(s, draft.account, into).add(s.orders.frozen.read(draft.replaces, s.scratch.share)).max0();
}

/**
 * What an opening order freezes, added to `into`: at its own price, or at the prices that a market order
 * would meet.
 */
export function openingMargin(s: State, contract: Contract, draft: OrderDraft, into: Money): Money {
  if (draft.market) {
    addWalkedMargin(s, contract, draft, into);
    return into;
  }
  const { action, price, size, markPoints, leverage, feeRate } = draft;
  addOrderMargin(s, contract, legOf(action), price, size, markPoints, leverage, feeRate, into);
  return into;
}

/**
 * Whether the isolated positions of a leg would meet their requirements with a leg of `legLots`, whose size
 * picks their tier.
 */
function siblingsStand(s: State, holding: HoldingSlot, leg: Leg, legLots: Lots): boolean {
  const fallen = holding === NONE ? NONE : breachedAt(s, holding, leg, legLots);
  if (fallen === NONE) return true;
  const { equity, requirement } = healthOfIsolated(s, fallen, { legLots });
  const details = {
    position: s.positions.id[fallen],
    requirement: s.scratch.product.fromQuanta(requirement),
  };
  const mark = s.contracts[s.positions.contract[fallen]].markPoints;
  return refuse(s, R.siblingInBreach, details, () => ({
    ...{ leg, equity, mark, lots: legLots },
    size: s.positions.size[fallen],
  }));
}

/**
 * The lots whose notional picks the tier once a leg has grown to `ofLeg`, its live opening orders included.
 * For an isolated leg: those lots. In shared mode: those and all of the other leg, orders included; or,
 * where the net picks the tier, less what the other leg holds (whose orders may never fill). Below 0 while
 * the other leg stays the larger.
 */
export function lotsForTier(
  s: State,
  contract: Contract,
  holding: HoldingSlot,
  leg: Leg,
  ofLeg: Lots,
): number {
  const { holdings } = s;
  if (holdings.marginMode[holding] !== SHARED) return ofLeg;
  const held = leg === LONG ? holdings.shortSize[holding] : holdings.longSize[holding];
  if (contract.riskRule.tierByNet) return ofLeg - held;
  return ofLeg + held + (leg === LONG ? holdings.shortOpening[holding] : holdings.longOpening[holding]);
}

/** Adds what a market order would freeze at the prices of the orders that it will certainly meet. */
function addWalkedMargin(s: State, contract: Contract, draft: OrderDraft, into: Money): void {
  const { action, markPoints, leverage, feeRate } = draft;
  const leg = legOf(action);
  walkBook(s, contract, draft, (lots, price) =>
    addOrderMargin(s, contract, leg, price, lots, markPoints, leverage, feeRate, into),
  );
}

/**
 * The orders that an order would meet in the book within its price: those that will certainly fill
 * (lookAhead.ts), best first; orders of its own account only where self-trade prevention is off. Lots that
 * these do not cover are taken from the orders passed over, at the worst of their prices.
 *
 * @returns whether no order was passed over
 */
export function walkBook(
  s: State,
  contract: Contract,
  draft: OrderDraft,
  meet: (lots: Lots, price: Ticks, isOwn: boolean) => void,
): boolean {
  const { orders } = s;
  const { book } = contract;
  const side = sideOf(draft.action);
  const counterparty = counterpartyOf(s, draft.account);
  const meetsOwn = selfTradePreventionOf(s, draft.account, draft.selfTradeMode) === STP_NONE;
  let passedOver: { readonly price: Ticks; readonly lots: Lots }[] | undefined;
  const ahead = new LookAhead(s, contract, {
    account: draft.account,
    side,
    lots: draft.size,
    limit: draft.price,
  });
  let left = draft.size;
  for (let maker = book.first(1 - side); maker !== NONE && left > 0; maker = book.after(maker)) {
    const price = orders.price[maker];
    if (side === BUY ? price > draft.price : price < draft.price) break;
    const isOwn = orders.account[maker] === draft.account;
    if ((isOwn && !meetsOwn) || areApart(s, draft.account, orders.account[maker])) continue;
    const lots = Math.min(left, counterparty.lotsFor(s, draft.account, maker));
    if (!isOwn && !ahead.tryCount(maker, lots, price, AS_MAKER)) {
      passedOver ??= [];
      passedOver.push({ price, lots });
      continue;
    }
    meet(lots, price, isOwn);
    left -= lots;
  }
  for (let at = (passedOver?.length ?? 0) - 1; at >= 0 && left > 0; at--) {
    const { price, lots } = passedOver![at]!;
    const part = Math.min(left, lots);
    meet(part, price, false);
    left -= part;
  }
  return passedOver === undefined;
}

/**
 * How much a close may close: no more than the leg has and, unless it is an exit, than other close orders
 * have left unreserved.
 */
function closableBy(s: State, contract: Contract, holding: HoldingSlot, draft: OrderDraft): Lots {
  const leg = legOf(draft.action);
  return isClosePosition(draft.kind)
    ? exitLots(s, contract, holding, leg, draft.position)
    : closableLots(s, holding, leg, draft.position);
}

/** Whether a close may be placed, for no more than `closable`. */
function admitClosing(
  s: State,
  contract: Contract,
  holding: HoldingSlot,
  draft: OrderDraft,
  closable: Lots,
  capped: boolean,
): boolean {
  const leg = legOf(draft.action);
  if (draft.separatedMode === SEPARATED && draft.position === 0 && !contract.terms.separatedCloseFifo) {
    return refuse(s, R.positionMissing, { leg });
  }
  if (draft.position !== 0 && !ownsPosition(s, draft))
    return refuse(s, R.unknownPosition, { position: draft.position });
  if (draft.size > closable) {
    if (!(capped || isOneWay(s, draft.account)) || closable === 0)
      return refuseClose(s, holding, draft, closable);
    draft.size = closable;
  }
  if (draft.separatedMode === COMBINED) draft.position = 0;
  draft.leverage =
    holding === NONE ? contract.terms.leverageDefault : leverageFor(s, holding, leg, draft.marginMode);
  draft.markPoints = contract.markPoints;
  draft.feeRate = holding === NONE ? 0 : s.holdings.takerRate[holding];
  draft.frozen.clear();
  return true;
}

/** Refuses a close of more than it may close. */
export function refuseClose(
  s: State,
  holding: HoldingSlot,
  { action, position, size }: Pick<OrderDraft, "action" | "position" | "size">,
  closable: Lots,
): false {
  const leg = legOf(action);
  return refuse(s, R.closeTooLarge, { leg, size, closable }, () => {
    const held = heldLots(s, holding, leg, position);
    return { held, reserved: Math.max(0, held - closable) };
  });
}

/** Whether the position that a close names is of its account, contract and leg. */
export function ownsPosition(s: State, draft: OrderDraft): boolean {
  const { positions } = s;
  const slot = positions.byId.get(draft.position);
  return (
    slot !== NONE &&
    positions.account[slot] === draft.account &&
    positions.contract[slot] === draft.contract &&
    positions.leg[slot] === legOf(draft.action)
  );
}

/** The taker rate of an account that has not touched the contract yet. */
function takerRateOf(s: State, contract: Contract, account: AccountId): Rate {
  return effectiveRates(contract.terms, s.accounts.fees[account], undefined).taker;
}
