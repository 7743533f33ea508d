import { ACCOUNT_PAPER, INSURANCE_ACCOUNT, STATUS_NORMAL } from "../codes.ts";
import type { State } from "../state.ts";
import type { AccountId } from "../units/kinds.ts";

/** Whether an account trades on paper, or is the pool on the other side. Its coin is the simulated one. */
export function isPaper(s: State, account: AccountId): boolean {
  return s.accounts.kind[account] >= ACCOUNT_PAPER;
}

/** An account's status. A paper account is frozen, or restricted, with its user. */
export function statusOf({ accounts }: State, account: AccountId): number {
  const status = accounts.status[account];
  if (status !== STATUS_NORMAL || accounts.kind[account] !== ACCOUNT_PAPER) return status;
  return accounts.status[accounts.twin[account]];
}

/** Who covers an account's shortfall and takes over its positions: the insurance fund, or on paper the pool. */
export function fundOf(s: State, account: AccountId): AccountId {
  return isPaper(s, account) ? s.paperPool : INSURANCE_ACCOUNT;
}
