import type { ContractView, Leverage, Lots, Ticks } from "../core/index.ts";
import { QUANTA_PER_UNIT } from "../core/index.ts";

/**
 * How the house quotes and trades in a contract. Shares are fractions of the price; money is in whole units of the
 * quote coin.
 */
export interface Liquidity {
  /** Distance from the middle to the best quote, and to the last one. */
  readonly nearShare: number;
  readonly farShare: number;
  readonly levels: number;
  /** How fast quotes thin out: the distance of a level grows with this power of its number. */
  readonly curve: number;
  /** Value quoted on a side in total. */
  readonly sideUnits: number;
  /** How far the middle may be from its wanted price before the quotes are replaced. */
  readonly requoteShare: number;
  /** How far a full inventory shifts the middle. */
  readonly skewShare: number;
  /** Average time between two trades of the takers, and their average size. */
  readonly tradeEveryMs: number;
  readonly tradeUnits: number;
}

const MINOR: Liquidity = {
  nearShare: 0.000_09,
  farShare: 0.010_5,
  levels: 24,
  curve: 2,
  sideUnits: 1_000_000,
  requoteShare: 0.000_4,
  skewShare: 0.001_5,
  tradeEveryMs: 1_500,
  tradeUnits: 600,
};

const BY_COIN: ReadonlyMap<string, Partial<Liquidity>> = new Map([
  [
    "BTC",
    {
      nearShare: 0.000_05,
      curve: 3,
      sideUnits: 10_000_000,
      requoteShare: 0.000_2,
      tradeEveryMs: 400,
      tradeUnits: 2_000,
    },
  ],
  [
    "ETH",
    {
      nearShare: 0.000_06,
      curve: 2.5,
      sideUnits: 6_000_000,
      requoteShare: 0.000_25,
      tradeEveryMs: 620,
      tradeUnits: 1_400,
    },
  ],
  ["SOL", { nearShare: 0.000_08, sideUnits: 2_000_000, tradeEveryMs: 1_300, tradeUnits: 900 }],
]);

/** Leverage of the house, in hundredths: low, because a tier's largest position grows as leverage falls. */
const HOUSE_LEVERAGE: Leverage = 5_00;
/** A side's share of the largest position, so that both sides and an inventory of two sides stay below it. */
const SIDE_SHARE_OF_TIER = 0.2;

/** The leverage that the house sets in a contract. */
export function houseLeverage({ leverageMin, leverageMax, tiers }: ContractView): Leverage {
  const tierMax = tiers[0]?.leverageMax ?? leverageMax;
  return Math.max(leverageMin, Math.min(HOUSE_LEVERAGE, leverageMax, tierMax));
}

/**
 * What the house offers in a contract; a coin that it does not know is quoted like the smaller ones. At most as much
 * is quoted as the contract's tiers let it hold.
 *
 * @param depth multiplies the sizes of quotes; @param flow multiplies how often takers trade (0: never)
 */
export function liquidityOf(contract: ContractView, depth: number, flow: number): Liquidity {
  const usual = { ...MINOR, ...BY_COIN.get(contract.baseCoin) };
  const leverage = houseLeverage(contract);
  const holdable = contract.tiers.findLast((tier) => tier.leverageMax >= leverage)?.boundUnits ?? 0;
  return {
    ...usual,
    sideUnits: Math.min(usual.sideUnits * depth, holdable * SIDE_SHARE_OF_TIER),
    tradeEveryMs: flow === 0 ? Number.POSITIVE_INFINITY : usual.tradeEveryMs / flow,
  };
}

/** The lots that `units` of the quote coin buy, to the nearest, within what an order may have. */
export function lotsFor(units: number, price: Ticks, contract: ContractView): Lots {
  const lots = Math.round((units * QUANTA_PER_UNIT) / (contract.quantaPerTickLot * price));
  return Math.max(contract.orderLotsMin, Math.min(contract.orderLotsMax, lots));
}

/** The value of `lots`, in whole units of the quote coin with a fraction. */
export function unitsOf(lots: Lots, price: Ticks, contract: ContractView): number {
  return (lots * price * contract.quantaPerTickLot) / QUANTA_PER_UNIT;
}
