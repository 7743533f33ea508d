import { ACCOUNT_USER, FEE_ACCOUNT, MOVE_REBATE } from "../../data/codes.ts";
import { availableTerms, withdrawable } from "../../data/margin/available.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { rebateDue } from "../../data/referral/due.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import { NONE, RATE_ONE } from "../../data/units/units.ts";
import { rebatePaid, referralChanged } from "../../events/accountEvents.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";

/**
 * Commands on referrals: who brought whom, and the agent's part of the fees. Each returns false when refused.
 */

/**
 * `setReferral`: names, replaces or ends a user's agent. An agent may itself have been brought by another.
 * What is due so far is paid first, so the command is refused where the fee account cannot pay it.
 */
export function setReferral(s: State, command: Body<"setReferral">): boolean {
  const { account, agent, rebateRate } = command;
  if (!isUser(s, account)) return refuse(s, R.unknownAccount, { account });
  if (agent !== 0 && !isUser(s, agent)) return refuse(s, R.unknownAccount, { account: agent });
  if (!admitWhole(s, command, "rebateRate", [0, RATE_ONE])) return false;
  if ((agent === 0) !== (rebateRate === 0)) return refuseField(s, command, "rebateRate", "both");
  for (let above = agent; above !== 0; above = s.accounts.agent[above]) {
    if (above === account) return refuse(s, R.referralCircular, { account, agent });
  }
  if (rebateDue(s, account).amount > 0n && !pay(s, account)) return false;
  referralChanged(s, { account, agent, rebateRate });
  s.outcomeId = account;
  return true;
}

/** `payRebates`: ⌊fees since the last payment · rate⌋ from the fee account to the agent, at once. */
export function payRebates(s: State, { account }: Body<"payRebates">): boolean {
  if (!isUser(s, account)) return refuse(s, R.unknownAccount, { account });
  if (rebateDue(s, account).amount === 0n) return refuse(s, R.noRebateDue, { account });
  if (!pay(s, account)) return false;
  s.outcomeId = account;
  return true;
}

/** Refused where the fee account holds less than is due; nothing is paid in part. */
function pay(s: State, account: AccountId): boolean {
  const { accounts, scratch } = s;
  const { fees, amount } = rebateDue(s, account);
  const needed = scratch.needed.fromQuanta(amount);
  const free = withdrawable(s, FEE_ACCOUNT, scratch.available);
  if (free.lessThan(needed)) {
    const details = { asked: needed, withdrawable: free };
    return refuse(s, R.balanceInsufficient, details, () => availableTerms(s, FEE_ACCOUNT));
  }
  const agent = accounts.agent[account];
  const rebateRate = accounts.rebateRate[account];
  const sinceSeq = accounts.rebatedSeq[account];
  rebatePaid(s, { account, agent, fees, rebateRate, amount, sinceSeq });
  const [from, to] = [accounts.entry[FEE_ACCOUNT], accounts.entry[agent]];
  moneyMoved(s, MOVE_REBATE, from, to, scratch.move.fromQuanta(amount), NONE);
  return true;
}

function isUser(s: State, account: AccountId): boolean {
  return s.accounts.has(account) && s.accounts.kind[account] === ACCOUNT_USER;
}
