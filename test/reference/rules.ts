import type { Action, FeeSetting, Leg, RiskRule, Specification, Terms } from "./tape.ts";

/**
 * The formulas of the venue with their roundings, on bigints, one by one. Prices in points unless said
 * otherwise.
 */

export const RATE_ONE = 100_000_000n;
export const POINTS = 100n;

export function floorDiv(a: bigint, b: bigint): bigint {
  return a % b < 0n ? a / b - 1n : a / b;
}
export function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}
export function halfEvenDiv(a: bigint, b: bigint): bigint {
  const down = floorDiv(a, b);
  const rest = 2n * (a - down * b);
  if (rest > b) return down + 1n;
  if (rest < b) return down;
  return down % 2n === 0n ? down : down + 1n;
}
export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function legOf(action: Action): Leg {
  return action === "open long" || action === "close long" ? "long" : "short";
}
export function isOpening(action: Action): boolean {
  return action === "open long" || action === "open short";
}
export function sideOf(action: Action): "buy" | "sell" {
  return action === "open long" || action === "close short" ? "buy" : "sell";
}

/** Powers of ten. */
const TENS = Array.from({ length: 40 }, (_, i) => 10n ** BigInt(i));

/** Quanta of `lots` at `points` (exact: the quantum of a point and a lot is a whole number of quanta). */
export function valueAt(specification: Specification, lots: number, points: bigint): bigint {
  const { priceDecimals, priceStep, sizeDecimals, lotStep } = specification;
  const exact = BigInt(lots) * BigInt(lotStep) * points * BigInt(priceStep) * RATE_ONE;
  return exact / TENS[priceDecimals + 2 + sizeDecimals]!;
}

/** Highest buy price in ticks: ⌊mark·(1 + rate)⌋. */
export function bandTop(markPoints: bigint, rate: number): number {
  return Number(floorDiv(markPoints * (RATE_ONE + BigInt(rate)), RATE_ONE * POINTS));
}
/** Lowest sell price in ticks: ⌈mark·(1 − rate)⌉. */
export function bandBottom(markPoints: bigint, rate: number): number {
  return Number(ceilDiv(markPoints * (RATE_ONE - BigInt(rate)), RATE_ONE * POINTS));
}

/** value × rate, toward zero; a fee, not a rebate, up where the contract says so. */
export function feeOf(value: bigint, rate: bigint, rounding: "trunc" | "up"): bigint {
  const exact = value * rate;
  return rounding === "up" && rate > 0n ? ceilDiv(exact, RATE_ONE) : exact / RATE_ONE;
}

/** value ÷ leverage (hundredths), up. */
export function marginOf(value: bigint, leverage: number): bigint {
  return ceilDiv(value * 100n, BigInt(leverage));
}

/**
 * The rate of an account in a contract: symbol before account before contract; a discount is a factor,
 * floored to 1e-8.
 */
export function effectiveRate(
  taker: boolean,
  terms: Terms,
  account: FeeSetting,
  symbol: FeeSetting | undefined,
): bigint {
  let rate = taker ? terms.takerRate : terms.makerRate;
  if (account.feeSet) rate = taker ? account.takerRate : account.makerRate;
  if (symbol?.feeSet) rate = taker ? symbol.takerRate : symbol.makerRate;
  const discounting =
    symbol !== undefined && (symbol.sideDiscountSet || symbol.discountSet) ? symbol : account;
  if (discounting.sideDiscountSet) {
    const factor = taker ? discounting.takerDiscount : discounting.makerDiscount;
    return floorDiv(BigInt(rate) * BigInt(factor), RATE_ONE);
  }
  if (discounting.discountSet) return floorDiv(BigInt(rate) * BigInt(discounting.discount), RATE_ONE);
  return BigInt(rate);
}

/** What an opening order of `lots` at a limit price freezes: initial margin + fee + open loss, each up. */
export function orderMargin(
  specification: Specification,
  leg: Leg,
  priceTicks: number,
  lots: number,
  markPoints: bigint,
  leverage: number,
  takerRate: bigint,
): bigint {
  const limit = BigInt(priceTicks) * POINTS;
  const base = leg === "long" ? limit : max(limit, markPoints);
  const baseValue = valueAt(specification, lots, base);
  const worse = leg === "long" ? limit - markPoints : markPoints - limit;
  const initial = marginOf(baseValue, leverage);
  const fee = ceilDiv(baseValue * takerRate, RATE_ONE);
  const loss = valueAt(specification, lots, max(0n, worse));
  return initial + fee + loss;
}

/** The largest notional in quanta that `leverage` may hold: the bound of the largest tier that allows it. */
export function tierLimit(terms: Terms, leverage: number): bigint {
  let bound = 0;
  for (const tier of terms.tiers) if (tier.leverageMax >= leverage) bound = Math.max(bound, tier.boundUnits);
  return BigInt(bound) * RATE_ONE;
}

/** The first funding instant after `time`: offset + k × interval. */
export function finishesAt(terms: Terms, time: number): number {
  const { fundingIntervalMs: interval, fundingOffsetMs: offset } = terms;
  return (Math.floor((time - offset) / interval) + 1) * interval + offset;
}

/** Both legs of a symbol; their net, where fills that are only foreseen may make it larger on the way. */
export interface Legs {
  readonly long: number;
  readonly short: number;
  readonly net?: number;
  /** What other isolated positions have of the same leg. */
  readonly beside?: number;
}

/**
 * What must be kept, in quanta, up. The legs together, or their net, are in a tier; the net, or the larger
 * leg, is asked at the average rate that the tiers ask there, and the fee of closing it. Or each leg by
 * itself. Of one isolated position its size is asked at the average rate of its whole leg: `beside` is what
 * others have of it.
 */
export function requirement(
  specification: Specification,
  rule: RiskRule,
  { long, short, net = Math.abs(long - short), beside = 0 }: Legs,
  feeRate: bigint,
  markPoints: bigint,
): bigint {
  const { tiers } = specification;
  const value = (lots: number): bigint => valueAt(specification, lots, markPoints);
  const ofLeg = (lots: number): bigint => tierCharge(tiers, rule, value(lots)) + value(lots) * feeRate;
  if (rule.hedge === "sum" && beside === 0) return ceilDiv(ofLeg(long) + ofLeg(short), RATE_ONE);
  const charged = rule.hedge === "net" ? net : Math.max(long, short);
  const counted = (rule.tierNotional === "net" ? net : long + short) + beside;
  if (charged === 0) return 0n;
  if (counted === 0) return ceilDiv(value(charged) * (BigInt(tiers[0]!.maintenanceRate) + feeRate), RATE_ONE);
  const asked = tierCharge(tiers, rule, value(counted)) * BigInt(charged);
  return ceilDiv(asked + value(charged) * feeRate * BigInt(counted), RATE_ONE * BigInt(counted));
}

/**
 * What tiers ask of a notional, in 1e-8 of a quantum: each slice at its tier's rate, or all at the rate of
 * the one it ends in.
 */
function tierCharge(tiers: Terms["tiers"], rule: RiskRule, notional: bigint): bigint {
  let charged = 0n;
  let lower = 0n;
  for (const [i, tier] of tiers.entries()) {
    const bound = i === tiers.length - 1 ? notional : BigInt(tier.boundUnits) * RATE_ONE;
    const rate = BigInt(tier.maintenanceRate);
    if (notional <= bound)
      return rule.tiers === "flat" ? notional * rate : charged + (notional - lower) * rate;
    charged += (bound - lower) * rate;
    lower = bound;
  }
  throw new Error("the last tier goes on");
}

/**
 * No price above this, in ticks: price × the largest order stays a safe integer, the largest position below
 * 10^13 units, and a book can hold it.
 */
export function priceCeiling(specification: Specification): number {
  const { orderLotsMax, positionLotsMax } = specification;
  const perTick = valueAt(specification, positionLotsMax, POINTS);
  const ofOrder = BigInt(Number.MAX_SAFE_INTEGER) / BigInt(orderLotsMax);
  return Number(min(2n ** 36n - 1n, min(ofOrder, (10n ** 13n * RATE_ONE) / perTick)));
}
