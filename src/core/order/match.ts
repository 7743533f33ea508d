import { leverageFor } from "../account/accountEvents.ts";
import {
  BUY,
  CANCEL_COULD_NOT_FILL,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_POST_ONLY,
  CANCEL_SELF_TRADE,
  FOK,
  GTC,
  ISOLATED,
  isOpening,
  legOf,
  MOVE_MARGIN,
  NONE,
  POST_ONLY,
  STP_DECREMENT,
  STP_EXPIRE_BOTH,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
} from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { moneyMoved } from "../ledger/ledgerEvents.ts";
import { chargeLiquidation } from "../liquidation/fee.ts";
import { liquidationFeeReceived } from "../liquidation/liquidationEvents.ts";
import { isolatedWallet, sharedStanding } from "../margin/available.ts";
import { positionOpened } from "../position/positionEvents.ts";
import { settleClose } from "../position/settleClose.ts";
import type { State } from "../state.ts";
import type { Money } from "../units/money.ts";
import type { Lots } from "../units/units.ts";
import { leaveDelay, orderEnded, orderResized, orderRested } from "./orderEvents.ts";
import { afterFill } from "./presets.ts";
import { targetPosition, traded } from "./tradeEvents.ts";

/**
 * Sends a pending order into its book: price-time priority, fills at the resting order's price, one fill at a time.
 * What does not fill rests (GTC, post-only) or is canceled (IOC, FOK, market).
 */
export function matchOrder(s: State, taker: number): void {
  const { orders } = s;
  const contract = s.contracts[orders.contract[taker]!]!;
  leaveDelay(s, taker);
  const timeInForce = orders.timeInForce[taker]!;
  if (timeInForce === POST_ONLY) {
    if (crosses(s, contract, taker, contract.book.first(1 - orders.side[taker]!))) {
      orderEnded(s, taker, CANCEL_POST_ONLY);
    } else {
      orderRested(s, taker);
    }
    return;
  }
  if (timeInForce === FOK && !fillable(s, contract, taker)) {
    orderEnded(s, taker, CANCEL_COULD_NOT_FILL);
    return;
  }
  const reason = takeLiquidity(s, contract, taker);
  if (reason !== 0) orderEnded(s, taker, reason);
  else if (orders.remaining[taker] === 0) orderEnded(s, taker, 0);
  else if (timeInForce === GTC && orders.market[taker] === 0) orderRested(s, taker);
  else orderEnded(s, taker, CANCEL_COULD_NOT_FILL);
}

/** Fills the taker as far as the book allows. Returns the reason if the taker must end short of that, else 0. */
function takeLiquidity(s: State, contract: Contract, taker: number): number {
  const { orders } = s;
  const { book } = contract;
  const account = orders.account[taker]!;
  const opposite = 1 - orders.side[taker]!;
  while (orders.remaining[taker]! > 0) {
    const maker = book.first(opposite);
    if (!crosses(s, contract, taker, maker)) return 0;
    if (orders.account[maker] === account) {
      const mode = s.accounts.selfTradePrevention[account]!;
      if (mode !== STP_NONE) {
        if (preventSelfTrade(s, mode, maker, taker)) return CANCEL_SELF_TRADE;
        continue;
      }
    }
    const reason = trade(s, maker, taker);
    if (reason !== 0) return reason;
  }
  return 0;
}

function crosses(s: State, contract: Contract, taker: number, maker: number): boolean {
  if (maker === NONE) return false;
  const { orders } = s;
  const side = orders.side[taker]!;
  const limit = orders.price[taker]!;
  const best = contract.book.bestPrice(1 - side);
  return side === BUY ? best <= limit : best >= limit;
}

/** Whether a fill-or-kill order finds its full size within its limit; touches nothing. */
function fillable(s: State, contract: Contract, taker: number): boolean {
  const { orders } = s;
  const { book } = contract;
  const side = orders.side[taker]!;
  const limit = orders.price[taker]!;
  const account = orders.account[taker]!;
  const mode = s.accounts.selfTradePrevention[account]!;
  let left = orders.remaining[taker]!;
  for (let maker = book.first(1 - side); maker !== NONE; maker = book.after(maker)) {
    const price = orders.price[maker]!;
    if (side === BUY ? price > limit : price < limit) return false;
    if (orders.account[maker] === account && mode !== STP_NONE) {
      if (mode !== STP_EXPIRE_MAKER) return false;
      continue;
    }
    if (mayOverdraw(s, maker)) continue;
    left -= orders.remaining[maker]!;
    if (left <= 0) return true;
  }
  return false;
}

/** An account meets itself; its mode decides. Returns whether the taker ends. */
function preventSelfTrade(s: State, mode: number, maker: number, taker: number): boolean {
  const { orders } = s;
  if (mode === STP_DECREMENT) {
    const lots = Math.min(orders.remaining[maker]!, orders.remaining[taker]!);
    const takerEnds = orders.remaining[taker] === lots;
    if (orders.remaining[maker] === lots) orderEnded(s, maker, CANCEL_SELF_TRADE);
    else orderResized(s, maker, orders.size[maker]! - lots);
    if (!takerEnds) orderResized(s, taker, orders.size[taker]! - lots);
    return takerEnds;
  }
  if (mode === STP_EXPIRE_MAKER || mode === STP_EXPIRE_BOTH) orderEnded(s, maker, CANCEL_SELF_TRADE);
  return mode === STP_EXPIRE_TAKER || mode === STP_EXPIRE_BOTH;
}

/**
 * One fill between the first resting order and the taker, with all that follows from it. An opening that could not be given its
 * isolated margin is canceled instead. Returns the reason if the taker must end, else 0.
 */
function trade(s: State, maker: number, taker: number): number {
  const { orders, positions } = s;
  const { makerWallet, takerWallet } = s.scratch;
  const wanted = Math.min(orders.remaining[maker]!, orders.remaining[taker]!);
  const lots = Math.min(capacity(s, maker, wanted), capacity(s, taker, wanted));
  if (overdraws(s, maker, lots, orders.price[maker]!, false)) {
    orderEnded(s, maker, CANCEL_MARGIN_NOT_ENOUGH);
    return 0;
  }
  if (overdraws(s, taker, lots, orders.price[maker]!, true)) return CANCEL_MARGIN_NOT_ENOUGH;
  const makerPosition = prepare(s, maker, lots, orders.price[maker]!, false);
  const takerPosition = prepare(s, taker, lots, orders.price[maker]!, true);
  const makerCloses = !isOpening(orders.action[maker]!);
  const takerCloses = !isOpening(orders.action[taker]!);
  const makerSize = positions.size[makerPosition]!;
  const takerSize = positions.size[takerPosition]!;
  if (makerCloses && positions.marginMode[makerPosition] === ISOLATED)
    isolatedWallet(s, makerPosition, makerWallet);
  if (takerCloses && positions.marginMode[takerPosition] === ISOLATED)
    isolatedWallet(s, takerPosition, takerWallet);
  const isCharged = s.bankruptcy !== undefined && chargeLiquidation(s, taker, lots, orders.price[maker]!);
  const tradeId = s.nextId;
  traded(s, maker, taker, lots);
  if (isCharged) liquidationFeeReceived(s, orders.contract[taker]!, tradeId, s.scratch.charged);
  if (makerCloses) settleClose(s, makerPosition, makerSize, makerWallet);
  if (takerCloses && !(makerCloses && makerPosition === takerPosition)) {
    settleClose(s, takerPosition, takerSize, takerWallet);
  }
  afterFill(s, maker, makerPosition, lots);
  afterFill(s, taker, takerPosition, lots);
  if (orders.remaining[maker] === 0) orderEnded(s, maker, 0);
  return 0;
}

/**
 * Whether the margin of an isolated opening fill would take the shared entry's equity below zero: it may have lost since the
 * order was accepted. What it then owed no position would back, and the fund would pay for margin that the account still has.
 */
function overdraws(s: State, slot: number, lots: Lots, price: number, isTaker: boolean): boolean {
  const { orders, scratch } = s;
  if (orders.marginMode[slot] !== ISOLATED || !isOpening(orders.action[slot]!)) return false;
  sharedStanding(s, orders.account[slot]!, scratch.equity, scratch.margin);
  return scratch.equity.lessThan(isolatedMargin(s, slot, lots, price, isTaker));
}

/** The same said beforehand, and on the safe side: of an account whose equity covers all that it has frozen no order can. */
function mayOverdraw(s: State, slot: number): boolean {
  const { orders, accounts, scratch } = s;
  if (orders.marginMode[slot] !== ISOLATED || !isOpening(orders.action[slot]!)) return false;
  const account = orders.account[slot]!;
  sharedStanding(s, account, scratch.equity, scratch.margin);
  return scratch.equity.lessThan(accounts.frozen.read(account, scratch.needed));
}

/** ⌈value / leverage⌉ + fee: what an isolated opening fill moves to its position's entry. */
function isolatedMargin(s: State, slot: number, lots: Lots, price: number, isTaker: boolean): Money {
  const { orders, holdings } = s;
  const { value, move } = s.scratch;
  const holding = orders.holding[slot]!;
  value.setProduct(lots, price * s.contracts[orders.contract[slot]!]!.quantaPerTickLot);
  const rate = isTaker ? holdings.takerRate[holding]! : holdings.makerRate[holding]!;
  const fee = s.scratch.fee.copy(value).timesRateTrunc(rate);
  const leverage = leverageFor(s, holding, legOf(orders.action[slot]!), ISOLATED);
  return move.copy(value).overLeverageCeil(leverage).add(fee);
}

/** How many of `lots` the next fill of an order may take: a close is limited to the position it takes them from. */
function capacity(s: State, slot: number, lots: Lots): Lots {
  const { orders, positions } = s;
  if (isOpening(orders.action[slot]!)) return lots;
  const p = targetPosition(s, slot);
  const size = positions.size[p]!;
  return Math.min(lots, orders.position[slot] === 0 ? size - positions.reserved[p]! : size);
}

/** Makes sure the order's position exists and, isolated, is funded for this fill. Returns the position. */
function prepare(s: State, slot: number, lots: Lots, price: number, isTaker: boolean): number {
  const { orders, positions, accounts } = s;
  let p = targetPosition(s, slot);
  const action = orders.action[slot]!;
  if (!isOpening(action)) return p;
  const holding = orders.holding[slot]!;
  const marginMode = orders.marginMode[slot]!;
  const separatedMode = orders.separatedMode[slot]!;
  const contract = s.contracts[orders.contract[slot]!]!;
  const account = orders.account[slot]!;
  if (p === NONE) {
    const leg = legOf(action);
    const openOrder = separatedMode === 2 ? orders.id[slot]! : 0;
    const leverage = leverageFor(s, holding, leg, marginMode);
    p = positionOpened(s, account, contract.index, leg, marginMode, separatedMode, openOrder, leverage);
  }
  if (marginMode === ISOLATED) {
    const move = isolatedMargin(s, slot, lots, price, isTaker);
    if (move.sign() > 0)
      moneyMoved(s, MOVE_MARGIN, accounts.entry[account]!, positions.entry[p]!, move, contract.index);
  }
  return p;
}
