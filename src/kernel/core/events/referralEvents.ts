import { encode } from "../data/encoding/layout.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeReferralChanged } from "../data/model/generated/eventRecords.ts";
import { feesPaid } from "../data/referral/due.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId } from "../data/units/kinds.ts";
import { markAccountDirty } from "./accountEvents.ts";

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
