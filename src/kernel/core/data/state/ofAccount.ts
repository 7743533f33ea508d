import { FIRST_USER_ACCOUNT, LONG, STATUS_NORMAL } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { Body } from "../messages/command.ts";
import type { AccountId, ContractIndex, HoldingSlot, Leg, OrderSlot, Side } from "../units/kinds.ts";
import type { Lots } from "../units/units.ts";
import { NONE } from "../units/units.ts";
import type { Counterparty, State } from "./state.ts";

/** What can be found from an account's id: its holding in a contract, its status, its fund. */

/** The holding of an account in a contract, or NONE before the first touch. */
export function findHolding(s: State, account: AccountId, contract: ContractIndex): HoldingSlot {
  const first = s.accounts.holdingHead[account];
  if (first !== NONE && s.holdings.contract[first] === contract) return first;
  return s.holdingOf[contract].get(account) ?? NONE;
}

export function legLotsOf({ holdings }: State, holding: HoldingSlot, leg: Leg): Lots {
  return leg === LONG ? holdings.longSize[holding] : holdings.shortSize[holding];
}

/** Whether it is an account that has settings: one that trades, but for the system's own. */
export function hasSettings({ accounts }: State, account: AccountId): boolean {
  return accounts.has(account) && account >= FIRST_USER_ACCOUNT && accounts.rules[account].trades;
}

/**
 * An account's status; for a kind of account without a status of its own, that of the account that it belongs
 * to.
 */
export function statusOf({ accounts }: State, account: AccountId): number {
  const status = accounts.status[account];
  if (status !== STATUS_NORMAL || !accounts.rules[account].statusOfTwin) return status;
  return accounts.status[accounts.twin[account]];
}

/** The self-trade prevention of an account's order that has `ownMode`. */
export function selfTradePreventionOf({ accounts }: State, account: AccountId, ownMode: number): number {
  return ownMode === 0 ? accounts.selfTradePrevention[account] : ownMode - 1;
}

/** The self-trade prevention of a live order. */
export function selfTradePreventionOfOrder(s: State, order: OrderSlot): number {
  const { account, condition, conditions } = s.orders;
  return selfTradePreventionOf(s, account[order], conditions.selfTradeMode[condition[order]]);
}

/** Who covers an account's shortfall and takes over its positions. */
export function fundOf(s: State, account: AccountId): AccountId {
  return s.funds[s.accounts.rules[account].counterparty]!;
}

/** Whether orders of the account never meet those of another, which belongs to the same group. */
export function areApart({ accounts }: State, account: AccountId, other: AccountId): boolean {
  const group = accounts.group[account];
  return group !== 0 && account !== other && accounts.group[other] === group;
}

/**
 * The best and oldest order of a side that an account may meet: those of others of its group are passed over.
 */
export function firstToMeet(s: State, { book }: Contract, side: Side, account: AccountId): OrderSlot {
  let maker = book.first(side);
  while (maker !== NONE && areApart(s, account, s.orders.account[maker])) maker = book.after(maker);
  return maker;
}

export function counterpartyOf(s: State, account: AccountId): Counterparty {
  return s.counterparties[s.accounts.rules[account].counterparty]!;
}

/** The settings of an account as the command that would set them says them. */
export function accountSettingsOf({ accounts }: State, account: AccountId): Body<"setAccount"> {
  return {
    account,
    status: accounts.status[account],
    ...accounts.fees[account]!,
    orderRateLimitPerMinute: accounts.orderRateLimitPerMinute[account],
    orderDelayMs: accounts.orderDelayMs[account],
    cancelDelayMs: accounts.cancelDelayMs[account],
    selfTradePrevention: accounts.selfTradePrevention[account],
    marginCallPercent: accounts.marginCallPercent[account],
    group: accounts.group[account],
    positionMode: accounts.positionMode[account],
  };
}
