import {
  CANCEL_ALL_ORDERS,
  CANCEL_COUNTDOWN,
  CANCEL_NORMAL_ORDERS,
  COUNTDOWN_MS_MAX,
} from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { HoldingSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { countdownSet } from "../../events/accountEvents.ts";
import { cancelHolding } from "./cancel.ts";
import { isCode } from "./fields.ts";
import { isTrader } from "./permission.ts";

/**
 * `setCountdown`: the account's orders in a contract are canceled when the time is over, unless the command
 * comes again before.
 */
export function setCountdown(s: State, command: Body<"setCountdown">): boolean {
  const { account, contract, which, afterMs } = command;
  if (!isTrader(s, account)) return refuse(s, R.unknownAccount, { account });
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  if (!isCode(which, CANCEL_NORMAL_ORDERS, CANCEL_ALL_ORDERS))
    return refuseField(s, command, "which", "known");
  if (!admitWhole(s, command, "afterMs", [0, COUNTDOWN_MS_MAX])) return false;
  s.outcomeId = account;
  const dueTime = afterMs === 0 ? 0 : s.time + afterMs;
  countdownSet(s, { account, contract, which, dueTime });
  return true;
}

/** Whether the first countdown is over. */
export function countdownIsOver({ countdowns, holdings, time }: State): boolean {
  return countdowns.size > 0 && holdings.countdownDue[countdowns.peek()] <= time;
}

/**
 * A countdown is over: the venue cancels the orders at once, whatever the account's delays; the reason says
 * why.
 */
export function endCountdown(s: State): void {
  const { holdings } = s;
  const holding = nextHolding(s);
  const which = holdings.countdownWhich[holding];
  const { account, contract } = holdings;
  countdownSet(s, { account: account[holding], contract: contract[holding], which, dueTime: 0 });
  cancelHolding(s, holding, which, CANCEL_COUNTDOWN);
}

/**
 * The holding whose countdown is over; of several, that of the account with the lowest id, in the contract
 * that it touched first.
 */
function nextHolding({ countdowns, holdings, accounts }: State): HoldingSlot {
  const first = countdowns.peek();
  const due = holdings.countdownDue[first];
  let holding = accounts.holdingHead[holdings.account[first]];
  while (holding !== NONE && holdings.countdownDue[holding] !== due) holding = holdings.next[holding];
  return holding;
}
