import { HEDGE_NET, LONG } from "../codes.ts";
import type { Bracket, MarginTerms } from "../contract/brackets.ts";
import type { Contract } from "../contract/contract.ts";
import { bigDivCeil, bigDivFloor } from "../units/divide.ts";
import type { Leg } from "../units/kinds.ts";
import type { Lots, Quanta, Rate, Ticks } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";
import type { Charge, Legs } from "./maintenance.ts";
import { chargesOf, deducted, scaleOf } from "./maintenance.ts";

/**
 * The price of this symbol at which equity falls to the requirement, all other prices held; 0 when no price
 * does that the symbol can have.
 *
 * With `cash` the equity if this symbol's price were 0 and q = long − short, equity is cash + q·P, and the
 * requirement as in maintenance.ts plus `others`. In each tier both are straight lines, so that the prices in
 * breach begin and end where the lines of a tier meet, or at the edge of a tier where flat tiers let the
 * requirement jump:
 *
 * ```
 * q > 0 : P = (others − cash − ded') / (q · (1 − m))       below it is breach: rounded up to a tick, at most the highest
 * q < 0 : P = (cash − others + ded') / (|q| · (1 + m))     above it is breach: rounded down to a tick, at least one
 * edge  : P = bound / (long + short)                       up where breach is below, down where it is above
 * ```
 *
 * By the default rule there is at most one such price: equity less requirement rises with the price of a net
 * long, falls with that of a net short, and is continuous. By others (flat tiers, a hedge charged for more
 * than its net) there may be several, on either side of the mark: the nearest to it is shown. Rounded so that
 * it is shown no later than it happens.
 *
 * @param cash an isolated entry's amount; in shared mode the equity less q · mark
 * @param others what the account's other symbols require; 0 for an isolated position
 * @param margin what decides the requirement, by default the contract's rule
 * @see docs/reference/margin.md, estimated liquidation price
 */
export function liquidationPrice(
  contract: Contract,
  legs: Legs,
  cash: Quanta,
  others: Quanta,
  margin: MarginTerms = contract,
): Ticks {
  return liquidationPoint(contract, legs, cash, others, margin)?.price ?? 0;
}

/**
 * A liquidation price, and whether it is the edge of a tier instead of where equity meets the requirement.
 */
export interface LiquidationPoint {
  readonly price: Ticks;
  readonly atEdge: boolean;
}

/** As {@link liquidationPrice}; undefined when no price liquidates. */
export function liquidationPoint(
  contract: Contract,
  legs: Legs,
  cash: Quanta,
  others: Quanta,
  margin: MarginTerms,
): LiquidationPoint | undefined {
  const charges = chargesOf(margin.riskRule, legs);
  if (charges.length === 0) return undefined;
  const scale = scaleOf(charges);
  const mark = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot) * scale;
  let nearest: Turn | undefined;
  const { flatTiers, hedge } = margin.riskRule;
  const once = !flatTiers && hedge === HEDGE_NET;
  const perTickLot = scale * BigInt(contract.quantaPerTickLot);
  const highest = BigInt(contract.priceMax) * perTickLot;
  for (const turn of turnsOf(margin.brackets, charges, legs, cash - others, once)) {
    if (!turn.breachBelow && turn.at > highest * turn.per) continue;
    if (nearest === undefined || isNearer(turn, nearest, mark)) nearest = turn;
  }
  if (nearest === undefined) return undefined;
  const { at, per, breachBelow, atEdge } = nearest;
  const perTick = per * perTickLot;
  const price = breachBelow ? bigDivCeil(at, perTick) : bigDivFloor(at, perTick);
  return { price: Math.min(contract.priceMax, Math.max(1, Number(price))), atEdge };
}

/**
 * A price at which breach begins or ends. One lot there is worth at / per quanta (per > 0), times the scale
 * of the charges, which makes the edges of all their tiers whole numbers.
 */
interface Turn {
  readonly at: bigint;
  readonly per: bigint;
  /** Smaller prices are in breach, else greater ones. */
  readonly breachBelow: boolean;
  readonly atEdge: boolean;
}

/**
 * The turns from breach to health and back, by price. Between two edges of tiers equity less requirement,
 * times the scale, is the line base + slope·x (in 1e-8 of a quantum); where the next line begins on the other
 * side of 0, the edge is a turn.
 *
 * @param once there is at most one turn: the search ends at the first
 */
function turnsOf(
  brackets: readonly Bracket[],
  charges: readonly Charge[],
  legs: Legs,
  free: Quanta,
  once: boolean,
): readonly Turn[] {
  const scale = scaleOf(charges);
  const edges = edgesOf(brackets, charges, scale);
  const turns: Turn[] = [];
  let before: boolean | undefined;
  for (const [i, from] of [0n, ...edges].entries()) {
    const to = edges[i];
    let base = free * scale * RATE;
    let slope = BigInt(legs.long - legs.short) * RATE;
    for (const charge of charges) {
      const bracket = bracketFrom(brackets, charge, from, scale);
      base += deducted(bracket, charge, scale);
      slope -= charge.lots * BigInt(bracket.rate + legs.feeRate);
    }
    const first = base + slope * from;
    const begins = first > 0n || (first === 0n && slope > 0n);
    if (once && turns.length > 0) break;
    if (before !== undefined && begins !== before)
      turns.push({ at: from, per: 1n, breachBelow: begins, atEdge: true });
    before = to === undefined ? (slope === 0n ? begins : slope > 0n) : base + slope * to > 0n;
    if (before === begins) continue;
    const [at, per] = slope > 0n ? [-base, slope] : [base, -slope];
    turns.push({ at, per, breachBelow: before, atEdge: false });
  }
  return turns;
}

/** The worth of a lot, times scale, at which a charge changes its tier; ascending, each once. */
function edgesOf(brackets: readonly Bracket[], charges: readonly Charge[], scale: bigint): readonly bigint[] {
  const edges: bigint[] = [];
  for (const { tierLots } of charges) {
    if (tierLots === 0n) continue;
    const share = scale / tierLots;
    for (const { to } of brackets) if (to !== undefined) edges.push(to * share);
  }
  if (charges.length === 1) return edges; // edges ascend already, as the brackets do
  return [...new Set(edges)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The bracket of a charge just above a lot's worth. */
function bracketFrom(
  brackets: readonly Bracket[],
  { tierLots }: Charge,
  from: bigint,
  scale: bigint,
): Bracket {
  if (tierLots === 0n) return brackets[0]!;
  const share = scale / tierLots;
  for (const bracket of brackets) if (bracket.to === undefined || bracket.to * share > from) return bracket;
  return brackets.at(-1)!;
}

/** Whether a is nearer to the mark than b. */
function isNearer(a: Turn, b: Turn, mark: Quanta): boolean {
  return distance(a, mark) * b.per < distance(b, mark) * a.per;
}

/** |at / per − mark|, times per. */
function distance({ at, per }: Turn, mark: Quanta): bigint {
  const apart = at - mark * per;
  return apart < 0n ? -apart : apart;
}

/**
 * The price at which closing `lots` of a leg leaves nothing of its isolated entry: where a liquidation
 * order's limit stands. 0 when no price does.
 *
 * ```
 * long  : −amount / (s · (1 − f))  = (V − Q)/s ÷ (1 − f)     rounded up to a tick
 * short :  amount / (s · (1 + f))  = (V + Q)/s ÷ (1 + f)     rounded down to a tick
 * ```
 *
 * @param amount the entry's amount (wallet less entry value of a long, plus that of a short)
 * @param feeRate the closing fee to include, 0 for the price without
 */
export function bankruptcyPrice(
  contract: Contract,
  leg: Leg,
  lots: Lots,
  amount: Quanta,
  feeRate: Rate,
): Ticks {
  const perTick = BigInt(lots) * BigInt(contract.quantaPerTickLot);
  const fee = BigInt(feeRate);
  const price =
    leg === LONG
      ? bigDivCeil(-amount * RATE, perTick * (RATE - fee))
      : bigDivFloor(amount * RATE, perTick * (RATE + fee));
  return Math.max(0, Number(price));
}

const RATE = BigInt(RATE_ONE);
