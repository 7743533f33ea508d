import { MOVE_DEPOSIT, MOVE_FUNDING, MOVE_WITHDRAW } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import { bookings } from "../data/ledger/movement.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeMoneyMoved } from "../data/model/generated/eventRecords.ts";
import type { PendingMovement, State } from "../data/state/state.ts";
import type { ContractIndex, EntrySlot } from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import { QUANTA_PER_UNIT } from "../data/units/money.ts";
import { assert } from "../data/units/units.ts";
import { markAccountDirty, watchAgain } from "./accountEvents.ts";

/**
 * The functions that move money outside fills. Every movement has two sides, so the sum of all entries never
 * changes.
 */

/**
 * Moves `amount` > 0 from one entry (slot) to another. Two bills, from first. `contract` is −1 where none is
 * concerned.
 */
export function moneyMoved(
  s: State,
  movement: number,
  from: EntrySlot,
  to: EntrySlot,
  amount: Money,
  contract: ContractIndex,
): void {
  const { entries } = s;
  const booking = bookings[movement];
  assert(booking !== undefined, "a movement is of a known kind");
  assert(amount.sign() > 0, "what moves is more than nothing");
  assert(
    from !== to && entries.used[from] === 1 && entries.used[to] === 1,
    "money moves between two entries",
  );
  assert(entries.coin[from] === entries.coin[to], "money stays in its coin");
  const units = entries.amount.hi[from] + entries.amount.hi[to];
  const quanta = entries.amount.lo[from] + entries.amount.lo[to];
  const fromBill = s.nextId++;
  const toBill = s.nextId++;
  entries.amount.subtract(from, amount);
  entries.amount.add(to, amount);
  const carried = units - entries.amount.hi[from] - entries.amount.hi[to];
  assert(
    entries.amount.lo[from] + entries.amount.lo[to] - quanta === carried * QUANTA_PER_UNIT,
    "what leaves one entry comes to the other",
  );
  if (movement === MOVE_FUNDING) entries.counters.funding.subtract(from, amount);
  else entries.counters[booking.fromCounter].add(from, amount);
  entries.counters[booking.toCounter].add(to, amount);
  entries.updatedTime[from] = s.time;
  entries.updatedTime[to] = s.time;
  const fromAccount = entries.account[from];
  const toAccount = entries.account[to];
  markAccountDirty(s, fromAccount);
  markAccountDirty(s, toAccount);
  watchAgain(s, fromAccount);
  if (entries.called[to] === 1) watchAgain(s, toAccount);
  writeMoneyMoved(s.events, s.index, {
    movement,
    contract,
    amount,
    fromAccount,
    fromEntry: entries.position[from],
    fromBill,
    fromBalance: entries.amount.read(from, s.scratch.balance),
    toAccount,
    toEntry: entries.position[to],
    toBill,
    toBalance: entries.amount.read(to, s.scratch.otherBalance),
  });
}

/**
 * A deposit, withdrawal or transfer was announced: it shows as pending on both sides. Returns nothing; its id
 * is `nextId`.
 */
export function movementBegun(s: State, movement: Omit<PendingMovement, "id">): void {
  assert(
    movement.amount > 0n && movement.from !== movement.to,
    "what moves is more than nothing, and between two accounts",
  );
  const pending = { ...movement, id: s.nextId++ };
  assert(!s.movements.has(pending.id), "a movement is begun once");
  s.movements.set(pending.id, pending);
  showPending(s, pending, 1);
  encode(eventLayouts.movementBegun, pending, s.events, s.index);
}

/** An announced movement was completed (its money moves by the `moneyMoved` after this) or dropped. */
export function movementEnded(s: State, ended: Pick<Recorded<"movementEnded">, "id" | "complete">): void {
  const { id, complete } = ended;
  const pending = s.movements.get(id);
  assert(pending !== undefined, "what ends was begun");
  s.movements.delete(id);
  showPending(s, pending, -1);
  encode(eventLayouts.movementEnded, { ...pending, complete }, s.events, s.index);
}

function showPending(s: State, pending: PendingMovement, sign: 1 | -1): void {
  const { entries, accounts } = s;
  const from = accounts.entry[pending.from];
  const to = accounts.entry[pending.to];
  const amount = s.scratch.move.fromQuanta(pending.amount);
  const isTransfer = pending.movement !== MOVE_DEPOSIT && pending.movement !== MOVE_WITHDRAW;
  const out = isTransfer ? entries.pendingTransferOut : entries.pendingWithdraw;
  const into = isTransfer ? entries.pendingTransferIn : entries.pendingDeposit;
  if (sign > 0) {
    out.add(from, amount);
    into.add(to, amount);
  } else {
    out.subtract(from, amount);
    into.subtract(to, amount);
    assert(out.hi[from] >= 0 && into.hi[to] >= 0, "no more is on its way than was begun");
  }
  for (const entry of [from, to]) {
    entries.updatedTime[entry] = s.time;
    markAccountDirty(s, entries.account[entry]);
  }
}
