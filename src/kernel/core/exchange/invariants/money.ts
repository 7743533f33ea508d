import { ISOLATED, MOVE_DEPOSIT, MOVE_WITHDRAW, SHARED } from "../../data/codes.ts";
import { counterNames, counterSigns } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, EntrySlot } from "../../data/units/kinds.ts";
import type { MoneyColumn } from "../../data/units/money.ts";
import { Money, QUANTA_PER_UNIT } from "../../data/units/money.ts";
import { NONE } from "../../data/units/units.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/** Collateral entries: whose they are, their counters, and that no money was made or lost. */
export const moneyParts: readonly AuditPart[] = [
  inPool("entries", (s) => s.entries, auditEntry),
  whole("all money", auditTotal),
  whole("entries, counted", auditCounts),
  whole("money on its way", auditPending),
];

function auditEntry(s: State, entry: EntrySlot): void {
  const { entries } = s;
  if (entries.used[entry] === 0) return;
  const account = entries.account[entry];
  auditOwner(s, entry);
  auditCanonical(entries.amount, entry, "amount", account);
  const sum = new Money();
  const part = new Money();
  for (const name of counterNames) {
    const column = entries.counters[name];
    auditCanonical(column, entry, name, account);
    sum.addSigned(counterSigns[name], column.read(entry, part));
  }
  entries.amount.read(entry, part);
  if (!sum.equals(part)) {
    broken("an entry's amount is the sum of its counters", {
      account,
      position: entries.position[entry],
      amount: part.toQuanta(),
      counters: sum.toQuanta(),
    });
  }
}

/**
 * Σ amount over all entries of a coin is 0. With it, and with as many longs as shorts of every contract (open
 * interest, and the same on paper), the sum of all equities is 0 at any mark.
 */
function auditTotal(s: State): void {
  const { amount, coin: coins } = s.entries;
  const units = new Map<number, number>();
  const quanta = new Map<number, number>(); // each is below 1e8: safe for 90 million entries
  for (const entry of s.entries.slots()) {
    const coin = coins[entry];
    units.set(coin, (units.get(coin) ?? 0) + amount.hi[entry]);
    quanta.set(coin, (quanta.get(coin) ?? 0) + amount.lo[entry]);
  }
  for (const [coin, whole] of units) {
    const sum = BigInt(whole) * BigInt(QUANTA_PER_UNIT) + BigInt(quanta.get(coin)!);
    if (sum !== 0n) broken("all amounts of a coin together are 0, the outside's included", { coin, sum });
  }
}

function auditCounts(s: State): void {
  const { accounts, entries, positions } = s;
  let isolated = 0;
  for (const p of positions.slots())
    if (positions.used[p] === 1 && positions.marginMode[p] === ISOLATED) isolated++;
  if (entries.count !== accounts.count + isolated) {
    broken("an account has a shared entry and one for each isolated position", {
      entries: entries.count,
      isolated,
    });
  }
}

/**
 * A money cell is canonical: whole units and 0 ≤ quanta < 1e8, never a minus zero, so that equal amounts have
 * equal bytes.
 */
export function auditCanonical(column: MoneyColumn, row: number, what: string, account: AccountId): void {
  const hi = column.hi[row]!;
  const lo = column.lo[row]!;
  const whole = Number.isSafeInteger(hi) && Number.isInteger(lo) && lo >= 0 && lo < QUANTA_PER_UNIT;
  if (!whole || Object.is(hi, -0) || Object.is(lo, -0))
    broken("an amount of money is canonical", { what, account, hi, lo });
}

/** The shared entry is its account's; an isolated entry and its position name each other. */
function auditOwner(s: State, entry: EntrySlot): void {
  const { accounts, entries, positions } = s;
  const account = entries.account[entry];
  const id = entries.position[entry];
  if (entries.coin[entry] !== s.accounts.rules[account].coin)
    broken("simulated money is on paper, and real money is not", { account });
  if (id === 0) {
    if (accounts.entry[account] !== entry) broken("an account has one shared entry", { account });
    if (entries.marginMode[entry] !== SHARED) broken("an entry without a position is shared", { account });
    return;
  }
  const p = positions.byId.get(id);
  if (p === NONE) broken("an isolated entry has its position", { account, position: id });
  if (
    positions.entry[p] !== entry ||
    positions.account[p] !== account ||
    entries.marginMode[entry] !== ISOLATED
  ) {
    broken("an isolated entry and its position belong together", { account, position: id });
  }
}

/** What entries show as pending is what is on its way. */
function auditPending(s: State): void {
  const { entries } = s;
  let withdraw = 0n;
  let deposit = 0n;
  let out = 0n;
  let into = 0n;
  for (const entry of entries.slots()) {
    if (entries.used[entry] === 0) continue;
    if (!entries.pendingWithdraw.isZero(entry)) withdraw += entries.pendingWithdraw.quanta(entry);
    if (!entries.pendingDeposit.isZero(entry)) deposit += entries.pendingDeposit.quanta(entry);
    if (!entries.pendingTransferOut.isZero(entry)) out += entries.pendingTransferOut.quanta(entry);
    if (!entries.pendingTransferIn.isZero(entry)) into += entries.pendingTransferIn.quanta(entry);
  }
  let crossing = 0n;
  let transferring = 0n;
  for (const { movement, amount } of s.movements.values()) {
    if (movement === MOVE_DEPOSIT || movement === MOVE_WITHDRAW) crossing += amount;
    else transferring += amount;
  }
  if (withdraw !== crossing || deposit !== crossing)
    broken("pending deposits and withdrawals are on their way", { crossing });
  if (out !== transferring || into !== transferring)
    broken("pending transfers are on their way", { transferring });
}
