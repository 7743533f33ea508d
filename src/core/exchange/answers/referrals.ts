import type { ReferralView } from "../../data/messages/query.ts";
import { rebateDue } from "../../data/referral/due.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";

/** The users that an agent brought, or all that any agent brought, by id. */
export function referrals(
  s: State,
  { agent }: { readonly agent: AccountId | undefined },
): readonly ReferralView[] {
  const { accounts } = s;
  const rows: ReferralView[] = [];
  for (const account of accounts.ids()) {
    const by = accounts.agent[account];
    if (by === 0 || (agent !== undefined && by !== agent)) continue;
    const { fees, amount } = rebateDue(s, account);
    rows.push({
      account,
      name: accounts.names[account],
      agent: by,
      rebateRate: accounts.rebateRate[account],
      referredTime: accounts.referredTime[account],
      createdTime: accounts.createdTime[account],
      fees,
      due: amount,
    });
  }
  return rows;
}
