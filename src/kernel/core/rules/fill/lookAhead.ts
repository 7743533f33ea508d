import { BUY, isOpening, LONG, legOf, RESTS_IN_BOOK, SEPARATED, SHARED } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { fillFee } from "../../data/ledger/fees.ts";
import type { Valuation } from "../../data/margin/available.ts";
import { VALUATIONS } from "../../data/margin/available.ts";
import { isolatedLegs, maintenance } from "../../data/margin/maintenance.ts";
import { facingLots, isOneWay } from "../../data/net/resolve.ts";
import { legLotsOf } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divCeil } from "../../data/units/divide.ts";
import type { AccountId, HoldingSlot, OrderSlot, Side } from "../../data/units/kinds.ts";
import { QUANTA_PER_UNIT } from "../../data/units/money.ts";
import type { Lots, Quanta, Rate, Ticks } from "../../data/units/units.ts";
import { NONE, RATE_ONE } from "../../data/units/units.ts";
import { headOf } from "../../events/accountEvents.ts";
import {
  breachedAt,
  healthOfIsolated,
  healthOfShared,
  isInBreach,
  legsOfShared,
  marginTermsOf,
} from "../../events/marginHealth.ts";
import { targetPosition } from "../../events/tradeEvents.ts";
import { slackCovers, surelyMeetsMargin } from "../../events/watch.ts";
import { isExempt } from "./fillLimit.ts";
import { isolatedMargin } from "./prepareFill.ts";

/** What the order that looks ahead wants to take: `lots` of the other side of the book, up to its limit. */
interface Wanted {
  readonly account: AccountId;
  readonly side: Side;
  readonly lots: Lots;
  readonly limit: Ticks;
}

/** How much the orders counted so far cost their account in the worst case. */
interface Tally {
  spent: Quanta;
  /** Lots opened in each leg. */
  long: Lots;
  short: Lots;
  bought: Lots;
  sold: Lots;
  /** Isolated: what left the shared entry for the position of each leg, less that position's losses. */
  intoLong: Quanta;
  intoShort: Quanta;
  moved: Quanta;
  /** For a one-way account: lots of orders that close. */
  closed: Lots;
  /** Whether an order of the account was not counted: then no later one is. */
  isOut: boolean;
}

/**
 * Which resting orders can be counted on to fill, found without touching any: those that the rule of
 * fillLimit.ts lets fill together with all orders of their account counted before, however the fills are
 * split. It is computed against the account: gains are left out, closes lower no requirement, the net is the
 * largest that occurs on the way, and each lot may cost a quantum more by rounding. Orders of a one-way
 * account close its leg first, those that come first; a reduce-only one counts for what they leave of it.
 *
 * So an order that it counts fills; an order that it passes over may fill as well. An account that could
 * carry all the lots wanted at the worst price is cleared by an estimate at once.
 */
export class LookAhead {
  readonly #s: State;
  readonly #contract: Contract;
  readonly #wanted: Wanted;
  /** How much worse than mark or index all the lots wanted may be, in whole units of the coin. */
  readonly #worseUnits: number;
  /** The value of all the lots wanted, in whole units of the coin. */
  readonly #valueUnits: number;
  /** By account, for accounts that the estimate did not clear. */
  #tallies: Map<number, Tally> | undefined;

  constructor(s: State, contract: Contract, wanted: Wanted) {
    this.#s = s;
    this.#contract = contract;
    this.#wanted = wanted;
    const best = Math.max(contract.book.bestPrice(1 - wanted.side), 0);
    const perLot = Math.max(best, wanted.limit) * contract.quantaPerTickLot;
    const { markPoints, indexPoints, quantaPerPointLot } = contract;
    const lowest = Math.min(markPoints, indexPoints) * quantaPerPointLot;
    const highest = Math.max(markPoints, indexPoints) * quantaPerPointLot;
    const least = Math.min(best, wanted.limit) * contract.quantaPerTickLot;
    const value = wanted.lots * Math.max(perLot, highest);
    const isExact = value <= Number.MAX_SAFE_INTEGER;
    this.#valueUnits = isExact ? divCeil(value, QUANTA_PER_UNIT) : Number.POSITIVE_INFINITY;
    const worse = wanted.lots * (Math.max(perLot - lowest, highest - least, 0) + QUANTUM_A_LOT);
    this.#worseUnits = divCeil(worse, QUANTA_PER_UNIT);
  }

  /**
   * Counts `lots` of an order (slot) at a price if they surely fill after all that was counted before.
   * Returns whether they do.
   */
  tryCount(order: OrderSlot, lots: Lots, price: Ticks, isTaker: boolean): boolean {
    const s = this.#s;
    if (isExempt(s, order)) return true;
    if (!isTaker && endsBefore(s, order)) return false;
    const { orders, holdings } = s;
    const holding = orders.holding[order];
    const rate = isTaker ? holdings.takerRate[holding] : holdings.makerRate[holding];
    const account = orders.account[order];
    const isShared = orders.marginMode[order] === SHARED;
    const closed = isOpening(orders.action[order]) ? 0 : lots;
    const part = { order, lots, price, isTaker, rate, closed };
    if (isOneWay(s, account) && !this.#resolve(part)) return false;
    if (isShared && this.#isCovered(account, holding, rate)) return true;
    const tally = this.#tallyOf(account);
    if (tally.isOut) return false;
    const counted = isShared ? this.#countShared(part, tally) : this.#countIsolated(part, tally);
    tally.isOut = !counted;
    return counted;
  }

  /**
   * Whether an account could certainly carry all the lots wanted. Not asked for an account that meets its
   * own order, since it would carry both sides.
   */
  #isCovered(account: AccountId, holding: HoldingSlot, rate: Rate): boolean {
    const { lots } = this.#wanted;
    if (this.#valueUnits === Number.POSITIVE_INFINITY || account === this.#wanted.account) return false;
    if (slackCovers(this.#s, holding, lots, this.#worseUnits, rate)) return true;
    const fee = divCeil(this.#valueUnits * Math.max(rate, 0), RATE_ONE);
    return surelyMeetsMargin(this.#s, holding, lots, this.#worseUnits + fee);
  }

  #tallyOf(account: AccountId): Tally {
    this.#tallies ??= new Map();
    let tally = this.#tallies.get(account);
    if (tally === undefined) {
      tally = {
        spent: 0n,
        long: 0,
        short: 0,
        bought: 0,
        sold: 0,
        intoLong: 0n,
        intoShort: 0n,
        moved: 0n,
        closed: 0,
        isOut: false,
      };
      this.#tallies.set(account, tally);
    }
    return tally;
  }

  /**
   * For an order of a one-way account: how much it closes of what the orders before it left of the leg;
   * false where a reduce-only order would close more.
   */
  #resolve(part: Part): boolean {
    const s = this.#s;
    const { order, lots } = part;
    const holding = s.orders.holding[order];
    const tally = this.#tallyOf(s.orders.account[order]);
    const action = s.orders.action[order];
    const opens = isOpening(action);
    const held = opens ? facingLots(s, holding, action) : legLotsOf(s, holding, legOf(action));
    part.closed = Math.min(lots, held - tally.closed);
    tally.closed += part.closed;
    if (!opens && part.closed < lots) tally.isOut = true;
    return !tally.isOut;
  }

  #countShared(part: Part, tally: Tally): boolean {
    const s = this.#s;
    const contract = this.#contract;
    const { orders } = s;
    const { order, lots, closed } = part;
    const holding = orders.holding[order];
    const held = legsOfShared(s, holding);
    tally.spent += this.#lossOf(part) + this.#feeOf(part);
    if (orders.side[order] === BUY) tally.bought += lots;
    else tally.sold += lots;
    if (isOpening(orders.action[order])) {
      if (legOf(orders.action[order]) === LONG) tally.long += lots - closed;
      else tally.short += lots - closed;
    }
    const net = held.long - held.short;
    const legs = {
      long: held.long + tally.long,
      short: held.short + tally.short,
      feeRate: held.feeRate,
      net: Math.max(Math.abs(net), Math.abs(net + tally.bought), Math.abs(net - tally.sold)),
    };
    const margin = marginTermsOf(s, holding);
    return VALUATIONS.every((by) => {
      const now = healthOfShared(s, orders.account[order], by);
      const equity = now.equity - tally.spent;
      if (tally.long + tally.short === 0) return equity >= 0n;
      const others = now.requirement - maintenance(margin, held, contract[by]);
      return !isInBreach({ equity, requirement: others + maintenance(margin, legs, contract[by]) });
    });
  }

  #countIsolated(part: Part, tally: Tally): boolean {
    const { closed } = part;
    const opened = part.lots - closed;
    if (closed > 0 && !this.#countIsolatedClose({ ...part, lots: closed })) return false;
    return opened === 0 || this.#countIsolatedOpening({ ...part, lots: opened }, tally);
  }

  /**
   * Counts an isolated opening: its margin must carry the position, and the shared entry must be able to
   * give that margin.
   */
  #countIsolatedOpening(part: Part, tally: Tally): boolean {
    const s = this.#s;
    const { orders, positions } = s;
    const { order, lots, price, isTaker } = part;
    const contract = this.#contract;
    const isLong = legOf(orders.action[order]) === LONG;
    const moved = isolatedMargin(s, order, lots, price, isTaker).max0().toQuanta();
    const into = moved - this.#feeOf(part) - this.#lossOf(part);
    // In separated mode every order opens a position of its own; and when a leg grows, all its positions may
    // require more.
    const grownLength = isLong ? tally.long : tally.short;
    if (orders.separatedMode[order] === SEPARATED && grownLength > 0) return false;
    if (isLong) tally.long += lots;
    else tally.short += lots;
    if (isLong) tally.intoLong += into;
    else tally.intoShort += into;
    tally.moved += moved + BigInt(lots);
    const leg = legOf(orders.action[order]);
    const holding = orders.holding[order];
    const p = orders.separatedMode[order] === SEPARATED ? targetPosition(s, order) : headOf(s, holding, leg);
    const size = (p === NONE ? 0 : positions.size[p]) + grownLength + lots;
    const ofLeg = legLotsOf(s, holding, leg) + grownLength + lots;
    const legs = isolatedLegs(leg, size, ofLeg);
    const margin = marginTermsOf(s, holding);
    if (breachedAt(s, holding, leg, ofLeg, p) !== NONE) return false;
    return VALUATIONS.every((by) => {
      const before = p === NONE ? 0n : healthOfIsolated(s, p, { by }).equity;
      const equity = before + (isLong ? tally.intoLong : tally.intoShort);
      if (isInBreach({ equity, requirement: maintenance(margin, legs, contract[by]) })) return false;
      const shared = healthOfShared(s, orders.account[order], by);
      return !isInBreach({ equity: shared.equity - tally.moved, requirement: shared.requirement });
    });
  }

  /**
   * Every position from which the close may take lots must carry these lots with their share of its equity:
   * then it makes no difference what else closes, or how much that releases.
   */
  #countIsolatedClose(part: Part): boolean {
    const s = this.#s;
    const { orders, holdings, positions } = s;
    const { order, lots } = part;
    const cost = this.#lossOf(part) + this.#feeOf(part);
    const bound = orders.position[order];
    const holding = orders.holding[order];
    const isLong = orders.side[order] !== BUY;
    for (let p = isLong ? holdings.longHead[holding] : holdings.shortHead[holding]; p !== NONE; ) {
      const isMeant = bound === 0 || positions.id[p] === bound;
      const bears = (by: Valuation): boolean =>
        cost * BigInt(positions.size[p]) <= healthOfIsolated(s, p, { by }).equity * BigInt(lots);
      if (isMeant && !VALUATIONS.every(bears)) return false;
      p = positions.legNext[p];
    }
    return true;
  }

  /** The loss of a fill against mark or index, plus one quantum for each lot for rounding. */
  #lossOf({ order, lots, price }: Part): Quanta {
    const { markPoints, indexPoints, quantaPerPointLot, quantaPerTickLot } = this.#contract;
    const perLot = price * quantaPerTickLot;
    const worse =
      this.#s.orders.side[order] === BUY
        ? perLot - Math.min(markPoints, indexPoints) * quantaPerPointLot
        : Math.max(markPoints, indexPoints) * quantaPerPointLot - perLot;
    return BigInt(Math.max(worse, 0) + QUANTUM_A_LOT) * BigInt(lots);
  }

  /** The fee; a rebate is left out. */
  #feeOf({ lots, price, rate }: Part): Quanta {
    const { value, fee } = this.#s.scratch;
    value.setProduct(lots, price * this.#contract.quantaPerTickLot);
    return fillFee(this.#contract, value, Math.max(rate, 0), fee).toQuanta();
  }
}

/**
 * Whether an order ends before it is its turn to be filled, because its sibling (the other preset of the
 * same order) is filled before it.
 */
function endsBefore({ orders }: State, order: OrderSlot): boolean {
  if (!orders.hasConditions(order)) return false;
  const { conditions, price, priority, side } = orders;
  const own = orders.condition[order];
  const sibling = conditions.parent[own] === 0 ? NONE : conditions.sibling[own];
  if (sibling === NONE || orders.restsWhere[sibling] !== RESTS_IN_BOOK) return false;
  if (price[sibling] === price[order]) return priority[sibling] < priority[order];
  return side[order] === BUY ? price[sibling] > price[order] : price[sibling] < price[order];
}

/** An order and the part of it that is counted. */
interface Part {
  readonly order: OrderSlot;
  readonly lots: Lots;
  readonly price: Ticks;
  readonly isTaker: boolean;
  readonly rate: Rate;
  /** How many of the lots close. */
  closed: Lots;
}

/** The most that rounding can cost for each lot when a fill is split, in quanta. */
const QUANTUM_A_LOT = 1;
