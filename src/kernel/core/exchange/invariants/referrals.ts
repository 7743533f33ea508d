import { ACCOUNT_USER } from "../../data/codes.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import { RATE_ONE } from "../../data/units/units.ts";
import { broken } from "./broken.ts";
import { auditCanonical } from "./money.ts";
import type { AuditPart } from "./part.ts";

/** Who brought whom. */
export const referralParts: readonly AuditPart[] = [
  { name: "referrals", rows: (s) => s.accounts.top, check: auditReferral },
];

/**
 * A user's agent is another user, with a rate and a time; the chain of agents ends; rebated fees were paid by
 * then.
 */
function auditReferral(s: State, account: AccountId): void {
  const { accounts } = s;
  if (account === 0) return; // no account
  const agent = accounts.agent[account];
  const rate = accounts.rebateRate[account];
  auditCanonical(accounts.endedFees, account, "endedFees", account);
  auditCanonical(accounts.rebatedFees, account, "rebatedFees", account);
  if (accounts.rebatedSeq[account] > s.seq) broken("a rebate was paid in the past", { account });
  if (agent === 0) {
    if (rate !== 0 || accounts.referredTime[account] !== 0)
      broken("who has no agent has no rebate rate", { account, rate });
    return;
  }
  if (accounts.kind[account] !== ACCOUNT_USER || accounts.kind[agent] !== ACCOUNT_USER)
    broken("users bring users", { account, agent });
  if (rate <= 0 || rate > RATE_ONE) broken("a rebate is a part of the fees", { account, rate });
  let steps = 0;
  for (let above: AccountId = agent; above !== 0; above = accounts.agent[above]) {
    if (above === account || ++steps > accounts.count) broken("nobody brought oneself", { account });
  }
}
