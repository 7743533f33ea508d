import { leverageFor } from "../account/accountEvents.ts";
import {
  CANCEL_LIQUIDATE,
  COMBINED,
  INSURANCE_ACCOUNT,
  ISOLATED,
  KIND_BURST,
  KIND_OFFSET,
  LONG,
  legOf,
  MOVE_MARGIN,
  NONE,
  ORIGIN_NETTING,
  ORIGIN_TAKE_OVER,
  SHARED,
  SHORT,
} from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { moneyMoved } from "../ledger/ledgerEvents.ts";
import { available, isolatedWallet, sharedStanding } from "../margin/available.ts";
import { bankruptcyPrice } from "../margin/liquidationPrice.ts";
import { bracketsOf } from "../margin/maintenance.ts";
import { matchOrder } from "../order/match.ts";
import { orderEnded } from "../order/orderEvents.ts";
import { closingActionOf, openingActionOf } from "../order/orders.ts";
import { tradedByValue } from "../order/tradeEvents.ts";
import { collectTriggers } from "../order/triggers.ts";
import { meetPoolByValue } from "../paper/fill.ts";
import { isPaper } from "../paper/kind.ts";
import { positionOpened } from "../position/positionEvents.ts";
import { settleClose } from "../position/settleClose.ts";
import type { State } from "../state.ts";
import { bigDivCeil, bigDivFloor } from "../units/divide.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Lots, Quanta, Ticks } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";
import { deleverageAgainst } from "./deleverage.ts";
import { liquidationDropped, liquidationFinished, liquidationStarted } from "./liquidationEvents.ts";
import type { Standing } from "./standing.ts";
import { hasShared, isInBreach, standingOfIsolated, standingOfShared } from "./standing.ts";
import { markTick, systemOrder } from "./systemOrder.ts";

/**
 * Takes the first entry of the queue through the ladder, as one step:
 *
 * ```
 * shared    cancel all orders → net hedged legs at mark → reduce by two tiers, again and again → close → take-over or ADL
 * isolated  append margin if asked to → cancel the leg's orders → close → take-over or ADL
 * ```
 *
 * After each rung the entry is judged again; a healthy one stops there. What the book does not take goes to the insurance
 * fund by value; if the fund may not take it, to the counterparties (deleverage.ts). A shortfall is covered by the fund
 * when the last position ends (settleClose.ts).
 *
 * @see docs/reference/liquidation.md
 */
export function liquidateNext(s: State): void {
  const { account, position: id, forced } = s.liquidations[0]!;
  if (id === 0) {
    const standing = standingOfShared(s, account);
    if (!hasShared(s, account) || !(forced || isInBreach(standing))) liquidationDropped(s);
    else liquidateShared(s, account, forced, standing);
    return;
  }
  const p = s.positions.byId.get(id);
  if (p === NONE || s.positions.marginMode[p] !== ISOLATED) {
    liquidationDropped(s);
    return;
  }
  if (!forced && isInBreach(standingOfIsolated(s, p))) appendMargin(s, p);
  const standing = standingOfIsolated(s, p);
  if (forced || isInBreach(standing)) liquidateIsolated(s, p, forced, standing);
  else liquidationDropped(s);
}

function liquidateShared(s: State, account: number, forced: boolean, standing: Standing): void {
  const { accounts, positions } = s;
  const entry = accounts.entry[account]!;
  liquidationStarted(s, entry, { forced, ...standing });
  const isHealthy = (): boolean => !forced && !isInBreach(standingOfShared(s, account));
  cancelOrders(s, account, NONE, NONE);
  if (!isHealthy()) netLegs(s, account, isHealthy);
  if (!isHealthy()) reduceByTiers(s, account, isHealthy);
  if (!isHealthy()) {
    for (const p of sharedPositions(s, account)) {
      if (isHealthy()) break;
      const before = positions.id[p]!;
      closeInBook(s, p, positions.size[p]!, KIND_BURST, sharedLimit(s, p));
      if (isHealthy()) break;
      if (positions.byId.get(before) !== NONE) handOver(s, p);
    }
  }
  liquidationFinished(s, entry);
}

function liquidateIsolated(s: State, p: number, forced: boolean, standing: Standing): void {
  const { entries, positions } = s;
  const entry = positions.entry[p]!;
  const id = positions.id[p]!;
  const account = positions.account[p]!;
  liquidationStarted(s, entry, { forced, ...standing });
  cancelOrders(s, account, positions.contract[p]!, positions.leg[p]!);
  const contract = s.contracts[positions.contract[p]!]!;
  const amount = entries.amount.quanta(entry);
  const fee = s.holdings.takerRate[positions.holding[p]!]!;
  const size = positions.size[p]!;
  closeInBook(s, p, size, KIND_BURST, bankruptcyPrice(contract, positions.leg[p]!, size, amount, fee));
  if (positions.byId.get(id) !== NONE) handOver(s, p);
}

/** A breach is first answered with what is available, up to the initial margin V / leverage, where the holder asked for it. */
function appendMargin(s: State, p: number): void {
  const { positions, accounts, scratch } = s;
  if (positions.autoAppend[p] === 0) return;
  const account = positions.account[p]!;
  const target = positions.openValue
    .read(p, scratch.needed)
    .overLeverageCeil(positions.leverage[p]!)
    .toQuanta();
  const missing = target - standingOfIsolated(s, p).equity;
  const free = available(s, account, scratch.available).toQuanta();
  const amount = missing < free ? missing : free;
  if (amount <= 0n) return;
  const from = accounts.entry[account]!;
  moneyMoved(
    s,
    MOVE_MARGIN,
    from,
    positions.entry[p]!,
    scratch.move.fromQuanta(amount),
    positions.contract[p]!,
  );
}

/** Every live order of the account, plan orders too; or those of one leg of a contract. */
function cancelOrders(s: State, account: number, contract: number, leg: number): void {
  const { accounts, holdings, orders } = s;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    if (contract !== NONE && holdings.contract[h] !== contract) continue;
    for (let slot = holdings.orderHead[h]!; slot !== NONE; ) {
      const next = orders.holdingNext[slot]!;
      if (leg === NONE || legOf(orders.action[slot]!) === leg) orderEnded(s, slot, CANCEL_LIQUIDATE);
      slot = next;
    }
  }
}

/** Closes min(long, short) of each symbol against each other at mark, without a fee, symbol by symbol. */
function netLegs(s: State, account: number, isHealthy: () => boolean): void {
  const { accounts, holdings, positions, scratch } = s;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const contract = s.contracts[holdings.contract[h]!]!;
    while (holdings.longHead[h] !== NONE && holdings.shortHead[h] !== NONE) {
      const long = holdings.longHead[h]!;
      const short = holdings.shortHead[h]!;
      const lots = Math.min(positions.size[long]!, positions.size[short]!);
      const common = {
        kind: KIND_OFFSET,
        account,
        contract: contract.index,
        lots,
        price: markTick(contract.markPoints),
      };
      const maker = systemOrder(s, { ...common, action: closingActionOf(LONG), position: long });
      const taker = systemOrder(s, { ...common, action: closingActionOf(SHORT), position: short });
      scratch.amount.setProduct(lots, contract.markPoints * contract.quantaPerPointLot);
      const sizes = { long: positions.size[long]!, short: positions.size[short]! };
      tradedByValue(s, maker, taker, lots, scratch.amount, ORIGIN_NETTING);
      settleClose(s, long, sizes.long, scratch.none);
      settleClose(s, short, sizes.short, scratch.none);
      orderEnded(s, maker, 0);
      orderEnded(s, taker, 0);
      if (isHealthy()) return;
    }
  }
}

/**
 * Lowers each symbol, the largest first, by two tiers in the book, first opened first; again while in breach and above the
 * first tier. Stops where the book gives nothing.
 */
function reduceByTiers(s: State, account: number, isHealthy: () => boolean): void {
  const { holdings, positions } = s;
  for (;;) {
    let progress = false;
    for (const h of sharedHoldings(s, account)) {
      const contract = s.contracts[holdings.contract[h]!]!;
      const size = holdings.longSize[h]! + holdings.shortSize[h]!;
      let excess = size - lotsTwoTiersDown(contract, size);
      const head = holdings.longHead[h] === NONE ? holdings.shortHead[h]! : holdings.longHead[h]!;
      for (let p = head; p !== NONE && excess > 0; ) {
        const next = positions.legNext[p]!;
        const lots = Math.min(excess, positions.size[p]!);
        excess -= lots;
        closeInBook(s, p, lots, KIND_OFFSET, sharedLimit(s, p));
        if (isHealthy()) return;
        p = next;
      }
      if (holdings.longSize[h]! + holdings.shortSize[h]! < size) progress = true;
    }
    if (!progress) return;
  }
}

/** ⌊bound of tier max(1, k − 2) / mark⌋ in lots, for a size in tier k; the size itself in the first tier. */
function lotsTwoTiersDown(contract: Contract, size: Lots): Lots {
  const perLot = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  const notional = BigInt(size) * perLot;
  const brackets = bracketsOf(contract.terms.tiers);
  const k = brackets.findIndex(({ to }) => to === undefined || notional <= to);
  if (k === 0) return size;
  const target = contract.terms.tiers[Math.max(0, k - 2)]!;
  return Number(bigDivFloor(BigInt(target.boundUnits) * BigInt(QUANTA_PER_UNIT), perLot));
}

/** An account's holdings with shared positions (one leg each, once netted), largest notional first. */
function sharedHoldings(s: State, account: number): readonly number[] {
  const { holdings, accounts, contracts } = s;
  const held: { readonly h: number; readonly notional: bigint }[] = [];
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    const lots = holdings.longSize[h]! + holdings.shortSize[h]!;
    if (holdings.marginMode[h] !== SHARED || lots === 0) continue;
    const { markPoints, quantaPerPointLot } = contracts[holdings.contract[h]!]!;
    held.push({ h, notional: s.scratch.product.setProduct(lots, markPoints * quantaPerPointLot).toQuanta() });
  }
  held.sort((a, b) => (a.notional === b.notional ? 0 : a.notional < b.notional ? 1 : -1));
  return held.map(({ h }) => h);
}

/** An account's shared positions, largest notional first, then by id. */
function sharedPositions(s: State, account: number): readonly number[] {
  const { positions, accounts } = s;
  const open: { readonly p: number; readonly notional: bigint }[] = [];
  for (let p = accounts.positionHead[account]!; p !== NONE; p = positions.accountNext[p]!) {
    if (positions.marginMode[p] === SHARED) open.push({ p, notional: notionalOf(s, p) });
  }
  open.sort((a, b) =>
    a.notional === b.notional ? positions.id[a.p]! - positions.id[b.p]! : a.notional < b.notional ? 1 : -1,
  );
  return open.map(({ p }) => p);
}

function notionalOf(s: State, p: number): Quanta {
  const contract = s.contracts[s.positions.contract[p]!]!;
  return s.scratch.product
    .setProduct(s.positions.size[p]!, contract.markPoints * contract.quantaPerPointLot)
    .toQuanta();
}

/** What part of the account's equity stands behind a shared position: in proportion to notional. */
function equityShare(s: State, p: number): { readonly share: Quanta; readonly notional: Quanta } {
  const account = s.positions.account[p]!;
  sharedStanding(s, account, s.scratch.equity, s.scratch.margin);
  const equity = s.scratch.equity.toQuanta();
  const notional = notionalOf(s, p);
  let sum = 0n;
  for (const each of sharedPositions(s, account)) sum += notionalOf(s, each);
  return { share: bigDivFloor(equity * notional, sum), notional };
}

/**
 * The worst price at which a shared position may be closed: the one that uses up its share of the equity, closing fee
 * included: (M − d·E_i/s) / (1 − d·f). Up to the tick for a long, down for a short: never below the bankruptcy value.
 */
function sharedLimit(s: State, p: number): Ticks {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]!]!;
  const { share, notional } = equityShare(s, p);
  const fee = s.holdings.takerRate[positions.holding[p]!]!;
  const perTick = BigInt(positions.size[p]!) * BigInt(contract.quantaPerTickLot);
  const one = BigInt(RATE_ONE);
  const price =
    positions.leg[p] === LONG
      ? bigDivCeil((notional - share) * one, perTick * (one - BigInt(fee)))
      : bigDivFloor((notional + share) * one, perTick * (one + BigInt(fee)));
  return Math.min(contract.priceMax, Math.max(1, Number(price)));
}

/** An immediate-or-cancel close of `lots` of a position at no worse than `limit`. */
function closeInBook(s: State, p: number, lots: Lots, kind: number, limit: Ticks): void {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]!]!;
  const worth = valueLeft(s, p);
  s.bankruptcy = { position: positions.id[p]!, value: worth, lots: positions.size[p]! };
  const slot = systemOrder(s, {
    kind,
    account: positions.account[p]!,
    contract: contract.index,
    action: closingActionOf(positions.leg[p]!),
    lots,
    price: limit,
    position: p,
  });
  matchOrder(s, slot);
  s.bankruptcy = undefined;
  collectTriggers(s, contract);
}

/** What the whole position must bring (long) or may cost (short) for its entry, or its share of it, to end at nothing. */
function valueLeft(s: State, p: number): Quanta {
  const { positions, entries } = s;
  const isLong = positions.leg[p] === LONG;
  if (positions.marginMode[p] === ISOLATED) {
    const amount = entries.amount.quanta(positions.entry[p]!);
    const value = isLong ? -amount : amount;
    return value > 0n ? value : 0n;
  }
  const { share, notional } = equityShare(s, p);
  const value = isLong ? notional - share : notional + share;
  return value > 0n ? value : 0n;
}

/** What the book did not take: to the insurance fund if it may, else to the counterparties; on paper always to the pool. */
function handOver(s: State, p: number): void {
  const { positions, orders, scratch } = s;
  const contract = s.contracts[positions.contract[p]!]!;
  const leg = positions.leg[p]!;
  const isIsolated = positions.marginMode[p] === ISOLATED;
  const lots = positions.size[p]!;
  const sizeBefore = lots;
  const closer = systemOrder(s, {
    kind: KIND_BURST,
    account: positions.account[p]!,
    contract: contract.index,
    action: closingActionOf(leg),
    lots,
    price: markTick(contract.markPoints),
    position: p,
  });
  if (isPaper(s, positions.account[p]!)) {
    const value = scratch.amount.fromQuanta(isIsolated ? valueLeft(s, p) : notionalOf(s, p));
    meetPoolByValue(s, closer, markTick(contract.markPoints), lots, value);
  } else if (fundMayTake(s, p)) {
    const value = isIsolated ? valueLeft(s, p) : notionalOf(s, p);
    takeOver(s, contract, leg, closer, lots, value);
  } else {
    const whole = valueLeft(s, p);
    const isLong = leg === LONG;
    let given = 0n;
    const left = deleverageAgainst(s, closer, (part) => {
      // Each part is worth its share of the whole, rounded for the closer; the last one takes what is left of it.
      const isLast = part === orders.remaining[closer];
      const share = isLong
        ? bigDivCeil(whole * BigInt(part), BigInt(lots))
        : bigDivFloor(whole * BigInt(part), BigInt(lots));
      const value = isLast ? whole - given : share;
      given += value;
      return value;
    });
    if (left > 0) takeOver(s, contract, leg, closer, left, whole - given);
  }
  isolatedWallet(s, p, scratch.takerWallet);
  settleClose(s, p, sizeBefore, scratch.takerWallet);
  orderEnded(s, closer, 0);
}

/** The fund opens the position that is closed, at the value agreed. */
function takeOver(
  s: State,
  contract: Contract,
  leg: number,
  closer: number,
  lots: Lots,
  value: Quanta,
): void {
  const { holdings, scratch } = s;
  const opener = systemOrder(s, {
    kind: KIND_BURST,
    account: INSURANCE_ACCOUNT,
    contract: contract.index,
    action: openingActionOf(leg),
    lots,
    price: markTick(contract.markPoints),
    position: NONE,
  });
  const holding = s.orders.holding[opener]!;
  const head = leg === LONG ? holdings.longHead[holding]! : holdings.shortHead[holding]!;
  const leverage = leverageFor(s, holding, leg, SHARED);
  if (head === NONE) positionOpened(s, INSURANCE_ACCOUNT, contract.index, leg, SHARED, COMBINED, 0, leverage);
  tradedByValue(s, opener, closer, lots, scratch.amount.fromQuanta(value), ORIGIN_TAKE_OVER);
  orderEnded(s, opener, 0);
}

/**
 * The fund may take a position if its equity at mark stays at its floor or above after it and after the shortfall that it would
 * cover, and its positions within what it may hold.
 */
function fundMayTake(s: State, p: number): boolean {
  const { positions, accounts, fundRule } = s;
  const fund = standingOfShared(s, INSURANCE_ACCOUNT).equity;
  const notional = notionalOf(s, p);
  if (fundRule.notionalMax > 0n) {
    let held = notional;
    for (let each = accounts.positionHead[INSURANCE_ACCOUNT]!; each !== NONE; ) {
      held += notionalOf(s, each);
      each = positions.accountNext[each]!;
    }
    if (held > fundRule.notionalMax) return false;
  }
  if (positions.marginMode[p] === ISOLATED) {
    const value = valueLeft(s, p);
    const loss = positions.leg[p] === LONG ? value - notional : notional - value;
    return fund - loss >= fundRule.floor;
  }
  const equity = standingOfShared(s, positions.account[p]!).equity;
  return fund + (equity < 0n ? equity : 0n) >= fundRule.floor;
}
