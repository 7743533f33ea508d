import { ISOLATED } from "../codes.ts";
import type { State } from "../state/state.ts";
import { bigDivFloor } from "../units/divide.ts";
import type { AccountId } from "../units/kinds.ts";
import type { Quanta } from "../units/units.ts";
import { NONE, RATE_ONE } from "../units/units.ts";

/**
 * All trading fees that an account ever paid, less maker rebates: those counted on its entries and on
 * isolated entries that are gone. Fees of liquidation are not among them.
 */
export function feesPaid(s: State, account: AccountId): Quanta {
  const { accounts, entries, positions } = s;
  const { fillFee } = entries.counters;
  let fees = accounts.endedFees.quanta(account) + fillFee.quanta(accounts.entry[account]);
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] === ISOLATED) fees += fillFee.quanta(positions.entry[p]);
  }
  return fees;
}

/**
 * What an account's agent has earned since the last payment: ⌊fees · rate⌋, in the venue's favour. Fees may
 * be below zero where maker rebates outweigh them: nothing is due then, and later fees make up for it first.
 */
export function rebateDue(s: State, account: AccountId): { readonly fees: Quanta; readonly amount: Quanta } {
  const { accounts } = s;
  if (accounts.agent[account] === 0) return { fees: 0n, amount: 0n };
  const fees = feesPaid(s, account) - accounts.rebatedFees.quanta(account);
  const amount = bigDivFloor(fees * BigInt(accounts.rebateRate[account]), BigInt(RATE_ONE));
  return { fees, amount: amount > 0n ? amount : 0n };
}
