import {
  CONTRACT_CANCEL_ONLY,
  CONTRACT_TRADING,
  isOpening,
  STATUS_NORMAL,
  STATUS_RESTRICTED,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { statusOf } from "../../data/state/ofAccount.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, Action, ContractIndex } from "../../data/units/kinds.ts";

/*
 * What an account's or contract's status permits, for every way into the book: a new order, a triggered one,
 * one whose delay is over, one that rests.
 */

/**
 * Whether an account may have an order of this action: a restricted one only closes, a frozen one has none.
 */
export function permits(s: State, account: AccountId, action: Action): boolean {
  const status = statusOf(s, account);
  return status === STATUS_NORMAL || (status === STATUS_RESTRICTED && !isOpening(action));
}

/** Whether an order of this action may enter a contract's book: in cancel-only status closes still may. */
export function isOpenFor({ status }: Contract, action: Action): boolean {
  return status === CONTRACT_TRADING || (status === CONTRACT_CANCEL_ONLY && !isOpening(action));
}

/** Whether the account may have orders of its own. */
export function isTrader({ accounts }: State, account: AccountId): boolean {
  return accounts.has(account) && accounts.rules[account].trades;
}

/**
 * Whether account and contract exist and the account's status permits the action; false with the refusal
 * noted.
 */
export function mayTrade(s: State, account: AccountId, contract: ContractIndex, action: Action): boolean {
  if (!isTrader(s, account)) return refuse(s, R.unknownAccount, { account });
  if (s.contracts[contract] === undefined) return refuse(s, R.unknownContract, { contract });
  return permits(s, account, action) || refuse(s, R.accountFrozen, { status: statusOf(s, account), account });
}
