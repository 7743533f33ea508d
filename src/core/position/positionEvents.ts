import { holdingFor, touch } from "../account/accountEvents.ts";
import { ISOLATED, LONG, NONE } from "../codes.ts";
import { fixedWords, offsetsOf } from "../encoding/layout.ts";
import { eventLayouts } from "../event.ts";
import type { State } from "../state.ts";
import { assert } from "../units/units.ts";

/** The functions that open and close positions. What a fill does to one is in order/tradeEvents.ts. */

const OPENED = offsetsOf(eventLayouts.positionOpened);
const OPENED_WORDS = fixedWords(eventLayouts.positionOpened);
const CLOSED = offsetsOf(eventLayouts.positionClosed);
const CLOSED_WORDS = fixedWords(eventLayouts.positionClosed);

/** A position of size 0 that the fill right after this enlarges; an isolated one gets its collateral entry. Returns its slot. */
export function positionOpened(
  s: State,
  account: number,
  contract: number,
  leg: number,
  marginMode: number,
  separatedMode: number,
  openOrder: number,
  leverage: number,
): number {
  const { positions, holdings, accounts } = s;
  const holding = holdingFor(s, account, contract);
  const id = s.nextId++;
  const slot = positions.take();
  positions.clear(slot);
  positions.id[slot] = id;
  positions.byId.set(id, slot);
  positions.account[slot] = account;
  positions.contract[slot] = contract;
  positions.holding[slot] = holding;
  positions.leg[slot] = leg;
  positions.marginMode[slot] = marginMode;
  positions.separatedMode[slot] = separatedMode;
  positions.openOrder[slot] = openOrder;
  positions.leverage[slot] = leverage;
  positions.entry[slot] =
    marginMode === ISOLATED
      ? s.entries.open(account, s.entries.coin[accounts.entry[account]!]!, ISOLATED, id, s.time)
      : accounts.entry[account]!;
  positions.createdSeq[slot] = s.seq;
  positions.updatedSeq[slot] = s.seq;
  positions.createdTime[slot] = s.time;
  positions.updatedTime[slot] = s.time;
  linkPosition(s, slot);
  touch(s, account);

  const { kind, version } = eventLayouts.positionOpened;
  const at = s.events.begin(kind, version, OPENED_WORDS, s.index);
  const words = s.events.words;
  words[at + OPENED.position] = id;
  words[at + OPENED.account] = account;
  words[at + OPENED.contract] = contract;
  words[at + OPENED.leg] = leg;
  words[at + OPENED.marginMode] = marginMode;
  words[at + OPENED.separatedMode] = separatedMode;
  words[at + OPENED.openOrder] = openOrder;
  words[at + OPENED.leverage] = leverage;
  assert(holdings.contract[holding] === contract, "a position belongs to the holding of its contract");
  return slot;
}

/** A position of size 0 ends; its isolated entry, empty by now, goes with it. */
export function positionClosed(s: State, slot: number): void {
  s.observer?.closing(s, slot);
  const { positions, entries } = s;
  const account = positions.account[slot]!;
  const { kind, version } = eventLayouts.positionClosed;
  const at = s.events.begin(kind, version, CLOSED_WORDS, s.index);
  const words = s.events.words;
  words[at + CLOSED.position] = positions.id[slot]!;
  words[at + CLOSED.account] = account;
  words[at + CLOSED.contract] = positions.contract[slot]!;
  words[at + CLOSED.leg] = positions.leg[slot]!;
  words[at + CLOSED.marginMode] = positions.marginMode[slot]!;
  words[at + CLOSED.separatedMode] = positions.separatedMode[slot]!;
  words[at + CLOSED.openOrder] = positions.openOrder[slot]!;
  words[at + CLOSED.leverage] = positions.leverage[slot]!;
  words[at + CLOSED.openSize] = positions.cumOpenSize[slot]!;
  putMoney(words, at + CLOSED.openValue, positions.cumOpenValue, slot);
  putMoney(words, at + CLOSED.openFee, positions.cumOpenFee, slot);
  putMoney(words, at + CLOSED.closeValue, positions.cumCloseValue, slot);
  putMoney(words, at + CLOSED.closeFee, positions.cumCloseFee, slot);
  putMoney(words, at + CLOSED.funding, positions.cumFunding, slot);
  putMoney(words, at + CLOSED.liquidationFee, positions.cumLiquidateFee, slot);
  words[at + CLOSED.openedTime] = positions.createdTime[slot]!;

  assert(positions.size[slot] === 0, "a closed position has size 0");
  if (positions.marginMode[slot] === ISOLATED) {
    const entry = positions.entry[slot]!;
    assert(entries.amount.isZero(entry), "a closed isolated position leaves nothing on its entry");
    s.accounts.endedFees.add(account, entries.counters.fillFee.read(entry, s.scratch.cash));
    entries.drop(entry);
  }
  unlinkPosition(s, slot);
  const holding = positions.holding[slot]!;
  // What is opened next is new.
  if (s.holdings.longHead[holding] === NONE && s.holdings.shortHead[holding] === NONE)
    s.holdings.keptRule[holding] = 0;
  positions.byId.delete(positions.id[slot]!);
  positions.drop(slot);
  touch(s, account);
}

/** Appends a position to its account's list and its leg's list. */
export function linkPosition(s: State, slot: number): void {
  const { positions, accounts, holdings } = s;
  const account = positions.account[slot]!;
  const accountTail = accounts.positionTail[account]!;
  positions.accountPrev[slot] = accountTail;
  positions.accountNext[slot] = NONE;
  if (accountTail === NONE) accounts.positionHead[account] = slot;
  else positions.accountNext[accountTail] = slot;
  accounts.positionTail[account] = slot;

  const holding = positions.holding[slot]!;
  const isLong = positions.leg[slot] === LONG;
  const heads = isLong ? holdings.longHead : holdings.shortHead;
  const tails = isLong ? holdings.longTail : holdings.shortTail;
  const legTail = tails[holding]!;
  positions.legPrev[slot] = legTail;
  positions.legNext[slot] = NONE;
  if (legTail === NONE) heads[holding] = slot;
  else positions.legNext[legTail] = slot;
  tails[holding] = slot;
}

function unlinkPosition(s: State, slot: number): void {
  const { positions, accounts, holdings } = s;
  const account = positions.account[slot]!;
  const older = positions.accountPrev[slot]!;
  const newer = positions.accountNext[slot]!;
  if (older === NONE) accounts.positionHead[account] = newer;
  else positions.accountNext[older] = newer;
  if (newer === NONE) accounts.positionTail[account] = older;
  else positions.accountPrev[newer] = older;

  const holding = positions.holding[slot]!;
  const isLong = positions.leg[slot] === LONG;
  const heads = isLong ? holdings.longHead : holdings.shortHead;
  const tails = isLong ? holdings.longTail : holdings.shortTail;
  const before = positions.legPrev[slot]!;
  const after = positions.legNext[slot]!;
  if (before === NONE) heads[holding] = after;
  else positions.legNext[before] = after;
  if (after === NONE) tails[holding] = before;
  else positions.legPrev[after] = before;
}

function putMoney(
  words: Float64Array,
  at: number,
  column: { hi: Float64Array; lo: Float64Array },
  row: number,
): void {
  words[at] = column.hi[row]!;
  words[at + 1] = column.lo[row]!;
}
