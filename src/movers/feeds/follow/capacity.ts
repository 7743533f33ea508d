import type { ContractView, Leverage } from "../../../kernel/core/index.ts";
import { QUANTA_PER_UNIT } from "../../../kernel/core/index.ts";
import type { Listing } from "../contracts.ts";
import type { SourceLevel } from "../mirror/mirror.ts";

/** Leverage of the house account that shows a source, where the contract allows it. */
const USUAL_LEVERAGE: Leverage = 5_00;
/**
 * A side's share of the largest position that the tiers allow, so that both sides and the clients' positions
 * stay below it.
 */
const SIDE_SHARE = 0.2;

type Terms = Pick<Listing, "leverageMin" | "leverageMax" | "tiers">;

/**
 * Leverage of the house account that shows a source. It is low because the tiers allow a larger position at a
 * lower leverage.
 */
export function mirrorLeverage({ leverageMin, leverageMax }: Omit<Terms, "tiers">): Leverage {
  return Math.max(leverageMin, Math.min(USUAL_LEVERAGE, leverageMax));
}

/** The largest value that may stand on a side of a contract's book, in the quote coin. */
export function sideUnitsMax(terms: Terms): number {
  const leverage = mirrorLeverage(terms);
  return (terms.tiers.findLast(({ leverageMax }) => leverageMax >= leverage)?.boundUnits ?? 0) * SIDE_SHARE;
}

/**
 * The levels of a side that the house may quote: from the touch outwards, as long as the tiers let it hold
 * their sum ({@link sideUnitsMax}). The best level is cut to what they allow. A farther one is shown whole or
 * not at all: cut, it would change whenever a nearer one does.
 */
export function shownLevels(
  levels: readonly SourceLevel[],
  contract: Terms & Pick<ContractView, "quantaPerTickLot">,
): readonly SourceLevel[] {
  let left = sideUnitsMax(contract);
  const shown: SourceLevel[] = [];
  for (const level of levels) {
    const { price, lots } = level;
    const worth = worthOf(lots, price, contract);
    if (worth > left) {
      const part = shown.length === 0 ? Math.floor(left / worthOf(1, price, contract)) : 0;
      if (part > 0) shown.push({ price, lots: part });
      break;
    }
    left -= worth;
    shown.push(level);
  }
  return shown;
}

/** The value of lots at a price, in the quote coin. */
export function worthOf(
  lots: number,
  price: number,
  { quantaPerTickLot }: Pick<ContractView, "quantaPerTickLot">,
): number {
  return (lots * price * quantaPerTickLot) / QUANTA_PER_UNIT;
}
