import { BUY, isOpening, LONG, legOf, SELL, SHORT, STATE_UNTRIGGERED, sideOf } from "../codes.ts";
import { isOneWay } from "../net/resolve.ts";
import { legLotsOf } from "../state/ofAccount.ts";
import type { State } from "../state/state.ts";
import type { OrderDraft } from "../tables/orders.ts";
import type {
  AccountId,
  HoldingSlot,
  Leg,
  Leverage,
  Lots,
  Points,
  Rate,
  Side,
  Ticks,
} from "../units/kinds.ts";
import type { Money } from "../units/money.ts";
import { NONE } from "../units/units.ts";
import { addOrderMargin } from "./orderMargin.ts";

/**
 * What the orders of an account freeze. Of a hedge account, the sum of what each freezes. Of a one-way
 * account, in each contract what its dearer side would open: the lots of a side beyond the leg that they
 * would close first, which those use up that would fill first (best price, then time). Reduce-only orders are
 * left out. Computed when asked, so that it holds after whatever changes leg or orders.
 *
 * @see docs/reference/margin.md, one-way mode
 */
export function frozenOf(s: State, account: AccountId, into: Money): Money {
  const { accounts, holdings } = s;
  if (!isOneWay(s, account)) return accounts.frozen.read(account, into);
  into.clear();
  if (accounts.frozen.isZero(account)) return into;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h])
    into.add(dearerSide(s, h, undefined, s.scratch.dearer));
  return into;
}

/** What the orders of an account freeze in one contract; over all contracts that is {@link frozenOf}. */
export function frozenIn(s: State, holding: HoldingSlot, into: Money): Money {
  if (isOneWay(s, s.holdings.account[holding])) return dearerSide(s, holding, undefined, into);
  return frozenBy(s, holding, SHORT, frozenBy(s, holding, LONG, into.clear()));
}

/** Adds what the orders that open a leg freeze, each by itself. */
export function frozenBy({ holdings, orders }: State, holding: HoldingSlot, leg: Leg, into: Money): Money {
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot])
    if (legOf(orders.action[slot]) === leg) into.addParts(orders.frozen.hi[slot], orders.frozen.lo[slot]);
  return into;
}

/** A leverage by leg. */
type Leverages = readonly Leverage[];

/** What the orders of an account, none at market, would freeze in one contract at other leverages. */
export function frozenAt(s: State, holding: HoldingSlot, at: Leverages, into: Money): Money {
  const { holdings, orders, contracts } = s;
  if (isOneWay(s, holdings.account[holding])) return dearerSide(s, holding, undefined, into, at);
  const contract = contracts[holdings.contract[holding]];
  into.clear();
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (orders.frozen.isZero(slot)) continue; // it waits, or closes
    const leg = legOf(orders.action[slot]);
    const [lots, mark] = [orders.remaining[slot], orders.markPoints[slot]];
    addOrderMargin(s, contract, leg, orders.price[slot], lots, mark, at[leg]!, orders.feeRate[slot], into);
  }
  return into;
}

/**
 * By how much more an account would freeze with the order of a draft, in place of the one that it replaces;
 * into `into`.
 */
export function addedByNet(s: State, holding: HoldingSlot, draft: OrderDraft, into: Money): Money {
  if (holding === NONE) return into.copy(draft.frozen);
  dearerSide(s, holding, draft, into);
  return into.subtract(dearerSide(s, holding, undefined, s.scratch.dearer));
}

/** @param at leverages in place of the orders' own; none of them is then at market */
function dearerSide(
  s: State,
  holding: HoldingSlot,
  draft: OrderDraft | undefined,
  into: Money,
  at?: Leverages,
): Money {
  const other = s.scratch.otherSide;
  addSide(s, holding, BUY, draft, into.clear(), at);
  addSide(s, holding, SELL, draft, other.clear(), at);
  return into.lessThan(other) ? into.copy(other) : into;
}

/** An order that opens, as far as its margin goes. */
interface Claim {
  readonly price: Ticks;
  /** Time priority; none before it rests. */
  readonly priority: number;
  readonly lots: Lots;
  readonly market: boolean;
  readonly markPoints: Points;
  readonly leverage: Leverage;
  readonly feeRate: Rate;
  /** What all of it freezes. */
  readonly hi: number;
  readonly lo: number;
}

function addSide(
  s: State,
  holding: HoldingSlot,
  side: Side,
  draft: OrderDraft | undefined,
  into: Money,
  at: Leverages | undefined,
): void {
  const contract = s.contracts[s.holdings.contract[holding]];
  const leg = side === BUY ? LONG : SHORT;
  const ahead = side === BUY ? -1 : 1;
  const claims = claimsOf(s, holding, side, draft);
  claims.sort((a, b) => (a.price - b.price) * ahead || earlier(a.priority, b.priority));
  let covered = legLotsOf(s, holding, 1 - leg);
  for (const { price, lots, market, markPoints, leverage, feeRate, hi, lo } of claims) {
    const closes = Math.min(covered, lots);
    covered -= closes;
    const opens = lots - closes;
    if (opens === 0) continue;
    if (closes === 0 && at === undefined) into.addParts(hi, lo);
    else if (market) into.add(s.scratch.part.set(hi, lo).prorateCeil(opens, lots));
    else addOrderMargin(s, contract, leg, price, opens, markPoints, at?.[leg] ?? leverage, feeRate, into);
  }
}

function earlier(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * The orders of a side that open, by id; that of the draft, which would come behind all at its price, is the
 * last.
 */
function claimsOf(s: State, holding: HoldingSlot, side: Side, draft: OrderDraft | undefined): Claim[] {
  const { orders, holdings } = s;
  const claims: Claim[] = [];
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (orders.side[slot] !== side || !isOpening(orders.action[slot])) continue;
    if (orders.state[slot] === STATE_UNTRIGGERED || slot === draft?.replaces) continue;
    claims.push({
      price: orders.price[slot],
      priority: orders.priority[slot] || Number.POSITIVE_INFINITY,
      lots: orders.remaining[slot],
      market: orders.market[slot] === 1,
      markPoints: orders.markPoints[slot],
      leverage: orders.leverage[slot],
      feeRate: orders.feeRate[slot],
      hi: orders.frozen.hi[slot],
      lo: orders.frozen.lo[slot],
    });
  }
  if (draft !== undefined && sideOf(draft.action) === side) {
    const { price, size: lots, market, markPoints, leverage, feeRate, frozen } = draft;
    const priority = Number.POSITIVE_INFINITY;
    claims.push({
      price,
      priority,
      lots,
      market,
      markPoints,
      leverage,
      feeRate,
      hi: frozen.hi,
      lo: frozen.lo,
    });
  }
  return claims;
}
