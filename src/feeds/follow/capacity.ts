import type { ContractView, Leverage } from "../../core/index.ts";
import { QUANTA_PER_UNIT } from "../../core/index.ts";

/**
 * Leverage of the house account that shows a source. It is low because the tiers allow a larger position at a lower
 * leverage.
 */
export const MIRROR_LEVERAGE: Leverage = 5_00;
/**
 * A side's share of the largest position that the tiers allow, so that both sides and the clients' positions stay
 * below it.
 */
const SIDE_SHARE = 0.2;

/** The largest value that may stand on a side of a contract's book, in the quote coin. */
export function sideUnitsMax({ tiers }: ContractView): number {
  return (tiers.findLast(({ leverageMax }) => leverageMax >= MIRROR_LEVERAGE)?.boundUnits ?? 0) * SIDE_SHARE;
}

/** The value of lots at a price, in the quote coin. */
export function worthOf(lots: number, price: number, { quantaPerTickLot }: ContractView): number {
  return (lots * price * quantaPerTickLot) / QUANTA_PER_UNIT;
}
