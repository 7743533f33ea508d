import {
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  CONTESTS_MAX,
  INVITATIONS_MAX,
  NOTICES_MAX,
  OPERATORS_MAX,
  ROLE_ADMIN,
  STP_NONE,
} from "../../data/codes.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import type { State } from "../../data/state/state.ts";
import { REFERENCE_CHARACTERS_MAX, REFERENCES_MAX } from "../../data/tables/references.ts";
import type { AccountId, HoldingSlot } from "../../data/units/kinds.ts";
import { NONE, RATE_ONE } from "../../data/units/units.ts";
import { auditCanonical } from "./money.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/** Accounts, their names, and the lists of their holdings. */
export const directoryParts: readonly AuditPart[] = [
  { name: "accounts and their names", rows: (s) => s.accounts.top, check: auditAccount },
  inPool("holdings and their accounts", (s) => s.holdings, auditHolding),
  whole("names and holdings, counted", auditCounts),
  whole("operators and their references", auditOperators),
];

function auditAccount(s: State, account: AccountId): void {
  const { accounts, holdings } = s;
  if (account === 0) return; // no account
  if (isOneWay(s, account)) {
    if (![ACCOUNT_USER, ACCOUNT_PAPER].includes(accounts.kind[account]))
      broken("only users hold one net position", { account });
    if (accounts.selfTradePrevention[account] === STP_NONE)
      broken("a one-way account never meets itself", { account });
  }
  const twin = accounts.twin[account];
  if (twin !== 0 && accounts.positionMode[twin] !== accounts.positionMode[account])
    broken("a paper account holds positions as its user does", { account });
  if (accounts.byName.get(accounts.names[account]) !== account)
    broken("an account is found by its name", { account });
  let listed = 0;
  let tail = NONE;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const contract = holdings.contract[h];
    if (++listed > s.contracts.length) broken("a list of holdings ends", { account });
    if (holdings.account[h] !== account) broken("a holding is in its account's list", { account, contract });
    tail = h;
  }
  if (accounts.holdingTail[account] !== tail)
    broken("the tail of a list of holdings is its last", { account });
}

function auditHolding(s: State, h: HoldingSlot): void {
  const { accounts, holdings } = s;
  const account = holdings.account[h];
  const contract = holdings.contract[h];
  if (s.holdingOf[contract]?.get(account) !== h)
    broken("a holding is found by account and contract", { account, contract });
  let at = accounts.holdingHead[account];
  while (at !== NONE && at !== h) at = holdings.next[at];
  if (at === NONE) broken("every holding is in a list", { account, contract });
}

function auditOperators(s: State): void {
  if (s.operators.size > OPERATORS_MAX) broken("operators are few", { operators: s.operators.size });
  for (const [name, operator] of s.operators)
    if (operator.name !== name || operator.role > ROLE_ADMIN)
      broken("an operator has its name and a role", {});
  const { size, characters } = s.references;
  if (size > REFERENCES_MAX || (size > 1 && characters > REFERENCE_CHARACTERS_MAX))
    broken("references are within their bounds", { size, characters });
  if (s.contests.size > CONTESTS_MAX) broken("contests are few", { contests: s.contests.size });
  const { notices } = s;
  if (notices.length > NOTICES_MAX || notices.some(({ notice }, i) => notice !== notices[0]!.notice + i))
    broken("notices are few, and none between them is missing", { notices: notices.length });
  if (s.invitations.size > INVITATIONS_MAX)
    broken("invitations are few", { invitations: s.invitations.size });
  const guests = [...s.invitations.values()].flatMap(({ accounts }) => accounts);
  if (new Set(guests).size !== guests.length || !guests.every((account) => s.accounts.has(account)))
    broken("whoever came by an invitation has an account, and came once", { guests: guests.length });
  let counted = 0;
  for (const [reference, { terms, answer }] of s.references.entries)
    counted += reference.length + terms.length + answer.length;
  if (counted !== characters) broken("the characters of references are counted", { counted, characters });
}

function auditCounts(s: State): void {
  const { accounts, holdings } = s;
  if (accounts.byName.size !== accounts.count)
    broken("account names are unique", { names: accounts.byName.size });
  let found = 0;
  for (const byAccount of s.holdingOf) found += byAccount.size;
  if (found !== holdings.count) broken("every holding is found by account and contract", { found });
}

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
