import type { Command, ContractView } from "../../kernel/core/index.ts";

/** The command that lists a contract. */
export type Listing = Extract<Command, { type: "listContract" }>;

/** How a contract usually trades, where a scenario does not say otherwise. */
export interface UsualTrading {
  /** Index price at the first start, in the quote coin. */
  readonly price: number;
  /** Deviation of the price in a year: 0.5 is 50 %. */
  readonly volatility: number;
  /** Value traded in a minute by the house's takers, in the quote coin. */
  readonly minuteUnits: number;
  /** Number of these trades in a minute. */
  readonly minuteTrades: number;
}

/** A contract of the default market, and how it usually trades. */
export interface DefaultContract extends UsualTrading {
  readonly listing: Listing;
}

const PERCENT = 1_000_000;
const EIGHT_HOURS_MS = 28_800_000;

/**
 * The tiers: the notional in USDT up to which each reaches, its maintenance rate and maximum leverage. The
 * last bound is the largest position.
 */
const TIERS = [
  { boundUnits: 50_000, maintenanceRate: 0.4 * PERCENT, leverageMax: 125_00 },
  { boundUnits: 250_000, maintenanceRate: 0.5 * PERCENT, leverageMax: 100_00 },
  { boundUnits: 1_000_000, maintenanceRate: 1 * PERCENT, leverageMax: 50_00 },
  { boundUnits: 10_000_000, maintenanceRate: 2.5 * PERCENT, leverageMax: 20_00 },
  { boundUnits: 20_000_000, maintenanceRate: 5 * PERCENT, leverageMax: 10_00 },
  { boundUnits: 50_000_000, maintenanceRate: 10 * PERCENT, leverageMax: 5_00 },
] as const;

/** What a listing needs beyond the defaults. */
export interface ContractGrid {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** lot = lotStep × 10^−sizeDecimals. */
  readonly lotStep: number;
  /** The largest order, in lots. */
  readonly orderLotsMax: number;
  /** The largest leverage, in hundredths: 20x is 2 000. */
  readonly leverageMax: number;
}

/**
 * The listing of a contract with the venue's usual rules. The first tier's leverage is the contract's own
 * maximum (the tier table begins at 125x, and two contracts offer 200x); no tier allows more than the
 * contract does.
 */
export function usualListing(grid: ContractGrid): Listing {
  return {
    type: "listContract",
    symbol: grid.symbol,
    baseCoin: grid.baseCoin,
    quoteCoin: "USDT",
    priceDecimals: grid.priceDecimals,
    priceStep: 1,
    sizeDecimals: grid.sizeDecimals,
    lotStep: grid.lotStep,
    contractsPerLot: 100,
    orderLotsMin: 1,
    orderLotsMax: grid.orderLotsMax,
    marketOpenLotsMax: Math.max(1, Math.floor(grid.orderLotsMax / 100)),
    marketLotsMax: 0,
    notionalMinUnits: 0,
    positionLotsMax: grid.orderLotsMax,
    leverageMin: 1_00,
    leverageMax: grid.leverageMax,
    leverageDefault: Math.min(20_00, grid.leverageMax),
    bandBuyRate: 1.5 * PERCENT,
    bandSellRate: 1.5 * PERCENT,
    makerRate: 0.02 * PERCENT,
    takerRate: 0.06 * PERCENT,
    liquidationFeeRate: 1 * PERCENT,
    fundingIntervalMs: EIGHT_HOURS_MS,
    fundingOffsetMs: 0,
    interestRate: 0.01 * PERCENT,
    fundingClampRate: 0.05 * PERCENT,
    fundingCapRate: 0.3 * PERCENT,
    openOrdersMax: 200,
    triggerProtectRate: 5 * PERCENT,
    orphanTriggersKeep: true,
    separatedCloseFifo: true,
    apiTradable: true,
    tiers: TIERS.map((tier, i) => ({
      boundUnits: tier.boundUnits,
      maintenanceRate: tier.maintenanceRate,
      leverageMax: i === 0 ? grid.leverageMax : Math.min(tier.leverageMax, grid.leverageMax),
    })),
  };
}

function perpetual(
  baseCoin: string,
  grid: Omit<ContractGrid, "symbol" | "baseCoin">,
  trading: UsualTrading,
): DefaultContract {
  const symbol = `cmt_${baseCoin.toLowerCase()}usdt`;
  return { listing: usualListing({ symbol, baseCoin, ...grid }), ...trading };
}

const MAJOR = { lotStep: 1, orderLotsMax: 1_000_000_000, leverageMax: 200_00 } as const;
const MINOR = { sizeDecimals: 1, lotStep: 1, orderLotsMax: 100_000_000, leverageMax: 75_00 } as const;

/** The contracts of a fresh venue, in the order of their indexes. */
export const defaultContracts: readonly DefaultContract[] = [
  perpetual(
    "BTC",
    { ...MAJOR, priceDecimals: 1, sizeDecimals: 4 },
    { price: 60_000, volatility: 0.5, minuteUnits: 240_000, minuteTrades: 290 },
  ),
  perpetual(
    "ETH",
    { ...MAJOR, priceDecimals: 2, sizeDecimals: 3 },
    { price: 3_000, volatility: 0.65, minuteUnits: 205_000, minuteTrades: 190 },
  ),
  perpetual(
    "SOL",
    { ...MINOR, priceDecimals: 2 },
    { price: 150, volatility: 0.85, minuteUnits: 55_000, minuteTrades: 93 },
  ),
  perpetual(
    "BNB",
    { ...MINOR, priceDecimals: 2 },
    { price: 600, volatility: 0.6, minuteUnits: 41_000, minuteTrades: 106 },
  ),
  perpetual(
    "LTC",
    { ...MINOR, priceDecimals: 2 },
    { price: 80, volatility: 0.75, minuteUnits: 30_000, minuteTrades: 85 },
  ),
  perpetual(
    "XRP",
    { ...MINOR, priceDecimals: 4, sizeDecimals: 0, lotStep: 10 },
    { price: 2, volatility: 0.8, minuteUnits: 45_000, minuteTrades: 85 },
  ),
  perpetual(
    "ADA",
    { ...MINOR, priceDecimals: 4, sizeDecimals: 0, lotStep: 10 },
    { price: 0.6, volatility: 0.85, minuteUnits: 30_000, minuteTrades: 83 },
  ),
  perpetual(
    "DOGE",
    { ...MINOR, priceDecimals: 5, sizeDecimals: 0, lotStep: 100 },
    { price: 0.15, volatility: 0.9, minuteUnits: 41_000, minuteTrades: 81 },
  ),
];

const UNKNOWN_TRADING: UsualTrading = { price: 100, volatility: 0.8, minuteUnits: 20_000, minuteTrades: 45 };

/**
 * How a contract of the default market usually trades; for any other symbol, the values that new contracts
 * start with.
 */
export function usualTrading(symbol: string): UsualTrading {
  return defaultContracts.find(({ listing }) => listing.symbol === symbol) ?? UNKNOWN_TRADING;
}

/** The grid that turns a price into points. */
export type PriceGrid = Pick<ContractView, "priceDecimals" | "priceStep">;

const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10] as const;

/** A price in the quote coin, in points (hundredths of a tick), rounded to the nearest. */
export function pointsOf(price: number, grid: PriceGrid): number {
  return Math.round((price * POWERS[grid.priceDecimals + 2]!) / grid.priceStep);
}

/** Points as a price in the quote coin. */
export function priceOf(points: number, grid: PriceGrid): number {
  return (points * grid.priceStep) / POWERS[grid.priceDecimals + 2]!;
}
