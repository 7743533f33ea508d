import { touch } from "../account/accountEvents.ts";
import { INSURANCE_ACCOUNT } from "../codes.ts";
import { fixedWords, offsetsOf } from "../encoding/layout.ts";
import { eventLayouts } from "../event.ts";
import type { Liquidation, State } from "../state.ts";
import type { Money } from "../units/money.ts";
import type { Quanta } from "../units/units.ts";

/** The functions that mark an entry's liquidation and book its fee. */

const STARTED = offsetsOf(eventLayouts.liquidationStarted);
const STARTED_WORDS = fixedWords(eventLayouts.liquidationStarted);
const FINISHED = offsetsOf(eventLayouts.liquidationFinished);
const FINISHED_WORDS = fixedWords(eventLayouts.liquidationFinished);
const RECEIVED = offsetsOf(eventLayouts.liquidationFeeReceived);
const RECEIVED_WORDS = fixedWords(eventLayouts.liquidationFeeReceived);

const QUEUED_WORDS = fixedWords(eventLayouts.liquidationQueued);
const DROPPED_WORDS = fixedWords(eventLayouts.liquidationDropped);

/** An entry waits for its liquidation. */
export function liquidationQueued(s: State, liquidation: Liquidation): void {
  s.liquidations.push(liquidation);
  const { kind, version } = eventLayouts.liquidationQueued;
  const at = s.events.begin(kind, version, QUEUED_WORDS, s.index);
  s.events.words[at + 1] = liquidation.account;
  s.events.words[at + 2] = liquidation.position;
  s.events.words[at + 3] = liquidation.forced ? 1 : 0;
}

/** The first entry in the queue needs no liquidation any more. */
export function liquidationDropped(s: State): void {
  const dropped = s.liquidations.shift()!;
  const { kind, version } = eventLayouts.liquidationDropped;
  const at = s.events.begin(kind, version, DROPPED_WORDS, s.index);
  s.events.words[at + 1] = dropped.account;
  s.events.words[at + 2] = dropped.position;
}

/** The first entry in the queue (slot) cannot carry its positions any more; the figures are those of this instant. */
export function liquidationStarted(
  s: State,
  entry: number,
  why: { readonly forced: boolean; readonly equity: Quanta; readonly requirement: Quanta },
): void {
  const { entries } = s;
  s.observer?.look(s);
  s.liquidations.shift();
  entries.liquidating[entry] = 1;
  entries.updatedTime[entry] = s.time;
  const account = entries.account[entry]!;
  touch(s, account);
  const { kind, version } = eventLayouts.liquidationStarted;
  const at = s.events.begin(kind, version, STARTED_WORDS, s.index);
  const words = s.events.words;
  const { move } = s.scratch;
  words[at + STARTED.account] = account;
  words[at + STARTED.position] = entries.position[entry]!;
  words[at + STARTED.forced] = why.forced ? 1 : 0;
  putMoney(words, at + STARTED.equity, move.fromQuanta(why.equity));
  putMoney(words, at + STARTED.requirement, move.fromQuanta(why.requirement));
  words[at + STARTED.bill] = s.nextId++;
  putMoney(words, at + STARTED.balance, entries.amount.read(entry, move));
  s.observer?.look(s); // the only moment at which it shows as liquidating
}

/** The entry is healthy again, or empty. */
export function liquidationFinished(s: State, entry: number): void {
  const { entries } = s;
  s.observer?.look(s);
  entries.liquidating[entry] = 0;
  entries.updatedTime[entry] = s.time;
  const account = entries.account[entry]!;
  touch(s, account);
  const { kind, version } = eventLayouts.liquidationFinished;
  const at = s.events.begin(kind, version, FINISHED_WORDS, s.index);
  const words = s.events.words;
  words[at + FINISHED.account] = account;
  words[at + FINISHED.position] = entries.position[entry]!;
  words[at + FINISHED.bill] = s.nextId++;
  putMoney(words, at + FINISHED.balance, entries.amount.read(entry, s.scratch.move));
  s.observer?.look(s);
}

/** The insurance fund receives the liquidation fee of the trade before this. */
export function liquidationFeeReceived(s: State, contract: number, trade: number, amount: Money): void {
  const { entries, accounts } = s;
  const entry = accounts.entry[INSURANCE_ACCOUNT]!;
  entries.amount.add(entry, amount);
  entries.counters.liquidateFeeIncome.add(entry, amount);
  entries.updatedTime[entry] = s.time;
  touch(s, INSURANCE_ACCOUNT);
  const { kind, version } = eventLayouts.liquidationFeeReceived;
  const at = s.events.begin(kind, version, RECEIVED_WORDS, s.index);
  const words = s.events.words;
  words[at + RECEIVED.contract] = contract;
  words[at + RECEIVED.trade] = trade;
  putMoney(words, at + RECEIVED.amount, amount);
  words[at + RECEIVED.bill] = s.nextId++;
  putMoney(words, at + RECEIVED.balance, entries.amount.read(entry, s.scratch.move));
}

function putMoney(words: Float64Array, at: number, money: Money): void {
  words[at] = money.hi;
  words[at + 1] = money.lo;
}
