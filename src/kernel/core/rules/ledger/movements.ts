import {
  EXTERNAL_ACCOUNT,
  FIRST_USER_ACCOUNT,
  MOVE_DEPOSIT,
  MOVE_THIRD_PARTY_SHARE,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
} from "../../data/codes.ts";
import { availableTerms, freeWallet, withdrawable } from "../../data/margin/available.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { PendingMovement, State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { moneyMoved, movementBegun, movementEnded } from "../../events/ledgerEvents.ts";
import { admitCounters, admitInflow } from "./bounds.ts";

/** Commands that move money between accounts. Each returns false when refused. */

export function moveMoney(s: State, command: Body<"moveMoney">): boolean {
  if (!admitMovement(s, command)) return false;
  s.outcomeId = s.nextId;
  move(s, command);
  return true;
}

export function beginMovement(s: State, command: Body<"beginMovement">): boolean {
  const { movement, from, to } = command;
  if (!admitMovement(s, command, MOVE_TRANSFER)) return false;
  s.outcomeId = s.nextId;
  movementBegun(s, { movement, from, to, amount: command.amount });
  return true;
}

/**
 * Completes a pending movement if its money is still there, or drops it. Money on its way out backs no new
 * order, but losses may use it up: what they took can no longer leave, and the movement waits until it can
 * be completed, or is dropped.
 */
export function settleMovement(s: State, command: Body<"settleMovement">): boolean {
  const pending = s.movements.get(command.id);
  if (pending === undefined) return refuse(s, R.unknownMovement, { id: command.id });
  if (command.complete && !(countersTake(s, pending) && isStillThere(s, pending))) return false;
  s.outcomeId = command.id;
  movementEnded(s, command);
  if (command.complete) move(s, pending);
  return true;
}

function isStillThere(s: State, { from, amount }: PendingMovement): boolean {
  if (from === EXTERNAL_ACCOUNT) return true;
  const free = freeWallet(s, from, s.scratch.available);
  if (free.sign() >= 0) return true;
  const asked = s.scratch.needed.fromQuanta(amount);
  const left = free.add(asked).max0();
  return refuse(s, R.balanceInsufficient, { asked, withdrawable: left }, () => availableTerms(s, from));
}

function countersTake(s: State, { movement, from, to, amount }: Body<"moveMoney">): boolean {
  const { entry } = s.accounts;
  return admitCounters(s, movement, entry[from], entry[to], amount);
}

function move(s: State, command: { movement: number; from: AccountId; to: AccountId; amount: bigint }): void {
  const { accounts, scratch } = s;
  const from = accounts.entry[command.from];
  const to = accounts.entry[command.to];
  moneyMoved(s, command.movement, from, to, scratch.move.fromQuanta(command.amount), NONE);
}

/** @param last the highest of the MOVE_ codes that may be asked for */
function admitMovement(s: State, command: Body<"moveMoney">, last = MOVE_THIRD_PARTY_SHARE): boolean {
  const { movement, from, to, amount } = command;
  if (!s.accounts.has(from)) return refuse(s, R.unknownAccount, { account: from });
  if (!s.accounts.has(to)) return refuse(s, R.unknownAccount, { account: to });
  if (amount <= 0n) return refuse(s, R.amountNotPositive);
  const known = movement >= MOVE_DEPOSIT && movement <= last && Number.isInteger(movement);
  const { rules } = s.accounts;
  if (!rules[from].movesMoney || !rules[to].movesMoney)
    return refuse(s, R.movementNotAllowed, { movement, from, to });
  // The external account is a side of every deposit and withdrawal, and of no other movement.
  const outside = movement === MOVE_DEPOSIT ? from : movement === MOVE_WITHDRAW ? to : EXTERNAL_ACCOUNT;
  const inside = movement === MOVE_DEPOSIT ? to : from;
  const crossesBorder = movement === MOVE_DEPOSIT || movement === MOVE_WITHDRAW;
  if (
    !known ||
    from === to ||
    outside !== EXTERNAL_ACCOUNT ||
    (crossesBorder && inside === EXTERNAL_ACCOUNT)
  ) {
    return refuse(s, R.movementNotAllowed, { movement, from, to });
  }
  if (movement === MOVE_TRANSFER && (from < FIRST_USER_ACCOUNT || to < FIRST_USER_ACCOUNT)) {
    return refuse(s, R.movementNotAllowed, { movement, from, to });
  }
  if (from === EXTERNAL_ACCOUNT && !admitInflow(s, amount)) return false;
  if (!countersTake(s, command)) return false;
  if (from === EXTERNAL_ACCOUNT) return true;
  const needed = s.scratch.needed.fromQuanta(amount);
  const free = withdrawable(s, from, s.scratch.available);
  if (!free.lessThan(needed)) return true;
  return refuse(s, R.balanceInsufficient, { asked: needed, withdrawable: free }, () =>
    availableTerms(s, from),
  );
}
