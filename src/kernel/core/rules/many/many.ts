import {
  ACCOUNT_USER,
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CHANGE_KEYS,
  CHANGE_MONEY,
  CHANGE_RESET,
  CHANGE_STATUS,
  CLOSE_LONG,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
  NOTICE_CHARACTERS_MAX,
  STATUS_RESTRICTED,
} from "../../data/codes.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { accountSettingsOf, statusOf } from "../../data/state/ofAccount.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId } from "../../data/units/kinds.ts";
import { accountId } from "../../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Quanta } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";
import { noticeSent } from "../../events/venueEvents.ts";
import { disableKey, openAccount, setAccount } from "../account/settings.ts";
import { admitCounters, admitInflow, admitTransfers } from "../ledger/bounds.ts";
import { cancelHolding } from "../order/cancel.ts";
import { isCode } from "../order/fields.ts";
import { permits } from "../order/permission.ts";
import { closePositions } from "../order/place.ts";

/**
 * Commands on many accounts at once. All accounts are checked before the first is changed: where one cannot
 * be, none is, and the refusal names the first such account. Each returns false when refused.
 */

type Row = Body<"changeAccounts">["accounts"][number];

/** `openAccounts`: the outcome's id is that of the first; the others follow it. */
export function openAccounts(s: State, command: Body<"openAccounts">): boolean {
  const { amount } = command;
  const names = command.names.split(",");
  for (const name of names) {
    const taken = s.accounts.byName.get(name);
    if (taken !== undefined) return refuse(s, R.nameTaken, { account: taken });
  }
  for (const [i, name] of names.entries())
    if (name === "" || names.indexOf(name) !== i) return refuseField(s, command, "names", "once");
  if (amount < 0n) return refuse(s, R.amountNotPositive);
  const total = amount * BigInt(names.length);
  if (!admitInflow(s, total) || !admitTransfers(s, EXTERNAL_ACCOUNT)) return false;
  const first = accountId(s.accounts.top);
  for (const name of names) {
    const account = accountId(s.accounts.top);
    assert(openAccount(s, { kind: ACCOUNT_USER, name }), "a name that is free can be taken");
    if (amount > 0n) pay(s, account, amount);
  }
  s.outcomeId = first;
  return true;
}

/** `changeAccounts`. */
export function changeAccounts(s: State, command: Body<"changeAccounts">): boolean {
  const { change, accounts: rows, amount, status } = command;
  if (!areUsers(s, rows)) return false;
  if (change === CHANGE_RESET && !rows.every((row) => mayClose(s, accountId(row.account)))) return false;
  if (!Object.hasOwn(changes, change)) return refuseField(s, command, "change", "known");
  if (rows.length === 0) return refuseField(s, command, "accounts", "notEmpty");
  if (!isCode(status, 0, STATUS_RESTRICTED)) return refuseField(s, command, "status", "known");
  if (change === CHANGE_RESET) {
    for (const row of rows)
      if (!admitWhole(s, row, "units") || !admitWhole(s, row, "quanta", [0, QUANTA_PER_UNIT - 1]))
        return false;
  }
  if (change === CHANGE_MONEY && amount <= 0n) return refuse(s, R.amountNotPositive);
  if (change === CHANGE_RESET && !rows.every((row) => nothingLeaves(s, accountId(row.account)))) return false;
  if ((change === CHANGE_RESET || change === CHANGE_MONEY) && !admitMoney(s, command)) return false;
  for (const row of rows) changes[change as Change](s, accountId(row.account), row, command);
  return true;
}

/** `sendNotice`: the outcome's id is the notice's number. */
export function sendNotice(s: State, command: Body<"sendNotice">): boolean {
  const { text, accounts: rows } = command;
  if (!areUsers(s, rows)) return false;
  if (text === "") return refuseField(s, command, "text", "notEmpty");
  if (text.length > NOTICE_CHARACTERS_MAX)
    return refuseField(s, command, "text", "longest", NOTICE_CHARACTERS_MAX);
  if (rows.length === 0) return refuseField(s, command, "accounts", "notEmpty");
  const notice = (s.notices.at(-1)?.notice ?? 0) + 1;
  noticeSent(s, { notice, time: s.time, text, accounts: rows });
  s.outcomeId = notice;
  return true;
}

type Change = typeof CHANGE_RESET | typeof CHANGE_MONEY | typeof CHANGE_STATUS | typeof CHANGE_KEYS;

/** The change of each account. None of these refuses: whatever could be refused was checked before. */
const changes: {
  readonly [C in Change]: (s: State, account: AccountId, row: Row, command: Body<"changeAccounts">) => void;
} = {
  [CHANGE_RESET]: reset,
  [CHANGE_MONEY]: (s, account, _row, { amount }) => pay(s, account, amount),
  [CHANGE_STATUS]: (s, account, _row, { status }) => giveStatus(s, account, status),
  [CHANGE_KEYS]: disableKeys,
};

/** Whether the rows name users' accounts, each once. */
function areUsers(s: State, rows: readonly { readonly account: number }[]): boolean {
  const seen = new Set<number>();
  for (const { account } of rows) {
    if (!isUser(s, account) || seen.has(account)) return refuse(s, R.unknownAccount, { account });
    seen.add(account);
  }
  return true;
}

function isUser({ accounts }: State, account: number): boolean {
  return accounts.has(accountId(account)) && accounts.kind[accountId(account)] === ACCOUNT_USER;
}

/** Whether a reset can close the account's open positions. */
function mayClose(s: State, account: AccountId): boolean {
  if (s.accounts.positionHead[account] === NONE || permits(s, account, CLOSE_LONG)) return true;
  return refuse(s, R.accountFrozen, { status: statusOf(s, account), account });
}

/** Whether no money of the account is on its way out, which a reset would leave behind. */
function nothingLeaves(s: State, account: AccountId): boolean {
  for (const { movement, from, to } of s.movements.values())
    if (from === account) return refuse(s, R.movementNotAllowed, { movement, from, to });
  return true;
}

/**
 * Whether the venue may hold all the money that comes in together; money that goes out by the same resets is
 * not subtracted.
 */
function admitMoney(s: State, { change, accounts: rows, amount }: Body<"changeAccounts">): boolean {
  const isReset = change === CHANGE_RESET;
  const total = rows.reduce((sum, row) => sum + (isReset ? targetOf(row) : amount), 0n);
  if (!admitInflow(s, total)) return false;
  const { entry } = s.accounts;
  for (const row of rows) {
    const account = accountId(row.account);
    const isAdmitted = isReset
      ? admitTransfers(s, account)
      : admitCounters(s, MOVE_DEPOSIT, entry[EXTERNAL_ACCOUNT], entry[account], amount);
    if (!isAdmitted) return false;
  }
  return admitTransfers(s, EXTERNAL_ACCOUNT);
}

function targetOf({ units, quanta }: Row): Quanta {
  return (BigInt(units) * BigInt(QUANTA_PER_UNIT) + BigInt(quanta)) as Quanta;
}

/**
 * Resets an account, at once and in the venue's name: the account's delays and latency are only for what it
 * sends itself.
 */
function reset(s: State, account: AccountId, row: Row): void {
  const { accounts, entries, holdings } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h])
    cancelHolding(s, h, CANCEL_ALL_ORDERS, CANCEL_ADMIN);
  if (accounts.positionHead[account] !== NONE)
    closePositions(s, { account, contract: NONE, position: 0, cancelAttached: false }, false);
  if (accounts.positionHead[account] !== NONE) return;
  pay(s, account, targetOf(row) - entries.amount.quanta(accounts.entry[account]));
}

/** A deposit, or a withdrawal where `amount` is negative. */
function pay(s: State, account: AccountId, amount: bigint): void {
  const { entry } = s.accounts;
  const { move } = s.scratch;
  const [own, outside] = [entry[account], entry[EXTERNAL_ACCOUNT]];
  if (amount > 0n) moneyMoved(s, MOVE_DEPOSIT, outside, own, move.fromQuanta(amount), NONE);
  else if (amount < 0n) moneyMoved(s, MOVE_WITHDRAW, own, outside, move.fromQuanta(-amount), NONE);
}

function giveStatus(s: State, account: AccountId, status: number): void {
  if (s.accounts.status[account] === status) return;
  setAccount(s, { ...accountSettingsOf(s, account), status });
}

function disableKeys(s: State, account: AccountId): void {
  for (const { key, account: owner } of s.directory.keys.values())
    if (owner === account) disableKey(s, { key });
}
