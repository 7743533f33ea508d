import { COMBINED, isOpening, LONG, legOf, SHARED, STATE_UNTRIGGERED } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import { addOrderMargin } from "../data/margin/orderMargin.ts";
import { feeFields } from "../data/messages/command.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import {
  writeAccountChanged,
  writeAutoAppendChanged,
  writeLeverageChanged,
  writeModeChanged,
  writeReferralChanged,
  writeSymbolFeeChanged,
} from "../data/model/generated/eventRecords.ts";
import { feesPaid } from "../data/referral/due.ts";
import { findHolding } from "../data/state/ofAccount.ts";
import type { State } from "../data/state/state.ts";
import { initAccount } from "../data/state/state.ts";
import { changedKey } from "../data/tables/directory.ts";
import { effectiveRates } from "../data/tables/feeSetting.ts";
import type {
  AccountId,
  ContractIndex,
  HoldingSlot,
  Leg,
  Leverage,
  OrderSlot,
  PositionSlot,
} from "../data/units/kinds.ts";
import { fieldsOf } from "../data/units/kinds.ts";
import { assert, NONE } from "../data/units/units.ts";

/**
 * The functions that change accounts, their settings and keys. Rare, so they take and write the object form.
 */

export function accountOpened(s: State, event: Recorded<"accountOpened">): void {
  const id = s.accounts.take();
  assert(id === event.account, "accounts are counted as they are opened");
  assert(!s.accounts.byName.has(event.name), "a name is one account's");
  initAccount(s, id, event.kind, event.name);
  encode(eventLayouts.accountOpened, event, s.events, s.index);
}

export function accountChanged(s: State, event: Recorded<"accountChanged">): void {
  const { accounts, holdings } = s;
  const id = event.account;
  accounts.status[id] = event.status;
  accounts.fees[id] = fieldsOf(feeFields, event);
  accounts.orderRateLimitPerMinute[id] = event.orderRateLimitPerMinute;
  accounts.orderDelayMs[id] = event.orderDelayMs;
  accounts.cancelDelayMs[id] = event.cancelDelayMs;
  accounts.selfTradePrevention[id] = event.selfTradePrevention;
  accounts.marginCallPercent[id] = event.marginCallPercent;
  accounts.group[id] = event.group;
  accounts.positionMode[id] = event.positionMode;
  const twin = accounts.twin[id];
  if (twin !== 0 && accounts.positionMode[twin] !== event.positionMode) {
    accounts.positionMode[twin] = event.positionMode; // a paper account holds positions as its user does
    markAccountDirty(s, twin);
  }
  for (let h = accounts.holdingHead[id]; h !== NONE; h = holdings.next[h]) resolveRates(s, h);
  markAccountDirty(s, id);
  writeAccountChanged(s.events, s.index, event);
}

export function symbolFeeChanged(s: State, event: Recorded<"symbolFeeChanged">): void {
  const holding = holdingFor(s, event.account, event.contract);
  s.holdings.fees[s.holdings.rowOf(holding)] = fieldsOf(feeFields, event);
  resolveRates(s, holding);
  markAccountDirty(s, event.account);
  writeSymbolFeeChanged(s.events, s.index, event);
}

export function keyAdded(s: State, event: Recorded<"keyAdded">): void {
  s.directory.keys.set(event.key, {
    key: event.key,
    account: event.account,
    permissions: event.permissions,
    activeFrom: event.activeFrom,
    expires: event.expires,
    disabled: false,
    sealedSecret: event.sealedSecret,
    passphraseHash: event.passphraseHash,
    label: event.label,
    addresses: event.addresses,
    wireProfile: event.wireProfile,
    before: undefined,
  });
  encode(eventLayouts.keyAdded, event, s.events, s.index);
}

export function keyChanged(s: State, event: Recorded<"keyChanged">): void {
  s.directory.keys.set(event.key, changedKey(s.directory.keys.get(event.key)!, event));
  encode(eventLayouts.keyChanged, event, s.events, s.index);
}

export function keyDisabled(s: State, event: Recorded<"keyDisabled">): void {
  s.directory.keys.set(event.key, { ...s.directory.keys.get(event.key)!, disabled: true });
  encode(eventLayouts.keyDisabled, event, s.events, s.index);
}

/** The leverages of a holding change, and those of its positions and of its orders that do not wait. */
export function leverageChanged(s: State, event: Recorded<"leverageChanged">): void {
  const { holdings, positions, orders } = s;
  const holding = holdingFor(s, event.account, event.contract);
  holdings.cross[holding] = event.cross;
  holdings.isolatedLong[holding] = event.isolatedLong;
  holdings.isolatedShort[holding] = event.isolatedShort;
  for (const head of [holdings.longHead[holding], holdings.shortHead[holding]]) {
    for (let p = head; p !== NONE; p = positions.legNext[p]) {
      positions.leverage[p] = leverageFor(s, holding, positions.leg[p], positions.marginMode[p]);
    }
  }
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (orders.state[slot] === STATE_UNTRIGGERED) continue;
    orders.leverage[slot] = leverageFor(s, holding, legOf(orders.action[slot]), orders.marginMode[slot]);
    refreeze(s, slot);
  }
  markAccountDirty(s, event.account);
  writeLeverageChanged(s.events, s.index, event);
}

export function modeChanged(s: State, event: Recorded<"modeChanged">): void {
  const holding = holdingFor(s, event.account, event.contract);
  s.holdings.marginMode[holding] = event.marginMode;
  s.holdings.separatedMode[holding] = event.separatedMode;
  markAccountDirty(s, event.account);
  writeModeChanged(s.events, s.index, event);
}

export function autoAppendChanged(s: State, event: Recorded<"autoAppendChanged">): void {
  const slot = s.positions.byId.get(event.position);
  s.positions.autoAppend[slot] = event.on ? 1 : 0;
  s.positions.updatedTime[slot] = s.time;
  s.positions.updatedSeq[slot] = s.seq;
  markAccountDirty(s, event.account);
  writeAutoAppendChanged(s.events, s.index, event);
}

/** Marks that something of the account changed. */
export function markAccountDirty(s: State, account: AccountId): void {
  if (s.deleveraging !== undefined) s.deleveraging.changed(account);
  s.accounts.version[account] = s.seq;
  s.accounts.updatedTime[account] = s.time;
}

/**
 * Marks that the account's margin health changed, so that its margin is checked at the end of the step
 * (events/watch.ts). It lasts until the step's end and is no part of the state.
 */
export function watchAgain(s: State, account: AccountId): void {
  if (s.accounts.marginDirty[account] === 1) return;
  s.accounts.marginDirty[account] = 1;
  s.marginDirty.push(account);
}

/**
 * The holding of an account in a contract, made with the contract's defaults at the first touch. Only event
 * functions may call this: it changes state.
 */
export function holdingFor(s: State, account: AccountId, contract: ContractIndex): HoldingSlot {
  const found = findHolding(s, account, contract);
  if (found !== NONE) return found;
  const { accounts, holdings } = s;
  const slot = holdings.take();
  const leverage = s.contracts[contract].terms.leverageDefault;
  holdings.clear(slot);
  holdings.account[slot] = account;
  holdings.contract[slot] = contract;
  holdings.marginMode[slot] = SHARED;
  holdings.separatedMode[slot] = COMBINED;
  holdings.cross[slot] = leverage;
  holdings.isolatedLong[slot] = leverage;
  holdings.isolatedShort[slot] = leverage;
  holdings.fees[holdings.rowOf(slot)] = undefined;
  const tail = accounts.holdingTail[account];
  if (tail === NONE) accounts.holdingHead[account] = slot;
  else holdings.next[tail] = slot;
  accounts.holdingTail[account] = slot;
  s.holdingOf[contract].set(account, slot);
  resolveRates(s, slot);
  return slot;
}

/** Takes back a holding that was made last and has nothing: only for what was tried and left no trace. */
export function dropHolding(s: State, holding: HoldingSlot): void {
  const { accounts, holdings } = s;
  const account = holdings.account[holding];
  assert(accounts.holdingTail[account] === holding, "the last holding of its account is taken back");
  let before: HoldingSlot = accounts.holdingHead[account];
  if (before === holding) accounts.holdingHead[account] = NONE;
  while (before !== holding && holdings.next[before] !== holding) before = holdings.next[before];
  accounts.holdingTail[account] = before === holding ? NONE : before;
  if (before !== holding) holdings.next[before] = NONE;
  s.holdingOf[holdings.contract[holding]].delete(account);
  holdings.undo(holding);
}

/** The oldest position of a leg of a holding (or NONE), NONE where there is none. */
export function headOf(s: State, holding: HoldingSlot, leg: Leg): PositionSlot {
  if (holding === NONE) return NONE;
  return leg === LONG ? s.holdings.longHead[holding] : s.holdings.shortHead[holding];
}

/** The leverage that a leg of the holding has in a margin mode. */
export function leverageFor(s: State, holding: HoldingSlot, leg: Leg, marginMode: number): Leverage {
  if (marginMode === SHARED) return s.holdings.cross[holding];
  return leg === LONG ? s.holdings.isolatedLong[holding] : s.holdings.isolatedShort[holding];
}

/**
 * Recomputes the frozen margin of an opening order for what remains, at the mark and rate of its acceptance.
 * A market order keeps what it froze until it ends.
 */
export function refreeze(s: State, slot: OrderSlot): void {
  const { orders, accounts } = s;
  const action = orders.action[slot];
  if (!isOpening(action) || orders.market[slot] === 1) return;
  const { move } = s.scratch;
  const account = orders.account[slot];
  accounts.frozen.subtract(account, orders.frozen.read(slot, move));
  move.clear();
  const remaining = orders.remaining[slot];
  if (remaining > 0) {
    addOrderMargin(
      s,
      s.contracts[orders.contract[slot]],
      legOf(action),
      orders.price[slot],
      remaining,
      orders.markPoints[slot],
      orders.leverage[slot],
      orders.feeRate[slot],
      move,
    );
  }
  orders.frozen.write(slot, move);
  accounts.frozen.add(account, move);
  assert(accounts.frozen.hi[account] >= 0, "what is frozen is not negative");
}

/** Recomputes the fee rates of a holding after a setting or the contract changed. */
export function resolveRates(s: State, holding: HoldingSlot): void {
  const { holdings } = s;
  const rates = effectiveRates(
    s.contracts[holdings.contract[holding]].terms,
    s.accounts.fees[holdings.account[holding]],
    holdings.fees[holdings.rowOf(holding)],
  );
  holdings.takerRate[holding] = rates.taker;
  if (holdings.longHead[holding] !== NONE || holdings.shortHead[holding] !== NONE) {
    watchAgain(s, holdings.account[holding]); // the closing fee is part of the requirement
  }
  holdings.makerRate[holding] = rates.maker;
}

/** The countdown of an account in a contract begins, begins anew, or ends. */
export function countdownSet(s: State, event: Recorded<"countdownSet">): void {
  const { holdings, countdowns } = s;
  const holding = holdingFor(s, event.account, event.contract);
  if (holdings.countdownDue[holding] !== 0) countdowns.remove(holding);
  holdings.countdownDue[holding] = event.dueTime;
  holdings.countdownWhich[holding] = event.dueTime === 0 ? 0 : event.which;
  if (event.dueTime !== 0) countdowns.push(holding);
  markAccountDirty(s, event.account);
  encode(eventLayouts.countdownSet, event, s.events, s.index);
}

/**
 * The functions that change who brought which user and what the agent was paid. Rare, so they take and write
 * the object form.
 */

/** Fees count towards the agent's part from now on. */
export function referralChanged(s: State, event: Recorded<"referralChanged">): void {
  const { accounts } = s;
  const { account } = event;
  accounts.agent[account] = event.agent;
  accounts.rebateRate[account] = event.rebateRate;
  accounts.referredTime[account] = event.agent === 0 ? 0 : s.time;
  beginAnew(s, account);
  markAccountDirty(s, account);
  writeReferralChanged(s.events, s.index, event);
}

export function rebatePaid(s: State, event: Recorded<"rebatePaid">): void {
  beginAnew(s, event.account);
  markAccountDirty(s, event.account);
  encode(eventLayouts.rebatePaid, event, s.events, s.index);
}

function beginAnew(s: State, account: AccountId): void {
  s.accounts.rebatedFees.write(account, s.scratch.amount.fromQuanta(feesPaid(s, account)));
  s.accounts.rebatedSeq[account] = s.seq;
}
