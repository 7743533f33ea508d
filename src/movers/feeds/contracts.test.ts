import { expect, test } from "vitest";
import { commandBytes } from "../../kernel/core/index.ts";
import { defaultContracts, pointsOf, priceOf, usualListing } from "./contracts.ts";

test("the contracts out of the box have the grid and the leverage that users rely on", () => {
  const rows = defaultContracts.map(({ listing: l }) => {
    const tick = l.priceStep / 10 ** l.priceDecimals;
    const lot = l.lotStep / 10 ** l.sizeDecimals;
    return `${l.symbol} ${tick.toFixed(l.priceDecimals)} ${lot} ${l.leverageMax / 100}x`;
  });
  expect(rows).toEqual([
    "cmt_btcusdt 0.1 0.0001 200x",
    "cmt_ethusdt 0.01 0.001 200x",
    "cmt_solusdt 0.01 0.1 75x",
    "cmt_bnbusdt 0.01 0.1 75x",
    "cmt_ltcusdt 0.01 0.1 75x",
    "cmt_xrpusdt 0.0001 10 75x",
    "cmt_adausdt 0.0001 10 75x",
    "cmt_dogeusdt 0.00001 100 75x",
  ]);
});

test.each(defaultContracts.map(({ listing, price }) => ({ listing, price })))(
  "$listing.symbol can be encoded and listed, and its values are exact",
  ({ listing, price }) => {
    expect(commandBytes(listing).length).toBeGreaterThan(0);
    expect(listing.priceDecimals + 2 + listing.sizeDecimals).toBeLessThanOrEqual(8);
    const ticks = pointsOf(price, listing) / 100;
    expect(Number.isInteger(ticks)).toBe(true);
    expect(ticks * 10 * listing.positionLotsMax).toBeLessThan(2 ** 53);
    expect(priceOf(pointsOf(price, listing), listing)).toBe(price);
    expect(listing.tiers[0]!.leverageMax).toBe(listing.leverageMax);
    for (const [i, tier] of listing.tiers.entries()) {
      const before = listing.tiers[i - 1];
      expect(tier.leverageMax).toBeLessThanOrEqual(before?.leverageMax ?? listing.leverageMax);
      expect(tier.boundUnits).toBeGreaterThan(before?.boundUnits ?? 0);
      expect(tier.maintenanceRate).toBeGreaterThan(before?.maintenanceRate ?? 0);
    }
    for (const value of Object.values(listing))
      if (typeof value === "number") expect(Number.isInteger(value)).toBe(true);
  },
);

test("200x can be used: what opening needs exceeds what keeping needs, closing fee included", () => {
  const { leverageMax, tiers, takerRate } = usualListing({
    symbol: "cmt_newusdt",
    baseCoin: "NEW",
    priceDecimals: 1,
    sizeDecimals: 1,
    lotStep: 1,
    orderLotsMax: 1000,
    leverageMax: 200_00,
  });
  expect(1e8 / (leverageMax / 100)).toBeGreaterThan(tiers[0]!.maintenanceRate + takerRate);
});
