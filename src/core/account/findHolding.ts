import { NONE } from "../codes.ts";
import type { State } from "../state.ts";
import type { AccountId, ContractIndex, HoldingSlot } from "../units/kinds.ts";

/** The holding of an account in a contract, or NONE before the first touch. */
export function findHolding(s: State, account: AccountId, contract: ContractIndex): HoldingSlot {
  const first = s.accounts.holdingHead[account];
  if (first !== NONE && s.holdings.contract[first] === contract) return first;
  return s.holdingOf[contract].get(account) ?? NONE;
}
