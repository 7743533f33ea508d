import {
  CANCEL_POSITION_CLOSED,
  ISOLATED,
  isOpening,
  KIND_PLAN,
  LONG,
  legOf,
  MOVE_FIX_MARGIN,
  MOVE_MARGIN,
  STATE_UNTRIGGERED,
} from "../../data/codes.ts";
import { isolatedWallet } from "../../data/margin/available.ts";
import { fundOf } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import type { HoldingSlot, Leg, PositionId, PositionSlot } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Lots } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";
import { liquidationFinished } from "../../events/liquidationEvents.ts";
import { orderEnded } from "../../events/orderEvents.ts";
import { positionClosed } from "../../events/positionEvents.ts";

/**
 * What follows a closing fill: an isolated entry releases margin, a position of size 0 ends.
 *
 * ```
 * target  = max(0, wallet before) · remaining / size before    rounded up, so that
 * release = ⌊max(0, wallet after − target)⌋                    never takes too much; everything at size 0
 * ```
 *
 * A wallet can be below zero while unrealized profit carries the position (funding takes it there); a closing
 * fill then releases what the wallet holds, never what it does not.
 *
 * What a liquidation leaves of an isolated entry is released afterwards, or goes to the insurance fund where
 * the contract's risk rule says so.
 *
 * An isolated entry that ends below zero (closed past its bankruptcy price) is covered by the insurance fund:
 * its loss never reaches the shared entry. So is a shared entry that ends below zero with its last position:
 * closed in liquidation, deleveraged, or by its user at a price worse than it could afford. On paper the pool
 * stands in for the fund.
 */
export function settleClose(s: State, p: PositionSlot, sizeBefore: Lots, walletBefore: Money): void {
  const { positions, entries, accounts } = s;
  const size = positions.size[p];
  assert(size >= 0 && size <= sizeBefore, "a close makes no position larger");
  if (positions.marginMode[p] === ISOLATED) {
    const entry = positions.entry[p];
    const shared = accounts.entry[positions.account[p]];
    const contract = positions.contract[p];
    const { move, wallet } = s.scratch;
    if (size === 0) {
      const fund = accounts.entry[fundOf(s, positions.account[p])];
      entries.amount.read(entry, move);
      if (move.sign() < 0) moneyMoved(s, MOVE_FIX_MARGIN, fund, entry, move.negate(), contract);
      if (entries.liquidating[entry] === 1) {
        const { residualToFund } = s.contracts[contract].riskRule;
        if (residualToFund && entries.amount.read(entry, move).sign() > 0)
          moneyMoved(s, MOVE_FIX_MARGIN, entry, fund, move, contract);
        liquidationFinished(s, entry); // covered before it is finished, so that it ends owing nothing
      }
      entries.amount.read(entry, move);
      assert(move.sign() >= 0, "a position that ends owes nothing");
      if (move.sign() > 0) moneyMoved(s, MOVE_MARGIN, entry, shared, move, contract);
    } else {
      isolatedWallet(s, p, wallet);
      move.copy(wallet).subtract(walletBefore.max0().prorateCeil(size, sizeBefore));
      if (move.sign() > 0) moneyMoved(s, MOVE_MARGIN, entry, shared, move, contract);
    }
  }
  if (size > 0) return;
  if (positions.marginMode[p] !== ISOLATED) coverShared(s, p);
  const { orphanTriggersKeep } = s.contracts[positions.contract[p]].terms;
  const keep = orphanTriggersKeep && accounts.rules[positions.account[p]].triggersOutlivePosition;
  cancelTriggersOf(s, positions.holding[p], positions.leg[p], positions.id[p], keep);
  positionClosed(s, p);
}

/** Covers a negative shared entry where `p`, which is about to end, is its last position. */
function coverShared(s: State, p: PositionSlot): void {
  const { positions, entries, accounts } = s;
  const account = positions.account[p];
  const entry = accounts.entry[account];
  const fund = fundOf(s, account);
  if (account === fund || entries.amount.hi[entry] >= 0) return;
  for (let other = accounts.positionHead[account]; other !== NONE; other = positions.accountNext[other]) {
    if (other !== p && positions.marginMode[other] !== ISOLATED) return;
  }
  const missing = entries.amount.read(entry, s.scratch.move).negate();
  moneyMoved(s, MOVE_FIX_MARGIN, accounts.entry[fund], entry, missing, NONE);
  assert(entries.amount.isZero(entry), "a shortfall is covered, and no more");
}

/**
 * Ends the take-profits and stop-losses of a position (id) that ends: those bound to it, and the unbound ones
 * once nothing of the leg is left. Plan orders belong to no position and stay.
 *
 * @param keep whether only those go that end with their leg anyway
 */
export function cancelTriggersOf(
  s: State,
  holding: HoldingSlot,
  leg: Leg,
  position: PositionId,
  keep = false,
): void {
  const { orders, holdings } = s;
  const sizes = leg === LONG ? holdings.longSize : holdings.shortSize;
  const legIsEmpty = sizes[holding] === 0;
  for (let slot = holdings.orderHead[holding]; slot !== NONE; ) {
    const next = orders.holdingNext[slot];
    const ofLeg = !isOpening(orders.action[slot]) && legOf(orders.action[slot]) === leg;
    const bound = orders.position[slot] === position || (orders.position[slot] === 0 && legIsEmpty);
    const outlives = keep
      ? orders.conditions.endsWithLeg[orders.condition[slot]] === 0
      : orders.kind[slot] === KIND_PLAN;
    if (orders.state[slot] === STATE_UNTRIGGERED && !outlives && ofLeg && bound)
      orderEnded(s, slot, CANCEL_POSITION_CLOSED);
    slot = next; // read before the order ends; ending one ends no other
  }
}
