import { NONE } from "../codes.ts";
import type { State } from "../state.ts";
import { broken } from "./broken.ts";
import type { AuditPart } from "./part.ts";
import { inPool, whole } from "./part.ts";

/** Accounts, their names, and the lists of their holdings. */
export const directoryParts: readonly AuditPart[] = [
  { name: "accounts and their names", rows: (s) => s.accounts.top, check: auditAccount },
  inPool("holdings and their accounts", (s) => s.holdings, auditHolding),
  whole("names and holdings, counted", auditCounts),
];

function auditAccount(s: State, account: number): void {
  const { accounts, holdings } = s;
  if (account === 0) return; // no account
  if (accounts.byName.get(accounts.names[account]!) !== account)
    broken("an account is found by its name", { account });
  let listed = 0;
  let tail = NONE;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    const contract = holdings.contract[h]!;
    if (++listed > s.contracts.length) broken("a list of holdings ends", { account });
    if (holdings.account[h] !== account) broken("a holding is in its account's list", { account, contract });
    tail = h;
  }
  if (accounts.holdingTail[account] !== tail)
    broken("the tail of a list of holdings is its last", { account });
}

function auditHolding(s: State, h: number): void {
  const { accounts, holdings } = s;
  const account = holdings.account[h]!;
  const contract = holdings.contract[h]!;
  if (s.holdingOf[contract]?.get(account) !== h)
    broken("a holding is found by account and contract", { account, contract });
  let at = accounts.holdingHead[account]!;
  while (at !== NONE && at !== h) at = holdings.next[at]!;
  if (at === NONE) broken("every holding is in a list", { account, contract });
}

function auditCounts(s: State): void {
  const { accounts, holdings } = s;
  if (accounts.byName.size !== accounts.count)
    broken("account names are unique", { names: accounts.byName.size });
  let found = 0;
  for (const byAccount of s.holdingOf) found += byAccount.size;
  if (found !== holdings.count) broken("every holding is found by account and contract", { found });
}
