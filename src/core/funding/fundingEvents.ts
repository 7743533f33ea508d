import { touch, watchAgain } from "../account/accountEvents.ts";
import { NONE } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { fixedWords, offsetsOf } from "../encoding/layout.ts";
import { eventLayouts } from "../event.ts";
import type { State } from "../state.ts";
import type { Money } from "../units/money.ts";
import type { Rate, TimeMs } from "../units/units.ts";

/** The functions that book funding and turn its periods. */

const SETTLED = offsetsOf(eventLayouts.fundingSettled);
const SETTLED_WORDS = fixedWords(eventLayouts.fundingSettled);
const TURNED = offsetsOf(eventLayouts.fundingTurned);
const TURNED_WORDS = fixedWords(eventLayouts.fundingTurned);

/** Books `amount` (received positive) on a position (slot) of `account` and its entry; NONE: on the account's shared entry. */
export function fundingSettled(
  s: State,
  contract: number,
  position: number,
  account: number,
  rate: Rate,
  amount: Money,
): void {
  const { positions, entries, accounts } = s;
  const entry = position === NONE ? accounts.entry[account]! : positions.entry[position]!;
  entries.amount.add(entry, amount);
  entries.counters.funding.add(entry, amount);
  entries.updatedTime[entry] = s.time;
  if (position !== NONE) {
    positions.fundingFee.add(position, amount);
    positions.cumFunding.add(position, amount);
    positions.updatedSeq[position] = s.seq;
    positions.updatedTime[position] = s.time;
  }
  touch(s, account);
  watchAgain(s, account);
  const { kind, version } = eventLayouts.fundingSettled;
  const at = s.events.begin(kind, version, SETTLED_WORDS, s.index);
  const words = s.events.words;
  words[at + SETTLED.contract] = contract;
  words[at + SETTLED.position] = position === NONE ? 0 : positions.id[position]!;
  words[at + SETTLED.account] = account;
  words[at + SETTLED.entry] = entries.position[entry]!;
  words[at + SETTLED.rate] = rate;
  words[at + SETTLED.amount] = amount.hi;
  words[at + SETTLED.amount + 1] = amount.lo;
  words[at + SETTLED.bill] = s.nextId++;
  words[at + SETTLED.balance] = entries.amount.hi[entry]!;
  words[at + SETTLED.balance + 1] = entries.amount.lo[entry]!;
}

/** A period ended; the next one ends at `due` and will pay `rate`. Its samples start anew. */
export function fundingTurned(s: State, contract: Contract, rate: Rate, due: TimeMs, skipped: boolean): void {
  const { kind, version } = eventLayouts.fundingTurned;
  const at = s.events.begin(kind, version, TURNED_WORDS, s.index);
  const words = s.events.words;
  words[at + TURNED.contract] = contract.index;
  words[at + TURNED.settledRate] = contract.fundingRate;
  words[at + TURNED.skipped] = skipped ? 1 : 0;
  words[at + TURNED.rate] = rate;
  words[at + TURNED.due] = due;
  words[at + TURNED.markPoints] = contract.markPoints;
  contract.fundingRate = rate;
  contract.fundingDue = due;
  contract.premium.clear();
}
