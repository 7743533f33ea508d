import { ISOLATED, LONG, SEPARATED } from "../data/codes.ts";
import type { Recorded } from "../data/messages/event.ts";
import { writePositionClosed, writePositionOpened } from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";
import type { PositionSlot } from "../data/units/kinds.ts";
import { assert, NONE } from "../data/units/units.ts";
import { holdingFor, markAccountDirty } from "./accountEvents.ts";

/** The functions that open and close positions. What a fill does to one is in events/tradeEvents.ts. */

/**
 * A position of size 0 that the fill right after this enlarges; an isolated one gets its collateral entry.
 * Returns its slot.
 */
export function positionOpened(s: State, opened: Omit<Recorded<"positionOpened">, "position">): PositionSlot {
  const { positions, holdings, accounts } = s;
  const { account, contract, leg, marginMode, separatedMode, openOrder, leverage } = opened;
  const holding = holdingFor(s, account, contract);
  assert(leverage > 0, "a position has a leverage");
  assert(
    separatedMode === SEPARATED || (leg === LONG ? holdings.longHead : holdings.shortHead)[holding] === NONE,
    "a combined leg has one position",
  );
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
      ? s.entries.open(account, s.entries.coin[accounts.entry[account]], ISOLATED, id, s.time)
      : accounts.entry[account];
  positions.createdSeq[slot] = s.seq;
  positions.updatedSeq[slot] = s.seq;
  positions.createdTime[slot] = s.time;
  positions.updatedTime[slot] = s.time;
  linkPosition(s, slot);
  markAccountDirty(s, account);

  writePositionOpened(s.events, s.index, positions, slot);
  assert(holdings.contract[holding] === contract, "a position belongs to the holding of its contract");
  return slot;
}

/** A position of size 0 ends; its isolated entry, empty by now, goes with it. */
export function positionClosed(s: State, slot: PositionSlot): void {
  s.observer?.closing(s, slot);
  const { positions, entries } = s;
  assert(positions.used[slot] === 1, "what ends is a live position");
  assert(positions.openValue.isZero(slot), "a closed position has no entry value");
  assert(
    positions.cumOpenSize[slot] === positions.cumCloseSize[slot],
    "a closed position has closed what it opened",
  );
  const account = positions.account[slot];
  writePositionClosed(s.events, s.index, positions, slot);

  assert(positions.size[slot] === 0, "a closed position has size 0");
  if (positions.marginMode[slot] === ISOLATED) {
    const entry = positions.entry[slot];
    assert(entries.amount.isZero(entry), "a closed isolated position leaves nothing on its entry");
    s.accounts.endedFees.add(account, entries.counters.fillFee.read(entry, s.scratch.cash));
    entries.drop(entry);
  }
  unlinkPosition(s, slot);
  const holding = positions.holding[slot];
  // An account without positions in the contract is under the contract's present rule again.
  if (s.holdings.longHead[holding] === NONE && s.holdings.shortHead[holding] === NONE)
    s.holdings.keptRule[holding] = 0;
  assert(positions.byId.delete(positions.id[slot]) === slot, "a position's id named it");
  positions.drop(slot);
  markAccountDirty(s, account);
}

/** Appends a position to its account's list and its leg's list. */
export function linkPosition(s: State, slot: PositionSlot): void {
  const { positions, accounts, holdings } = s;
  const account = positions.account[slot];
  const accountTail = accounts.positionTail[account];
  positions.accountPrev[slot] = accountTail;
  positions.accountNext[slot] = NONE;
  if (accountTail === NONE) accounts.positionHead[account] = slot;
  else positions.accountNext[accountTail] = slot;
  accounts.positionTail[account] = slot;

  const holding = positions.holding[slot];
  const isLong = positions.leg[slot] === LONG;
  const heads = isLong ? holdings.longHead : holdings.shortHead;
  const tails = isLong ? holdings.longTail : holdings.shortTail;
  const legTail = tails[holding];
  positions.legPrev[slot] = legTail;
  positions.legNext[slot] = NONE;
  if (legTail === NONE) heads[holding] = slot;
  else positions.legNext[legTail] = slot;
  tails[holding] = slot;
}

function unlinkPosition(s: State, slot: PositionSlot): void {
  const { positions, accounts, holdings } = s;
  const account = positions.account[slot];
  const older = positions.accountPrev[slot];
  const newer = positions.accountNext[slot];
  assert(
    (older === NONE) === (accounts.positionHead[account] === slot),
    "the first of an account's positions has none before it",
  );
  assert(
    (newer === NONE) === (accounts.positionTail[account] === slot),
    "the last of an account's positions has none behind it",
  );
  if (older === NONE) accounts.positionHead[account] = newer;
  else positions.accountNext[older] = newer;
  if (newer === NONE) accounts.positionTail[account] = older;
  else positions.accountPrev[newer] = older;

  const holding = positions.holding[slot];
  const isLong = positions.leg[slot] === LONG;
  const heads = isLong ? holdings.longHead : holdings.shortHead;
  const tails = isLong ? holdings.longTail : holdings.shortTail;
  const before = positions.legPrev[slot];
  const after = positions.legNext[slot];
  assert((before === NONE) === (heads[holding] === slot), "the first position of a leg has none before it");
  assert((after === NONE) === (tails[holding] === slot), "the last position of a leg has none behind it");
  if (before === NONE) heads[holding] = after;
  else positions.legNext[before] = after;
  if (after === NONE) tails[holding] = before;
  else positions.legPrev[after] = before;
}
