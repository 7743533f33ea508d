import { COMBINED, ISOLATED, LONG, SEPARATED } from "../../data/codes.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import type { State } from "../../data/state/state.ts";
import type {
  AccountId,
  ContractIndex,
  HoldingSlot,
  Leg,
  Lots,
  PositionSlot,
} from "../../data/units/kinds.ts";
import { FIRST_ID, NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { auditCanonical } from "./money.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/** Positions, the lists they are in, and the sums that holdings and contracts keep of them. */
export const positionParts: readonly AuditPart[] = [
  inPool("positions", (s) => s.positions, auditPosition),
  { name: "positions of accounts", rows: (s) => s.accounts.top, check: auditAccountList },
  inPool("legs", (s) => s.holdings, auditLegs),
  whole("open interest", auditOpenInterest),
];

/** The list of an account holds what its legs hold, in the order of opening. */
function auditAccountList(s: State, account: AccountId): void {
  const { accounts, holdings, positions } = s;
  if (account === 0) return; // no account
  let listed = 0;
  let tail = NONE;
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    const position = positions.id[p];
    if (positions.used[p] === 0 || positions.account[p] !== account)
      broken("a position is in its account's list", { account, position });
    if (positions.accountPrev[p] !== tail)
      broken("an account's positions are linked both ways", { account, position });
    if (tail !== NONE && positions.id[tail] >= position)
      broken("an account's positions stand by opening", { account, position });
    tail = p;
    listed++;
  }
  if (accounts.positionTail[account] !== tail)
    broken("the tail of an account's positions is their last", { account });
  let inLegs = 0;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    for (const head of [holdings.longHead[h], holdings.shortHead[h]])
      for (let p = head; p !== NONE; p = positions.legNext[p]) inLegs++;
  }
  if (listed !== inLegs) broken("every position is in its account's list", { account, listed, inLegs });
}

function auditLegs(s: State, h: HoldingSlot): void {
  const { holdings } = s;
  const account = holdings.account[h];
  const contract = holdings.contract[h];
  const long = auditLeg(s, h, LONG, holdings.longHead[h], holdings.longTail[h]);
  const short = auditLeg(s, h, 1 - LONG, holdings.shortHead[h], holdings.shortTail[h]);
  if (long.size !== holdings.longSize[h] || short.size !== holdings.shortSize[h]) {
    broken("a leg's size is the sum of its positions", {
      account,
      contract,
      long: long.size,
      short: short.size,
    });
  }
  if (isOneWay(s, account)) {
    if (long.size > 0 && short.size > 0)
      broken("a one-way account holds one leg of a contract", { account, contract });
    if (holdings.separatedMode[h] !== COMBINED)
      broken("a one-way account is combined everywhere", { account, contract });
  }
  if (holdings.separatedMode[h] === COMBINED && (long.count > 1 || short.count > 1)) {
    broken("a combined leg has at most one position", { account, contract });
  }
}

/**
 * For each contract: Σ over positions = Σ over legs, for longs and for shorts, and both are the open
 * interest. On paper, which does not count towards it, there are as many longs as shorts too.
 */
function auditOpenInterest(s: State): void {
  const { contracts, holdings, positions } = s;
  const at = (account: AccountId, contract: ContractIndex, leg: Leg): number =>
    4 * contract + (s.accounts.rules[account].facesOthers ? 0 : 2) + leg;
  const open = new Float64Array(4 * contracts.length);
  const legs = new Float64Array(4 * contracts.length);
  for (const p of positions.slots()) {
    if (positions.used[p] === 1)
      open[at(positions.account[p], positions.contract[p], positions.leg[p])]! += positions.size[p];
  }
  for (const h of holdings.slots()) {
    legs[at(holdings.account[h], holdings.contract[h], LONG)]! += holdings.longSize[h];
    legs[at(holdings.account[h], holdings.contract[h], 1 - LONG)]! += holdings.shortSize[h];
  }
  for (const { index, openInterest } of contracts) {
    for (let place = 4 * index; place < 4 * index + 4; place++) {
      if (open[place] !== legs[place])
        broken("every position is in its leg's list", { contract: index, leg: place % 2 });
    }
    const [longs = 0, shorts = 0, paperLongs = 0, paperShorts = 0] = legs.subarray(4 * index, 4 * index + 4);
    if (longs !== openInterest || shorts !== openInterest) {
      broken("open interest is the sum of longs and of shorts", {
        contract: index,
        openInterest,
        longs,
        shorts,
      });
    }
    if (paperLongs !== paperShorts) {
      broken("on paper there are as many longs as shorts", {
        contract: index,
        longs: paperLongs,
        shorts: paperShorts,
      });
    }
  }
}

/** A position's columns of money. */
const AMOUNTS = [
  ...(["openValue", "openFee", "fundingFee", "cumOpenValue", "cumOpenFee"] as const),
  ...(["cumCloseValue", "cumCloseFee", "cumFunding", "cumLiquidateFee"] as const),
];

function auditPosition(s: State, p: PositionSlot): void {
  const { accounts, holdings, positions } = s;
  if (positions.used[p] === 0) return;
  const position = positions.id[p];
  const account = positions.account[p];
  const holding = positions.holding[p];
  const size = positions.size[p];
  if (position < FIRST_ID || position >= s.nextId) broken("an id was given out", { position });
  if (positions.byId.get(position) !== p) broken("a position is found by its id", { position });
  if (holdings.account[holding] !== account || holdings.contract[holding] !== positions.contract[p]) {
    broken("a position belongs to the holding of its account and contract", { account, position });
  }
  if (
    positions.marginMode[p] !== holdings.marginMode[holding] ||
    positions.separatedMode[p] !== holdings.separatedMode[holding]
  ) {
    broken("modes do not change while a position is open", { account, position });
  }
  if (positions.leverage[p] !== leverageFor(s, holding, positions.leg[p], positions.marginMode[p])) {
    broken("a position has the leverage of its leg", { account, position });
  }
  if ((positions.separatedMode[p] === SEPARATED) !== (positions.openOrder[p] !== 0)) {
    broken("a separated position, and no other, has its opening order", { account, position });
  }
  const entry = positions.entry[p];
  const isIsolated = positions.marginMode[p] === ISOLATED;
  if (
    isIsolated
      ? s.entries.position[entry] !== position || s.entries.used[entry] === 0
      : accounts.entry[account] !== entry
  ) {
    broken("a position is booked on the entry of its mode", { account, position });
  }

  const opened = positions.cumOpenSize[p];
  const closed = positions.cumCloseSize[p];
  if (!Number.isSafeInteger(size) || size <= 0 || size !== opened - closed) {
    broken("a position's size is what was opened less what was closed, and above 0", {
      position,
      size,
      opened,
      closed,
    });
  }
  const reserved = positions.reserved[p];
  if (reserved < 0 || reserved > size)
    broken("reservations are within a position's size", { position, reserved, size });
  const { openValue, cumOpenValue } = positions;
  for (const what of AMOUNTS) auditCanonical(positions[what], p, what, account);
  if (openValue.hi[p] < 0 || openValue.isZero(p))
    broken("an open position has an entry value above 0", { position });
  const allocated = cumOpenValue.quanta(p) - openValue.quanta(p);
  if (allocated < 0n || (closed === 0 && allocated !== 0n)) {
    broken("only closings take entry value off a position", { position, allocated });
  }
}

/** One leg's list: its number of positions and the sum of their sizes. */
function auditLeg(
  s: State,
  holding: HoldingSlot,
  leg: Leg,
  head: PositionSlot,
  tail: number,
): { count: number; size: Lots } {
  const { holdings, positions } = s;
  const account = holdings.account[holding];
  let count = 0;
  let size = 0;
  let last = NONE;
  for (let p = head; p !== NONE; p = positions.legNext[p]) {
    const position = positions.id[p];
    if (positions.holding[p] !== holding || positions.leg[p] !== leg)
      broken("a position is in its leg's list", { account, position });
    if (positions.legPrev[p] !== last)
      broken("a leg's positions are linked both ways", { account, position });
    if (last !== NONE && positions.id[last] >= position)
      broken("a leg's positions stand by opening", { account, position });
    last = p;
    count++;
    size += positions.size[p];
  }
  if (last !== tail) broken("the tail of a leg's positions is their last", { account, leg });
  return { count, size };
}
