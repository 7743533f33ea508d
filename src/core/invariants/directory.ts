import { NONE } from "../codes.ts";
import type { State } from "../state.ts";
import { broken } from "./broken.ts";

/** Accounts, their names, and the lists of their holdings. */
export function auditDirectory(s: State): void {
  const { accounts, holdings } = s;
  if (accounts.byName.size !== accounts.count)
    broken("account names are unique", { names: accounts.byName.size });
  let listed = 0;
  for (let account = 1; account < accounts.top; account++) {
    if (accounts.byName.get(accounts.names[account]!) !== account)
      broken("an account is found by its name", { account });
    let tail = NONE;
    for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
      listed++;
      if (listed > holdings.count) broken("a list of holdings ends", { account });
      const contract = holdings.contract[h]!;
      if (holdings.account[h] !== account)
        broken("a holding is in its account's list", { account, contract });
      if (s.holdingOf[contract]?.get(account) !== h)
        broken("a holding is found by account and contract", { account, contract });
      tail = h;
    }
    if (accounts.holdingTail[account] !== tail)
      broken("the tail of a list of holdings is its last", { account });
  }
  if (listed !== holdings.count) broken("every holding is in a list", { listed, holdings: holdings.count });
  let found = 0;
  for (const byAccount of s.holdingOf) found += byAccount.size;
  if (found !== holdings.count) broken("every holding is found by account and contract", { found });
}
