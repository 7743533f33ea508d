import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  COMBINED,
  HEDGE,
  ISOLATED,
  LONG,
  MOVE_MARGIN,
  ONE_WAY,
  PERMIT_DIRECT,
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  SEPARATED,
  SHARED,
  SHORT,
  STATE_UNTRIGGERED,
  STATUS_NORMAL,
  STATUS_RESTRICTED,
  STP_NONE,
} from "../../data/codes.ts";
import { exceeds, leverageMaxAt, notionalMaxUnits } from "../../data/contract/brackets.ts";
import type { Contract } from "../../data/contract/contract.ts";
import {
  available,
  availableTerms,
  givable,
  isolatedWallet,
  positionMargin,
} from "../../data/margin/available.ts";
import { frozenAt, frozenIn } from "../../data/margin/netMargin.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { accountSettingsOf, findHolding, hasSettings, statusOf } from "../../data/state/ofAccount.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type {
  AccountId,
  HoldingSlot,
  Leg,
  Leverage,
  PositionId,
  PositionSlot,
} from "../../data/units/kinds.ts";
import { accountId } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Quanta } from "../../data/units/units.ts";
import { NONE, RATE_ONE } from "../../data/units/units.ts";
import {
  accountChanged,
  accountOpened,
  autoAppendChanged,
  headOf,
  keyAdded,
  keyChanged,
  keyDisabled,
  leverageChanged,
  modeChanged,
  symbolFeeChanged,
} from "../../events/accountEvents.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";
import { healthOfIsolated, isolatedMarginExcess } from "../../events/marginHealth.ts";
import { admitCounters } from "../ledger/bounds.ts";
import { lotsForTier } from "../order/admit.ts";
import { isCode } from "../order/fields.ts";
import { applyStatus } from "../order/statusChange.ts";

/**
 * Commands on accounts: opening, settings, keys, leverage, modes, isolated margin. Each returns false when
 * refused.
 */

export function openAccount(s: State, command: Body<"openAccount">): boolean {
  const { kind, name } = command;
  const taken = s.accounts.byName.get(name);
  if (taken !== undefined) return refuse(s, R.nameTaken, { account: taken });
  if (kind !== ACCOUNT_USER && kind !== ACCOUNT_HOUSE) {
    return refuseField(s, command, "kind", "known");
  }
  if (name === "") return refuseField(s, command, "name", "notEmpty");
  const account = accountId(s.accounts.top);
  accountOpened(s, { account, kind, name });
  s.outcomeId = account;
  return true;
}

/** The highest percentage: at 100 per cent an entry is in breach. */
const MARGIN_CALL_PERCENT_MAX = 99;

export function setAccount(s: State, command: Body<"setAccount">): boolean {
  const { account } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  for (const name of ["orderRateLimitPerMinute", "orderDelayMs", "cancelDelayMs", "group"] as const)
    if (!admitWhole(s, command, name)) return false;
  if (!admitMarginCall(s, command)) return false;
  const { status, selfTradePrevention } = command;
  if (!isCode(status, 0, STATUS_RESTRICTED)) return refuseField(s, command, "status", "known");
  if (!isCode(selfTradePrevention, 0, STP_NONE))
    return refuseField(s, command, "selfTradePrevention", "known");
  if (!admitFees(s, command)) return false;
  if (!admitPositionMode(s, command)) return false;
  accountChanged(s, command);
  applyStatus(s, account);
  s.outcomeId = account;
  return true;
}

/** Sets a user's position mode, which holds in every contract. */
export function setPositionMode(s: State, { account, positionMode }: Body<"setPositionMode">): boolean {
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  const status = statusOf(s, account);
  if (status !== STATUS_NORMAL) return refuse(s, R.accountFrozen, { status, account });
  const changed = { ...accountSettingsOf(s, account), positionMode };
  if (!admitPositionMode(s, changed)) return false;
  accountChanged(s, changed);
  s.outcomeId = account;
  return true;
}

/** Sets from which margin ratio, in per cent of equity, a user gets margin calls. */
export function setMarginCall(s: State, command: Body<"setMarginCall">): boolean {
  const { account } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  if (!admitMarginCall(s, command)) return false;
  accountChanged(s, { ...accountSettingsOf(s, account), ...command });
  s.outcomeId = account;
  return true;
}

function admitMarginCall(s: State, command: Body<"setMarginCall">): boolean {
  return admitWhole(s, command, "marginCallPercent", [0, MARGIN_CALL_PERCENT_MAX]);
}

/**
 * Whether the position mode may change: only while the account and its paper account have no positions and
 * no orders, waiting ones included. ONE_WAY is for users, in COMBINED mode in every contract, and with
 * self-trade prevention, since a single net position cannot trade with itself.
 */
function admitPositionMode(s: State, command: Body<"setAccount">): boolean {
  const { accounts, holdings } = s;
  const { account, positionMode, selfTradePrevention } = command;
  if (!isCode(positionMode, HEDGE, ONE_WAY)) return refuseField(s, command, "positionMode", "known");
  const isNet = positionMode === ONE_WAY;
  const isUsers = [ACCOUNT_USER, ACCOUNT_PAPER].includes(accounts.kind[account]);
  if (isNet && !isUsers) return refuseField(s, command, "positionMode", "user");
  if (isNet && selfTradePrevention === STP_NONE)
    return refuseField(s, command, "selfTradePrevention", "oneWay");
  if (positionMode === accounts.positionMode[account]) return true;
  const twin = accounts.twin[account];
  const both = twin === 0 ? [account] : [account, twin];
  for (const each of both) {
    if (isNet && accounts.selfTradePrevention[each] === STP_NONE && each !== account)
      return refuseField(s, command, "selfTradePrevention", "oneWay");
    for (let h = accounts.holdingHead[each]; h !== NONE; h = holdings.next[h])
      if (isNet && holdings.separatedMode[h] === SEPARATED)
        return refuse(s, R.oneWayCombined, { contract: holdings.contract[h] });
  }
  for (const each of both)
    for (let h = accounts.holdingHead[each]; h !== NONE; h = holdings.next[h])
      if (!modeMayChange(s, h)) return false;
  return true;
}

export function setSymbolFee(s: State, command: Body<"setSymbolFee">): boolean {
  const { account, contract } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  if (!admitFees(s, command)) return false;
  symbolFeeChanged(s, command);
  s.outcomeId = account;
  return true;
}

/**
 * Whether fee rates are allowed. They lie between −1 and 1, as a contract's do: for a close whose fee is all
 * that it brings there would be no bankruptcy price. A discount is at most 1. A maker rate may be negative,
 * but maker and taker together must not be.
 */
function admitFees(s: State, fee: Body<"setSymbolFee"> | Body<"setAccount">): boolean {
  if (!admitWhole(s, fee, "takerRate", [0, RATE_ONE - 1])) return false;
  if (!admitWhole(s, fee, "makerRate", [1 - RATE_ONE, RATE_ONE - 1])) return false;
  for (const name of ["discount", "takerDiscount", "makerDiscount"] as const)
    if (!admitWhole(s, fee, name, [0, RATE_ONE])) return false;
  return fee.takerRate + fee.makerRate >= 0 || refuseField(s, fee, "makerRate", "together");
}

export function addKey(s: State, command: Body<"addKey">): boolean {
  const { account, key, permissions } = command;
  if (!s.accounts.has(account) || !s.accounts.rules[account].hasKeys)
    return refuse(s, R.unknownAccount, { account });
  const known = s.directory.keys.get(key);
  if (known !== undefined) return refuse(s, R.keyTaken, { account: known.account });
  if (key === "") return refuseField(s, command, "key", "notEmpty");
  if (!arePermissions(permissions)) return refuseField(s, command, "permissions", "known");
  keyAdded(s, command);
  s.outcomeId = account;
  return true;
}

export function changeKey(s: State, command: Body<"changeKey">): boolean {
  const known = s.directory.keys.get(command.key);
  if (known === undefined) return refuse(s, R.unknownKey);
  const { permissions } = command;
  if (!arePermissions(permissions)) return refuseField(s, command, "permissions", "known");
  keyChanged(s, { ...command, account: known.account, time: s.time });
  s.outcomeId = known.account;
  return true;
}

/** Whether a number is made of PERMIT_ bits only. */
export function arePermissions(permissions: number): boolean {
  return isCode(permissions, 0, PERMIT_READ + PERMIT_SPOT + PERMIT_FUTURES + PERMIT_DIRECT);
}

export function disableKey(s: State, command: Body<"disableKey">): boolean {
  const known = s.directory.keys.get(command.key);
  if (known === undefined) return refuse(s, R.unknownKey);
  if (!known.disabled) keyDisabled(s, { key: command.key, account: known.account });
  s.outcomeId = known.account;
  return true;
}

/**
 * Sets leverages of a contract, and its margin mode too where the command `switches`. Shared: one number for
 * both sides. Isolated: one number for each side, which may not be lowered under an open position. The
 * leverages of the other mode are kept for later, and a leverage that does not change is not checked.
 * Refused while orders rest (where they do not follow), above the contract's or the tier's maximum, where the
 * margin is not available, or where the mode may not change ({@link modeMayChange}); a refused command
 * changes nothing. Orders that follow keep the mark and the rate of their acceptance; one at market, on its
 * way, does not follow: it is charged by the book that it was to meet.
 */
export function setLeverage(s: State, command: Body<"setLeverage">): boolean {
  const { account, contract: index } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  const contract = s.contracts[index];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
  const status = statusOf(s, account);
  if (status !== STATUS_NORMAL) return refuse(s, R.accountFrozen, { status, account });
  const { holdings } = s;
  const holding = findHolding(s, account, index);
  const actual = holding === NONE ? SHARED : holdings.marginMode[holding];
  const marginMode = command.marginMode === 0 ? actual : command.marginMode;
  const switches = marginMode !== actual;
  if (marginMode !== SHARED && marginMode !== ISOLATED) return refuseField(s, command, "marginMode", "known");
  if (switches && !command.switches) return refuse(s, R.marginModeMismatch, { asked: marginMode, actual });
  const { leverageMin, leverageMax, leverageDefault } = contract.terms;
  const current = { cross: leverageDefault, isolatedLong: leverageDefault, isolatedShort: leverageDefault };
  const asked = { cross: 0, isolatedLong: 0, isolatedShort: 0 };
  for (const name of ["cross", "isolatedLong", "isolatedShort"] as const) {
    if (holding !== NONE) current[name] = holdings[name][holding];
    const leverage = command[name];
    if (leverage === 0 || leverage === current[name]) continue;
    asked[name] = leverage;
    if (!Number.isInteger(leverage) || leverage < leverageMin || leverage > leverageMax) {
      return refuse(s, R.leverageOutOfRange, { field: name, leverage, min: leverageMin, max: leverageMax });
    }
  }
  if (holding !== NONE) {
    if (switches && !modeMayChange(s, holding)) return false;
    const resting = holdings.restingCount[holding];
    if (resting > 0 && !(command.ordersFollow && mayFollow(s, holding)))
      return refuseOrders(s, holding, resting, false);
    const suits =
      marginMode === SHARED
        ? sharedLeverageSuits(s, contract, holding, asked.cross)
        : isolatedLeverageSuits(s, contract, holding, asked);
    if (!suits) return false;
  }
  if (switches) {
    const separatedMode = holding === NONE ? COMBINED : holdings.separatedMode[holding];
    modeChanged(s, { account, contract: index, marginMode, separatedMode });
  }
  leverageChanged(s, {
    account,
    contract: index,
    cross: asked.cross || current.cross,
    isolatedLong: asked.isolatedLong || current.isolatedLong,
    isolatedShort: asked.isolatedShort || current.isolatedShort,
  });
  s.outcomeId = account;
  return true;
}

/**
 * Whether a shared leverage is allowed for what is held, else the refusal is noted. @param leverage 0:
 * unchanged
 */
function sharedLeverageSuits(
  s: State,
  contract: Contract,
  holding: HoldingSlot,
  leverage: Leverage,
): boolean {
  if (leverage === 0) return true;
  const { holdings, positions } = s;
  const { needed, product, share } = s.scratch;
  const lots = Math.max(tierLots(s, contract, holding, LONG), tierLots(s, contract, holding, SHORT));
  if (!tierSuits(s, contract, "cross", leverage, lots)) return false;
  // The margin of positions and orders at the new leverage, less that charged now, must be available.
  needed.copy(frozenAt(s, holding, [leverage, leverage], share)).subtract(frozenIn(s, holding, share));
  for (const head of [holdings.longHead[holding], holdings.shortHead[holding]]) {
    for (let p = head; p !== NONE; p = positions.legNext[p]) {
      needed.add(positionMargin(s, p, leverage, product));
      needed.subtract(positionMargin(s, p, positions.leverage[p], product));
    }
  }
  return canPay(s, holding, leverage, needed);
}

/**
 * The lots whose notional must suit the tier of a leverage: what a leg's positions and opening orders come
 * to, as where an order is placed.
 */
function tierLots(s: State, contract: Contract, holding: HoldingSlot, leg: Leg): number {
  const { longSize, longOpening, shortSize, shortOpening } = s.holdings;
  const [long, short] = [longSize[holding], shortSize[holding]];
  const ofLeg = leg === LONG ? long + longOpening[holding] : short + shortOpening[holding];
  if (isOneWay(s, s.holdings.account[holding])) return Math.max(0, ofLeg - (leg === LONG ? short : long));
  return lotsForTier(s, contract, holding, leg, ofLeg);
}

function tierSuits(
  s: State,
  contract: Contract,
  field: "cross" | "isolatedLong" | "isolatedShort",
  asked: Leverage,
  lots: number,
): boolean {
  const { tiers } = contract.terms;
  const notional = s.scratch.needed.setProduct(lots, contract.markPoints * contract.quantaPerPointLot);
  if (!exceeds(notional, notionalMaxUnits(tiers, asked))) return true;
  const details = { field, asked, max: leverageMaxAt(tiers, notional) };
  return refuse(s, R.tierLeverage, details, () => ({ notional: notional.toQuanta() }));
}

/** Whether what a holding is charged more at a leverage is available. */
function canPay(s: State, holding: HoldingSlot, leverage: Leverage, needed: Money): boolean {
  if (needed.sign() <= 0) return true;
  const account = s.holdings.account[holding];
  const free = available(s, account, s.scratch.available);
  const grounds = () => {
    const charged = legMargins(s, holding) + frozenIn(s, holding, s.scratch.share).toQuanta();
    return { leverage, charged, asked: charged + needed.toQuanta(), ...availableTerms(s, account) };
  };
  return !free.lessThan(needed) || refuse(s, R.marginInsufficient, { needed, available: free }, grounds);
}

/** The initial margin of a symbol's positions at their present leverage. */
function legMargins(s: State, holding: HoldingSlot): Quanta {
  const { holdings, positions } = s;
  let sum = 0n;
  for (const head of [holdings.longHead[holding], holdings.shortHead[holding]])
    for (let p = head; p !== NONE; p = positions.legNext[p])
      sum += positionMargin(s, p, positions.leverage[p], s.scratch.product).toQuanta();
  return sum;
}

function isolatedLeverageSuits(
  s: State,
  contract: Contract,
  holding: HoldingSlot,
  asked: { readonly isolatedLong: number; readonly isolatedShort: number },
): boolean {
  const { holdings, scratch } = s;
  const at = [holdings.isolatedLong[holding], holdings.isolatedShort[holding]];
  for (const leg of [LONG, SHORT] as const) {
    const field = leg === LONG ? "isolatedLong" : "isolatedShort";
    const leverage = asked[field];
    if (leverage === 0) continue;
    const current = at[leg]!;
    const isHeld = headOf(s, holding, leg) !== NONE;
    if (isHeld && leverage < current)
      return refuse(s, R.leverageLowered, { field, asked: leverage, current });
    if (!tierSuits(s, contract, field, leverage, tierLots(s, contract, holding, leg))) return false;
    at[leg] = leverage;
  }
  const { needed, share } = scratch;
  needed.copy(frozenAt(s, holding, at, share)).subtract(frozenIn(s, holding, share));
  return canPay(s, holding, Math.min(...at), needed);
}

/** Whether resting orders may take another leverage: none of them is at market. */
function mayFollow({ holdings, orders }: State, holding: HoldingSlot): boolean {
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot])
    if (orders.market[slot] === 1 && orders.state[slot] !== STATE_UNTRIGGERED) return false;
  return true;
}

/**
 * Sets margin mode and segregation of a contract: only without positions and live orders there, plan orders
 * included.
 */
export function setMode(s: State, command: Body<"setMode">): boolean {
  const { account, contract: index, marginMode, separatedMode } = command;
  if (!hasSettings(s, account)) return refuse(s, R.unknownAccount, { account });
  if (s.contracts[index] === undefined) return refuse(s, R.unknownContract, { contract: index });
  const status = statusOf(s, account);
  if (status !== STATUS_NORMAL) return refuse(s, R.accountFrozen, { status, account });
  if (marginMode !== SHARED && marginMode !== ISOLATED) return refuseField(s, command, "marginMode", "known");
  if (separatedMode !== COMBINED && separatedMode !== SEPARATED)
    return refuseField(s, command, "separatedMode", "known");
  if (separatedMode === SEPARATED && isOneWay(s, account))
    return refuse(s, R.oneWayCombined, { contract: index });
  const holding = findHolding(s, account, index);
  if (holding !== NONE && !modeMayChange(s, holding)) return false;
  s.outcomeId = account;
  modeChanged(s, command);
  return true;
}

/** Whether a mode may change: only without positions and live orders, untriggered ones included. */
function modeMayChange(s: State, holding: HoldingSlot): boolean {
  const { holdings, positions } = s;
  for (const head of [holdings.longHead[holding], holdings.shortHead[holding]]) {
    if (head !== NONE)
      return refuse(s, R.positionExists, { position: positions.id[head], ...whereabouts(s, holding) });
  }
  const live = holdings.restingCount[holding] + holdings.planCount[holding];
  return live === 0 || refuseOrders(s, holding, live, true);
}

/**
 * Refuses a change because of `orders` orders of a holding; waiting orders are among them where they
 * `mayWait`.
 */
function refuseOrders(s: State, holding: HoldingSlot, orders: number, mayWait: boolean): boolean {
  const { holdings, orders: all } = s;
  let slot = holdings.orderHead[holding];
  while (!mayWait && all.state[slot] === STATE_UNTRIGGERED) slot = all.holdingNext[slot];
  return refuse(s, R.openOrdersExist, { orders, order: all.id[slot], ...whereabouts(s, holding) });
}

/** The account and contract whose orders or positions prevent a change, for the refusal. */
function whereabouts({ holdings, accounts }: State, holding: HoldingSlot) {
  const isPaper = accounts.kind[holdings.account[holding]] === ACCOUNT_PAPER;
  return { contract: holdings.contract[holding], isPaper };
}

/**
 * Adds margin to an isolated position from what is available in the shared entry, or takes margin away. What
 * may go: ⌊max(0, min(Q, Q + unrealized) − ⌈V / leverage⌉)⌋ with Q the entry's wallet, and no more than
 * leaves its equity above the maintenance requirement at the mark and at the index. The second bound matters
 * at a high leverage, where the initial margin at entry can be less than the requirement at a later mark.
 */
export function adjustMargin(s: State, command: Body<"adjustMargin">): boolean {
  const p = ownIsolated(s, command.account, command.position);
  if (p === NONE) return false;
  const { positions, accounts } = s;
  const { move, needed } = s.scratch;
  const entry = positions.entry[p];
  const shared = accounts.entry[command.account];
  if (command.amount === 0n) return refuse(s, R.amountNotPositive);
  s.outcomeId = command.position;
  if (command.amount > 0n) {
    if (!admitCounters(s, MOVE_MARGIN, shared, entry, command.amount)) return false;
    needed.fromQuanta(command.amount);
    const free = givable(s, command.account, s.scratch.available);
    if (free.lessThan(needed))
      return refuse(s, R.marginInsufficient, { needed, available: free }, () =>
        availableTerms(s, command.account),
      );
    moneyMoved(s, MOVE_MARGIN, shared, entry, move.copy(needed), positions.contract[p]);
    return true;
  }
  if (!admitCounters(s, MOVE_MARGIN, entry, shared, -command.amount)) return false;
  needed.fromQuanta(-command.amount);
  const removable = removableMargin(s, p);
  if (removable.lessThan(needed)) {
    return refuse(s, R.marginNotRemovable, { asked: needed, removable }, () => ({
      ...healthOfIsolated(s, p),
      spare: isolatedMarginExcess(s, p),
      wallet: isolatedWallet(s, p, s.scratch.wallet).toQuanta(),
      entryValue: positions.openValue.quanta(p),
      leverage: positions.leverage[p],
    }));
  }
  moneyMoved(s, MOVE_MARGIN, entry, shared, move.copy(needed), positions.contract[p]);
  return true;
}

/** The part of an isolated position's margin that may be taken away, at least 0. */
function removableMargin(s: State, p: PositionSlot): Money {
  const { positions, scratch } = s;
  const spare = isolatedMarginExcess(s, p);
  const free = scratch.equity
    .fromQuanta(healthOfIsolated(s, p).equity)
    .min(isolatedWallet(s, p, scratch.wallet))
    .subtract(positions.openValue.read(p, scratch.product).overLeverageCeil(positions.leverage[p]))
    .max0();
  return free.min(scratch.wallet.fromQuanta(spare));
}

export function setAutoAppend(s: State, command: Body<"setAutoAppend">): boolean {
  const p = ownIsolated(s, command.account, command.position);
  if (p === NONE) return false;
  s.outcomeId = command.position;
  autoAppendChanged(s, { ...command, contract: s.positions.contract[p] });
  return true;
}

/** An isolated position of the account by id, or NONE with the refusal noted. */
function ownIsolated(s: State, account: AccountId, position: PositionId): PositionSlot {
  const p = s.positions.byId.get(position);
  if (!s.accounts.has(account)) {
    refuse(s, R.unknownAccount, { account });
  } else if (statusOf(s, account) !== STATUS_NORMAL) {
    refuse(s, R.accountFrozen, { status: statusOf(s, account), account });
  } else if (p === NONE || s.positions.account[p] !== account) {
    refuse(s, R.unknownPosition, { position });
  } else if (s.positions.marginMode[p] !== ISOLATED) {
    refuse(s, R.positionNotIsolated, { position });
  } else {
    return p;
  }
  return NONE;
}
