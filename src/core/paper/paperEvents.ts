import { touch } from "../account/accountEvents.ts";
import { encode, fixedWords } from "../encoding/layout.ts";
import { eventLayouts } from "../event.ts";
import type { State } from "../state.ts";
import type { Lots } from "../units/units.ts";

/** The functions that change what only paper trading has; its orders and trades are in order/. */

const TAKEN_WORDS = fixedWords(eventLayouts.paperTaken);

/** An account of the paper kind, just opened, belongs to `owner`. */
export function paperOpened(s: State, account: number, owner: number): void {
  const { twin } = s.accounts;
  twin[account] = owner;
  twin[owner] = account;
  touch(s, account);
  encode(eventLayouts.paperOpened, { account, owner }, s.events, s.index);
}

/** A paper account has by now taken `lots` from a real resting order (id). Forgotten when that order ends. */
export function paperTaken(s: State, account: number, order: number, lots: Lots): void {
  let byAccount = s.taken.get(order);
  if (byAccount === undefined) {
    byAccount = new Map();
    s.taken.set(order, byAccount);
  }
  byAccount.set(account, lots);
  const { kind, version } = eventLayouts.paperTaken;
  const at = s.events.begin(kind, version, TAKEN_WORDS, s.index);
  s.events.words[at + 1] = account;
  s.events.words[at + 2] = order;
  s.events.words[at + 3] = lots;
}

/** The oldest flow has filled whom it could. */
export function paperFlowEnded(s: State): void {
  const { contract, side, price } = s.paperFlows.shift()!;
  encode(eventLayouts.paperFlowEnded, { contract, side, price }, s.events, s.index);
}
