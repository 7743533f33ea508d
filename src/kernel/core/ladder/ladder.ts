import {
  CANCEL_LIQUIDATE,
  COMBINED,
  INSURANCE_ACCOUNT,
  ISOLATED,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  LONG,
  legOf,
  MOVE_MARGIN,
  ORIGIN_NETTING,
  ORIGIN_TAKE_OVER,
  SHARED,
  SHORT,
} from "../data/codes.ts";
import type { Contract } from "../data/contract/contract.ts";
import { givable, isolatedWallet, sharedEquity } from "../data/margin/available.ts";
import { bankruptcyPrice } from "../data/margin/liquidationPrice.ts";
import { counterpartyOf } from "../data/state/ofAccount.ts";
import type { State } from "../data/state/state.ts";
import { closingActionOf, openingActionOf } from "../data/tables/orders.ts";
import { bigDivCeil, bigDivFloor } from "../data/units/divide.ts";
import type { AccountId, ContractIndex, Leg, OrderSlot, PositionSlot } from "../data/units/kinds.ts";
import type { Lots, Quanta } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { leverageFor } from "../events/accountEvents.ts";
import { moneyMoved } from "../events/ledgerEvents.ts";
import { liquidationDropped, liquidationFinished, liquidationStarted } from "../events/liquidationEvents.ts";
import type { MarginHealth } from "../events/marginHealth.ts";
import {
  hasLiveShared,
  hasShared,
  healthOfIsolated,
  healthOfShared,
  isInBreach,
} from "../events/marginHealth.ts";
import { orderEnded } from "../events/orderEvents.ts";
import { positionOpened } from "../events/positionEvents.ts";
import { tradedByValue } from "../events/tradeEvents.ts";
import { markTick, systemOrder } from "../rules/liquidation/systemOrder.ts";
import { settleClose } from "../rules/position/settleClose.ts";
import {
  closeInBook,
  notionalOf,
  sharedLimit,
  sharedPositions,
  takeOverValue,
  valueLeft,
} from "./closeInBook.ts";
import { deleverageAgainst } from "./deleverage.ts";
import { reduceLarge } from "./reduceLarge.ts";

/**
 * Takes the first entry of the queue through the ladder, as one step:
 *
 * ```
 * shared    cancel all orders → net hedged legs at mark → reduce what is large, again and again → close → take-over or ADL
 * isolated  append margin if asked to → cancel the leg's orders → close → take-over or ADL
 * ```
 *
 * Positions in a held contract (rules/contract/source.ts) are left alone, unless the operator asks for their
 * liquidation.
 *
 * After each rung the entry is judged again; a healthy one stops there. What the book does not take goes to
 * the insurance fund by value; if the fund may not take it, to the counterparties (deleverage.ts). A
 * shortfall is covered by the fund when the last position ends (settleClose.ts).
 *
 * @see docs/reference/liquidation.md
 */
export function liquidateNext(s: State): void {
  const { account, position: id, forced } = s.liquidations[0]!;
  if (id === 0) {
    const health = healthOfShared(s, account);
    const isDue = forced ? hasShared(s, account) : isInBreach(health) && hasLiveShared(s, account);
    if (!isDue) liquidationDropped(s);
    else liquidateShared(s, account, forced, health);
    return;
  }
  const p = s.positions.byId.get(id);
  if (p === NONE || s.positions.marginMode[p] !== ISOLATED) {
    liquidationDropped(s);
    return;
  }
  const isHeld = !forced && s.contracts[s.positions.contract[p]].held === 1;
  if (!forced && !isHeld && isInBreach(healthOfIsolated(s, p))) appendMargin(s, p);
  const health = healthOfIsolated(s, p);
  if (forced || (!isHeld && isInBreach(health))) liquidateIsolated(s, p, forced, health);
  else liquidationDropped(s);
}

function liquidateShared(s: State, account: AccountId, forced: boolean, health: MarginHealth): void {
  const { accounts, positions } = s;
  const entry = accounts.entry[account];
  liquidationStarted(s, entry, { forced, ...health });
  const isHealthy = (): boolean => !forced && !isInBreach(healthOfShared(s, account));
  cancelOrders(s, account, NONE, NONE);
  const isSpared = (contract: ContractIndex): boolean => !forced && s.contracts[contract].held === 1;
  if (!isHealthy()) netLegs(s, account, isHealthy, isSpared);
  if (!isHealthy()) reduceLarge(s, account, isHealthy, isSpared);
  if (!isHealthy()) {
    for (const p of sharedPositions(s, account)) {
      if (isHealthy()) break;
      if (isSpared(s.positions.contract[p])) continue;
      const before = positions.id[p];
      closeInBook(s, p, positions.size[p], KIND_LIQUIDATION, sharedLimit(s, p));
      if (isHealthy()) break;
      if (positions.byId.get(before) !== NONE) closeOffBook(s, p);
    }
  }
  liquidationFinished(s, entry);
}

function liquidateIsolated(s: State, p: PositionSlot, forced: boolean, health: MarginHealth): void {
  const { entries, positions } = s;
  const entry = positions.entry[p];
  const id = positions.id[p];
  const account = positions.account[p];
  liquidationStarted(s, entry, { forced, ...health });
  cancelOrders(s, account, positions.contract[p], positions.leg[p]);
  const contract = s.contracts[positions.contract[p]];
  const amount = entries.amount.quanta(entry);
  const fee = s.holdings.takerRate[positions.holding[p]];
  const size = positions.size[p];
  closeInBook(s, p, size, KIND_LIQUIDATION, bankruptcyPrice(contract, positions.leg[p], size, amount, fee));
  if (positions.byId.get(id) === NONE) return;
  if (forced || isInBreach(healthOfIsolated(s, p))) closeOffBook(s, p);
  else liquidationFinished(s, entry);
}

/**
 * Answers a breach with what the shared entry may give, up to the initial margin V / leverage, where the
 * holder asked for that.
 */
function appendMargin(s: State, p: PositionSlot): void {
  const { positions, accounts, scratch } = s;
  if (positions.autoAppend[p] === 0) return;
  const account = positions.account[p];
  const target = positions.openValue
    .read(p, scratch.needed)
    .overLeverageCeil(positions.leverage[p])
    .toQuanta();
  const missing = target - healthOfIsolated(s, p).equity;
  const free = givable(s, account, scratch.available).toQuanta();
  const amount = missing < free ? missing : free;
  if (amount <= 0n) return;
  const from = accounts.entry[account];
  moneyMoved(
    s,
    MOVE_MARGIN,
    from,
    positions.entry[p],
    scratch.move.fromQuanta(amount),
    positions.contract[p],
  );
}

/** Cancels every live order of the account, plan orders too; or those of one leg of a contract. */
function cancelOrders(s: State, account: AccountId, contract: ContractIndex, leg: Leg): void {
  const { accounts, holdings, orders } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (contract !== NONE && holdings.contract[h] !== contract) continue;
    for (let slot = holdings.orderHead[h]; slot !== NONE; ) {
      const next = orders.holdingNext[slot];
      if (leg === NONE || legOf(orders.action[slot]) === leg) orderEnded(s, slot, CANCEL_LIQUIDATE);
      slot = next;
    }
  }
}

/** Closes min(long, short) of each symbol against each other at mark, without a fee, symbol by symbol. */
function netLegs(
  s: State,
  account: AccountId,
  isHealthy: () => boolean,
  isSpared: (contract: ContractIndex) => boolean,
): void {
  const { accounts, holdings, positions, scratch } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED || isSpared(holdings.contract[h])) continue;
    const contract = s.contracts[holdings.contract[h]];
    while (holdings.longHead[h] !== NONE && holdings.shortHead[h] !== NONE) {
      const long = holdings.longHead[h];
      const short = holdings.shortHead[h];
      const lots = Math.min(positions.size[long], positions.size[short]);
      assert(lots > 0, "an open position has lots");
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
      const sizes = { long: positions.size[long], short: positions.size[short] };
      tradedByValue(s, maker, taker, lots, scratch.amount, ORIGIN_NETTING);
      settleClose(s, long, sizes.long, scratch.none);
      settleClose(s, short, sizes.short, scratch.none);
      orderEnded(s, maker, 0);
      orderEnded(s, taker, 0);
      if (isHealthy()) return;
    }
  }
}

/** Closes what the book did not take. */
function closeOffBook(s: State, p: PositionSlot): void {
  const { positions, scratch } = s;
  const contract = s.contracts[positions.contract[p]];
  const sizeBefore = positions.size[p];
  const closer = systemOrder(s, {
    kind: KIND_LIQUIDATION,
    account: positions.account[p],
    contract: contract.index,
    action: closingActionOf(positions.leg[p]),
    lots: sizeBefore,
    price: markTick(contract.markPoints),
    position: p,
  });
  const value = positions.marginMode[p] === ISOLATED ? valueLeft(s, p) : takeOverValue(s, p);
  assert(value >= 0n, "what is left of a position is worth nothing or more");
  counterpartyOf(s, positions.account[p]).takeOver(s, p, closer, atLeastAQuantum(value));
  assert(
    positions.size[p] === 0 && s.orders.remaining[closer] === 0,
    "what the book did not take is closed whole",
  );
  isolatedWallet(s, p, scratch.takerWallet);
  settleClose(s, p, sizeBefore, scratch.takerWallet);
  orderEnded(s, closer, 0);
}

/** The insurance fund takes a position over if it may, else it is closed against the counterparties. */
export function fundOrCounterparties(s: State, p: PositionSlot, closer: OrderSlot, value: Quanta): void {
  const { positions, orders } = s;
  const contract = s.contracts[positions.contract[p]];
  const leg = positions.leg[p];
  const lots = positions.size[p];
  if (fundMayTake(s, p)) {
    takeOver(s, contract, leg, closer, lots, value);
    return;
  }
  const whole = valueLeft(s, p);
  const isLong = leg === LONG;
  let given = 0n;
  const left = deleverageAgainst(s, closer, (part) => {
    // Each part is worth its share of the whole, rounded in favour of the closer; the last part takes what is
    // left.
    const isLast = part === orders.remaining[closer];
    const share = isLong
      ? bigDivCeil(whole * BigInt(part), BigInt(lots))
      : bigDivFloor(whole * BigInt(part), BigInt(lots));
    const value = isLast ? whole - given : share;
    given += value;
    return value;
  });
  assert(left >= 0 && left <= lots && given <= whole, "the counterparties are given no more than there is");
  if (left > 0) takeOver(s, contract, leg, closer, left, whole - given);
}

/** The fund takes over the position that is closed, at the agreed value. */
function takeOver(
  s: State,
  contract: Contract,
  leg: Leg,
  closer: OrderSlot,
  lots: Lots,
  value: Quanta,
): void {
  const { holdings, scratch } = s;
  const opener = systemOrder(s, {
    kind: KIND_LIQUIDATION,
    account: INSURANCE_ACCOUNT,
    contract: contract.index,
    action: openingActionOf(leg),
    lots,
    price: markTick(contract.markPoints),
    position: NONE,
  });
  const holding = s.orders.holding[opener];
  const head = leg === LONG ? holdings.longHead[holding] : holdings.shortHead[holding];
  const leverage = leverageFor(s, holding, leg, SHARED);
  if (head === NONE) {
    positionOpened(s, {
      account: INSURANCE_ACCOUNT,
      contract: contract.index,
      leg,
      marginMode: SHARED,
      separatedMode: COMBINED,
      openOrder: 0,
      leverage,
    });
  }
  tradedByValue(s, opener, closer, lots, scratch.amount.fromQuanta(atLeastAQuantum(value)), ORIGIN_TAKE_OVER);
  orderEnded(s, opener, 0);
}

/**
 * A position that is worth nothing to its entry is taken over for one quantum, since an open position has an
 * entry value above 0.
 */
function atLeastAQuantum(value: Quanta): Quanta {
  return value > 0n ? value : 1n;
}

/**
 * The fund may take a position over if afterwards, and after the shortfall that it would cover, its equity is
 * at its floor or above, and its positions are within what it may hold: all at the index, so that nobody
 * decides by a walked mark who pays.
 */
function fundMayTake(s: State, p: PositionSlot): boolean {
  const { positions, accounts, fundRule, scratch } = s;
  const fund = sharedEquity(s, INSURANCE_ACCOUNT, "indexPoints", scratch.equity).toQuanta();
  const notional = notionalOf(s, p, "indexPoints");
  if (fundRule.notionalMax > 0n) {
    let held = notional;
    for (let each = accounts.positionHead[INSURANCE_ACCOUNT]; each !== NONE; ) {
      held += notionalOf(s, each, "indexPoints");
      each = positions.accountNext[each];
    }
    if (held > fundRule.notionalMax) return false;
  }
  if (positions.marginMode[p] === ISOLATED) {
    const value = valueLeft(s, p);
    const loss = positions.leg[p] === LONG ? value - notional : notional - value;
    return fund - loss >= fundRule.floor;
  }
  const equity = sharedEquity(s, positions.account[p], "indexPoints", scratch.equity).toQuanta();
  return fund + (equity < 0n ? equity : 0n) >= fundRule.floor;
}
