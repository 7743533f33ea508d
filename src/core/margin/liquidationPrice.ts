import { LONG } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { bigDivCeil, bigDivFloor } from "../units/divide.ts";
import type { Lots, Quanta, Rate, Ticks } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";
import type { Legs } from "./maintenance.ts";
import { bracketsOf, sizesOf } from "./maintenance.ts";

/**
 * The price of this symbol at which equity falls to the requirement, all other prices held; 0 when no price does.
 *
 * With `cash` the equity if this symbol's price were 0 and q = long − short, equity is cash + q·P, and the requirement
 * as in maintenance.ts plus `others`. Solved in each tier; the root is the one whose notional lies in its own:
 *
 * ```
 * q > 0 : P = (others − cash − ded') / (q · (1 − m))       rounded up to a tick
 * q < 0 : P = (cash − others + ded') / (|q| · (1 + m))     rounded down to a tick, at least one
 * ```
 *
 * There is at most one root: equity less requirement rises with the price of a net long, falls with that of a net short,
 * and is continuous across tiers. Rounded so that it is shown no later than it happens.
 *
 * @param cash an isolated entry's amount; in shared mode the equity less q · mark
 * @param others what the account's other symbols require; 0 for an isolated position
 * @see docs/reference/margin.md, estimated liquidation price
 */
export function liquidationPrice(contract: Contract, legs: Legs, cash: Quanta, others: Quanta): Ticks {
  const { both, net } = sizesOf(legs);
  if (net === 0n) return 0;
  const isLong = legs.long > legs.short;
  const perTickLot = BigInt(contract.quantaPerTickLot);
  const owed = isLong ? others - cash : cash - others;
  for (const { from, to, rate, deduction } of bracketsOf(contract.terms.tiers)) {
    const m = BigInt(rate + legs.feeRate);
    const kept = isLong ? RATE - m : RATE + m;
    if (kept <= 0n) continue; // a rate of 1 and more: no price of a long in this tier frees it
    const share = isLong ? -deduction : deduction;
    // P in ticks is root / unit; the notional of both legs at P is root · both · perTickLot / unit.
    const root = (owed * both + share * net) * RATE;
    const unit = both * net * perTickLot * kept;
    const notional = root * both * perTickLot;
    if (root <= 0n || notional <= from * unit || (to !== undefined && notional > to * unit)) continue;
    return isLong ? Number(bigDivCeil(root, unit)) : Math.max(1, Number(bigDivFloor(root, unit)));
  }
  return 0;
}

/**
 * The price at which closing `lots` of a leg leaves nothing of its isolated entry: where a liquidation order's limit
 * stands. 0 when no price does.
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
  leg: number,
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
