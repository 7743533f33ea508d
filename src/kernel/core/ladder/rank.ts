import { ISOLATED, LONG, SHARED } from "../data/codes.ts";
import type { Contract } from "../data/contract/contract.ts";
import { isolatedWallet, sharedEquityAndMargin } from "../data/margin/available.ts";
import type { State } from "../data/state/state.ts";
import type { Ranked } from "../data/tables/deleverageQueues.ts";
import { divFloor } from "../data/units/divide.ts";
import type { AccountId, Leg, PositionSlot } from "../data/units/kinds.ts";
import { quantaOf } from "../data/units/money.ts";
import type { Lots, Quanta } from "../data/units/units.ts";
import { NONE } from "../data/units/units.ts";

/**
 * The positions of a leg that face auto-deleveraging, first to be closed first:
 *
 * ```
 * pnl   = d·(M·s − V) / V            effective leverage = M·s / equity behind it
 * score = pnl · leverage if pnl > 0, else pnl / leverage
 * ```
 *
 * Behind an isolated position stands its entry; behind a shared one its share of the account's equity by
 * notional, so that its leverage is Σ notional / equity. Compared by cross-multiplication; ties: the one
 * opened first.
 *
 * Where the contract's risk rule says random, the score is the number that the account draws for this command
 * ({@link drawOf}).
 *
 * @see docs/reference/liquidation.md
 */
export function rank(s: State, contract: Contract, leg: Leg): readonly Ranked[] {
  return facing(s, contract, leg)
    .map((p) => scoreOf(s, contract, p))
    .sort((a, b) => (a === b ? 0 : comesBefore(a, b) ? -1 : 1));
}

/** The open positions (slots) of a leg whose accounts face others (accountRules.ts), in no order. */
export function facing(s: State, contract: Contract, leg: Leg): readonly PositionSlot[] {
  const { positions, accounts } = s;
  const open: PositionSlot[] = [];
  for (const p of positions.slots()) {
    const isOpen = positions.used[p] === 1 && positions.size[p] > 0;
    const isOfLeg = positions.contract[p] === contract.index && positions.leg[p] === leg;
    if (isOpen && isOfLeg && accounts.rules[positions.account[p]].facesOthers) open.push(p);
  }
  return open;
}

/** Whether a is closed before b: the higher score, then the one opened first. */
export function comesBefore(a: Ranked, b: Ranked): boolean {
  const byScore = compare(b, a);
  return byScore === 0 ? a.id < b.id : byScore < 0;
}

export function scoreOf(s: State, contract: Contract, p: PositionSlot): Ranked {
  const { positions, scratch } = s;
  const account = positions.account[p];
  const id = positions.id[p];
  if (contract.riskRule.adlRandom)
    return { position: p, id, numerator: BigInt(drawOf(s.seq, account)), denominator: 1n };
  const size = positions.size[p];
  const isLong = positions.leg[p] === LONG;
  const notional = scratch.product
    .setProduct(size, contract.markPoints * contract.quantaPerPointLot)
    .toQuanta();
  const value = quantaOf(positions.openValue.hi[p], positions.openValue.lo[p]);
  const pnl = isLong ? notional - value : value - notional;
  let exposure = notional;
  let equity: Quanta;
  if (positions.marginMode[p] === ISOLATED) {
    equity = isolatedWallet(s, p, scratch.wallet).toQuanta() + pnl;
  } else {
    sharedEquityAndMargin(s, account, scratch.equity, scratch.margin);
    equity = scratch.equity.toQuanta();
    exposure = sharedNotional(s, account);
  }
  const backing = equity > 0n ? equity : 0n;
  // pnl > 0: (pnl / V) · (exposure / equity); else (pnl / V) · (equity / exposure).
  if (pnl > 0n) return { position: p, id, numerator: pnl * exposure, denominator: value * backing };
  return { position: p, id, numerator: pnl * backing, denominator: value * exposure };
}

/** Lots of a position that ADL closes first: in shared mode no more than its account's present net side. */
export function netLots(s: State, p: PositionSlot): Lots {
  const { positions, holdings } = s;
  if (positions.marginMode[p] === ISOLATED) return positions.size[p];
  const h = positions.holding[p];
  const net = holdings.longSize[h] - holdings.shortSize[h];
  return Math.max(0, Math.min(positions.size[p], positions.leg[p] === LONG ? net : -net));
}

/** Σ notional of an account's shared positions. */
function sharedNotional(s: State, account: AccountId): Quanta {
  const { positions, accounts, contracts, scratch } = s;
  let sum = 0n;
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== SHARED) continue;
    const contract = contracts[positions.contract[p]];
    sum += scratch.product
      .setProduct(positions.size[p], contract.markPoints * contract.quantaPerPointLot)
      .toQuanta();
  }
  return sum;
}

/**
 * Below 0, 0, above 0 as a's score is below, equal to or above b's; a winning position with no equity behind
 * it has infinite leverage.
 */
function compare(a: Ranked, b: Ranked): number {
  if (a.denominator === 0n || b.denominator === 0n) {
    const infinite = (each: Ranked): number => (each.denominator === 0n && each.numerator > 0n ? 1 : 0);
    if (infinite(a) !== infinite(b)) return infinite(a) - infinite(b);
    if (infinite(a) === 1) return 0;
  }
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const WORD = 2 ** 32;

/**
 * A number from 0 to 2^32 − 1 for an account and a command, for contracts whose counterparties are
 * deleveraged in random order. The core draws nothing at random: the order follows from the command's
 * sequence number, which nobody knows in advance.
 *
 * ```
 * draw = mix( mix( mix(seq mod 2^32) xor ⌊seq / 2^32⌋ ) xor account )
 * ```
 *
 * {@link mix} is one to one, so that two accounts never draw the same number.
 *
 * @see docs/reference/liquidation.md
 */
export function drawOf(seq: number, account: AccountId): number {
  return mix(mix(mix(seq >>> 0) ^ divFloor(seq, WORD)) ^ account);
}

/** MurmurHash3's last step on 32 bits: each bit of the result depends on every bit of `given`. One to one. */
function mix(given: number): number {
  let bits = given ^ (given >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
