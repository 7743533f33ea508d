import { ACCOUNT_HOUSE, SHARED } from "../../src/kernel/core/data/codes.ts";
import { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER } from "../../src/kernel/core/data/model/houseFields.ts";
import type { State } from "../../src/kernel/core/data/state/state.ts";
import { btc } from "./contracts.ts";
import { Driver } from "./driver.ts";

/** Where the index of a venue with a house begins, in points. */
export const INDEX = 60_000_000;

/** How a house acts in the first contract, without who: the default market's in BTC. */
export const HOUSE_RULE = {
  type: "setHouse",
  contract: 0,
  ...{ seedA: 1, seedB: 2, seedC: 3, seedD: 4 },
  ...{ spreadTicks: 2, nearUnits: 3_200_000, touchUnits: 60_000, nearRate: 30_000, reachRate: 1_000_000 },
  ...{ levels: 150, quoteMs: 125, tradeMs: 400, clusterShare: 600, tradeUnits: 2_000 },
  ...{ calmRate: 9_000, leanRate: 120_000 },
} as const;

/**
 * A venue of one contract with a house: three makers, a taker, and four of the crowd at ten times. Without
 * audits, since each of its seconds has dozens of acts.
 */
export function insideVenue(seed = 1, folded?: State): Driver {
  const venue = new Driver([btc], folded);
  venue.audits = false;
  const account = (name: string, units: number, leverage: number): number =>
    openHouseAccount(venue, name, units, leverage);
  const accounts = [
    ...[1, 2, 3].map((i) => ({
      role: HOUSE_MAKER,
      account: account(`maker-${i}`, 50_000_000, 500),
      units: 0,
    })),
    { role: HOUSE_TAKER, account: account("taker", 10_000_000, 500), units: 0 },
    ...[1, 2, 3, 4].map((i) => ({
      role: HOUSE_CROWD,
      account: account(`crowd-${i}`, 100_000, 1_000),
      units: 900_000,
    })),
  ];
  venue.index(INDEX);
  venue.accept({ ...HOUSE_RULE, seedA: seed, accounts });
  return venue;
}

/**
 * Opens an account of the house. @param units what it is given, in whole units; @param leverage in hundredths
 */
export function openHouseAccount(
  venue: Driver,
  name: string,
  units: number,
  leverage: number,
  contract = 0,
): number {
  const id = venue.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name }).id;
  venue.deposit(id, units);
  venue.leverage(id, leverage, leverage, SHARED, contract);
  return id;
}

/** Best bid and best ask, in ticks. */
export function spreadOf(venue: Driver): { readonly bid: number; readonly ask: number } {
  const { bids, asks } = venue.ask({ type: "depth", contract: 0, limit: 1 })!;
  return { bid: bids[0]!.price, ask: asks[0]!.price };
}
