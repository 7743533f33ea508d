import type { Command } from "../../src/kernel/core/data/messages/command.ts";
import type { TierView } from "../../src/kernel/core/data/model/contracts.ts";

export type ListContract = Extract<Command, { type: "listContract" }>;

/** The venue's default tiers: bound in whole units, rate in 1e-8, leverage in hundredths. */
export const defaultTiers: readonly TierView[] = [
  { boundUnits: 50_000, maintenanceRate: 400_000, leverageMax: 12_500 },
  { boundUnits: 250_000, maintenanceRate: 500_000, leverageMax: 10_000 },
  { boundUnits: 1_000_000, maintenanceRate: 1_000_000, leverageMax: 5_000 },
  { boundUnits: 10_000_000, maintenanceRate: 2_500_000, leverageMax: 2_000 },
  { boundUnits: 20_000_000, maintenanceRate: 5_000_000, leverageMax: 1_000 },
  { boundUnits: 50_000_000, maintenanceRate: 10_000_000, leverageMax: 500 },
];

/**
 * The contract of most tests: tick 0.1, lot 0.0001 BTC, so that a price of 60 000 is 600 000 ticks and 6e7
 * points, 0.5 BTC is 5 000 lots, and one lot is worth 1 000 quanta a tick.
 */
export const btc: ListContract = {
  type: "listContract",
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
  contractsPerLot: 100,
  orderLotsMin: 1,
  orderLotsMax: 1_000_000_000,
  marketOpenLotsMax: 1_000_000_000,
  marketLotsMax: 0,
  notionalMinUnits: 0,
  positionLotsMax: 10_000_000_000,
  leverageMin: 100,
  leverageMax: 20_000,
  leverageDefault: 2_000,
  bandBuyRate: 1_500_000,
  bandSellRate: 1_500_000,
  makerRate: 20_000,
  takerRate: 60_000,
  liquidationFeeRate: 1_000_000,
  triggerProtectRate: 5_000_000,
  fundingIntervalMs: 28_800_000,
  fundingOffsetMs: 0,
  interestRate: 10_000,
  fundingClampRate: 50_000,
  fundingCapRate: 300_000,
  openOrdersMax: 200,
  orphanTriggersKeep: true,
  separatedCloseFifo: true,
  apiTradable: true,
  tiers: defaultTiers,
};

/** A second contract on another grid: tick 0.01, lot 0.001 ETH; one lot is worth 1 000 quanta a tick. */
export const eth: ListContract = {
  ...btc,
  symbol: "cmt_ethusdt",
  baseCoin: "ETH",
  priceDecimals: 2,
  sizeDecimals: 3,
  contractsPerLot: 1_000,
};
