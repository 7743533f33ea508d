import type { ContractView, Leverage } from "../../core/index.ts";
import { QUANTA_PER_UNIT } from "../../core/index.ts";

/** Of the house that shows a source; low: a tier's largest position grows as leverage falls. */
export const MIRROR_LEVERAGE: Leverage = 5_00;
/** A side's share of the largest position that the tiers allow, so that both sides and what clients hold fit below it. */
const SIDE_SHARE = 0.2;

/** What may stand on a side of a contract's book, in the quote coin. */
export function sideUnitsMax({ tiers }: ContractView): number {
  return (tiers.findLast(({ leverageMax }) => leverageMax >= MIRROR_LEVERAGE)?.boundUnits ?? 0) * SIDE_SHARE;
}

/** What lots at a price are worth, in the quote coin. */
export function worthOf(lots: number, price: number, { quantaPerTickLot }: ContractView): number {
  return (lots * price * quantaPerTickLot) / QUANTA_PER_UNIT;
}
