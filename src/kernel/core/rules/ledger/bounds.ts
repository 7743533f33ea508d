import { EXTERNAL_ACCOUNT, LONG } from "../../data/codes.ts";
import { bookings } from "../../data/ledger/movement.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { fundOf } from "../../data/state/ofAccount.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, EntrySlot, Leg, PositionSlot } from "../../data/units/kinds.ts";
import type { Amount, MoneyColumn } from "../../data/units/money.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Quanta } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";

/*
 * Every column of money is exact up to 9·10^15 units (data/units/money.ts). Amounts stay far below that,
 * because money is bounded where it enters the venue, and counters are bounded before anything is added:
 * docs/reference/ledger.md, bounds.
 */

/** The most units of each coin that may be in the venue at one time, pending deposits included. */
export const MONEY_UNITS_MAX = 1_000_000_000_000;
/** The most units that a counter of an entry may reach by movements; above it no order opens any more. */
export const COUNTER_UNITS_MAX = 1_000_000_000_000_000;

const COUNTER_LIMIT: Amount = { hi: COUNTER_UNITS_MAX, lo: 0 };

const UNIT = BigInt(QUANTA_PER_UNIT);
const MONEY_MAX = BigInt(MONEY_UNITS_MAX) * UNIT;
const COUNTER_MAX = BigInt(COUNTER_UNITS_MAX) * UNIT;

/** Whether `amount` may come in from the outside: the venue then holds no more than it may. */
export function admitInflow(s: State, amount: Quanta): boolean {
  const { amount: amounts, pendingWithdraw } = s.entries;
  const outside = s.accounts.entry[EXTERNAL_ACCOUNT];
  // The external account's amount is the negative sum of all money in the venue.
  return admitSum(s, pendingWithdraw.quanta(outside) - amounts.quanta(outside), amount);
}

/** Whether `amount` may be added to what is `inside`: together no more than may be in the venue. */
export function admitSum(s: State, inside: Quanta, amount: Quanta): boolean {
  if (inside + amount <= MONEY_MAX) return true;
  const { needed, available } = s.scratch;
  needed.fromQuanta(amount);
  available.fromQuanta(MONEY_MAX - inside).max0();
  return refuse(s, R.moneyLimit, { asked: needed, room: available }, () => ({ inside }));
}

/** Whether the totals of transfers into and out of an account may grow further. */
export function admitTransfers(s: State, account: AccountId): boolean {
  const { withdraw, deposit } = s.entries.counters;
  const entry = s.accounts.entry[account];
  if (isBelow(deposit, entry) && isBelow(withdraw, entry)) return true;
  return refuse(s, R.counterLimit, { account, limit: COUNTER_LIMIT });
}

/** Whether the counters of both entries (slots) take a movement of `amount`. */
export function admitCounters(
  s: State,
  movement: number,
  from: EntrySlot,
  to: EntrySlot,
  amount: Quanta,
): boolean {
  const { counters } = s.entries;
  const { fromCounter, toCounter } = bookings[movement]!;
  for (const [entry, counter] of [
    [from, counters[fromCounter]],
    [to, counters[toCounter]],
  ] as const) {
    if (counter.quanta(entry) + amount > COUNTER_MAX)
      return refuse(s, R.counterLimit, { account: s.entries.account[entry], limit: COUNTER_LIMIT });
  }
  return true;
}

/**
 * Whether an account may open more of a leg, given how much of it was opened and closed so far; and the fund
 * on its other side, too.
 *
 * @param isolated the position (slot) that would get margin of its own, or NONE
 */
export function admitTurnover(
  s: State,
  account: AccountId,
  leg: Leg,
  isolated: boolean,
  position: PositionSlot,
): boolean {
  const { accounts, entries, positions } = s;
  const { counters } = entries;
  const shared = accounts.entry[account];
  const fits =
    hasTurnover(s, leg, shared) &&
    (!isolated ||
      (isBelow(counters.marginMoveIn, shared) &&
        isBelow(counters.marginMoveOut, shared) &&
        (position === NONE || hasTurnover(s, leg, positions.entry[position]))));
  if (!fits) return refuse(s, R.counterLimit, { account, limit: COUNTER_LIMIT });
  return !accounts.rules[account].facesFund || admitTurnover(s, fundOf(s, account), 1 - leg, false, NONE);
}

/** Whether the counters of an entry (slot) leave room for more openings and closings of a leg. */
function hasTurnover(s: State, leg: Leg, entry: EntrySlot): boolean {
  const { counters } = s.entries;
  return leg === LONG
    ? isBelow(counters.openLong, entry) && isBelow(counters.closeLong, entry)
    : isBelow(counters.openShort, entry) && isBelow(counters.closeShort, entry);
}

function isBelow(counter: MoneyColumn, entry: EntrySlot): boolean {
  return counter.hi[entry]! < COUNTER_UNITS_MAX;
}
