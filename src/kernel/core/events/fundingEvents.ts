import { CONTRACT_DELISTED } from "../data/codes.ts";
import type { Recorded } from "../data/messages/event.ts";
import { writeFundingSettled, writeFundingTurned } from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";
import type { AccountId, ContractIndex, PositionSlot } from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import type { Rate } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { markAccountDirty, watchAgain } from "./accountEvents.ts";

/** The functions that book funding and turn its periods. */

/**
 * Books `amount` (received positive) on a position (slot) of the account and its entry; NONE: on the
 * account's shared entry.
 */
export function fundingSettled(
  s: State,
  position: PositionSlot,
  settled: {
    readonly contract: ContractIndex;
    readonly account: AccountId;
    readonly rate: Rate;
    readonly amount: Money;
  },
): void {
  const { positions, entries, accounts } = s;
  const { contract, account, rate, amount } = settled;
  assert(
    position === NONE || positions.account[position] === account,
    "funding is of a position of its account",
  );
  assert(!amount.isZero(), "funding is more or less than nothing");
  const entry = position === NONE ? accounts.entry[account] : positions.entry[position];
  entries.amount.add(entry, amount);
  entries.counters.funding.add(entry, amount);
  entries.updatedTime[entry] = s.time;
  if (position !== NONE) {
    positions.fundingFee.add(position, amount);
    positions.cumFunding.add(position, amount);
    positions.updatedSeq[position] = s.seq;
    positions.updatedTime[position] = s.time;
  }
  markAccountDirty(s, account);
  watchAgain(s, account);
  writeFundingSettled(s.events, s.index, {
    contract,
    position: position === NONE ? 0 : positions.id[position],
    account,
    entry: entries.position[entry],
    rate,
    amount,
    bill: s.nextId++,
    balance: entries.amount.read(entry, s.scratch.balance),
  });
}

/** A period ended; the next one ends at `due` and will pay `rate`. Its samples start anew. */
export function fundingTurned(
  s: State,
  turned: Pick<Recorded<"fundingTurned">, "contract" | "rate" | "due" | "skipped">,
): void {
  const { rate, due, skipped } = turned;
  const contract = s.contracts[turned.contract];
  assert(due > s.time || contract.status === CONTRACT_DELISTED, "a period ends later than it begins");
  writeFundingTurned(s.events, s.index, {
    contract: contract.index,
    settledRate: contract.fundingRate,
    skipped,
    rate,
    due,
    markPoints: contract.markPoints,
  });
  contract.fundingRate = rate;
  contract.fundingDue = due;
  s.contractClockChanged();
  contract.premium.clear();
}
