import { describe, expect, it } from "vitest";
import { btc, type ListContract } from "../../../../../test/core/contracts.ts";
import { RATE_ONE } from "../../data/units/units.ts";
import { brokenListingRule } from "./termRules.ts";

type Change = Partial<ListContract>;

const tier = { boundUnits: 10, maintenanceRate: 10, leverageMax: 500 };
const tiers = (...changes: readonly Partial<typeof tier>[]): Change => ({
  tiers: changes.map((change) => ({ ...tier, ...change })),
});
const above = { boundUnits: 11, maintenanceRate: 11, leverageMax: 500 };

/** A lot at one tick is worth a unit. */
const dear = { priceDecimals: 0, sizeDecimals: 0 };

/** Each bound of the terms: the last value that is taken, the first that is not, and the rule it breaks. */
const bounds: readonly (readonly [taken: Change, refused: Change, rule: number])[] = [
  ...(["priceStep", "lotStep", "contractsPerLot"] as const).map(
    (name) => [{ [name]: 1 }, { [name]: 0 }, 2] as const,
  ),
  ...(["priceDecimals", "sizeDecimals"] as const).map((name) => [{ [name]: 0 }, { [name]: -1 }, 1] as const),
  [{ priceDecimals: 2 }, { priceDecimals: 3 }, 1],
  [
    { priceDecimals: 3, sizeDecimals: 5, lotStep: 100 },
    { priceDecimals: 4, sizeDecimals: 5, lotStep: 1_000 },
    1,
  ],
  ...(["symbol", "baseCoin", "quoteCoin"] as const).map(
    (name) => [{ [name]: "X" }, { [name]: "" }, 9] as const,
  ),
  [{ orderLotsMin: 1 }, { orderLotsMin: 0 }, 3],
  [{ orderLotsMax: 1_000_000_000 }, { orderLotsMax: 1_000_000_001 }, 3],
  [{ orderLotsMin: 5, marketOpenLotsMax: 5 }, { orderLotsMin: 5, marketOpenLotsMax: 4 }, 3],
  [{ marketOpenLotsMax: 5, orderLotsMax: 5 }, { marketOpenLotsMax: 5, orderLotsMax: 4 }, 3],
  [{ orderLotsMin: 5, positionLotsMax: 5 }, { orderLotsMin: 5, positionLotsMax: 4 }, 3],
  [{ orderLotsMin: 5, marketLotsMax: 5 }, { orderLotsMin: 5, marketLotsMax: 4 }, 3],
  [{ orderLotsMin: 5, marketLotsMax: 0 }, { orderLotsMin: 5, marketLotsMax: 1 }, 3],
  [{ ...dear, positionLotsMax: 1e13 }, { ...dear, positionLotsMax: 1e13 + 1 }, 10],
  [{ notionalMinUnits: 0 }, { notionalMinUnits: -1 }, 11],
  [{ leverageMin: 100 }, { leverageMin: 99 }, 4],
  [{ leverageMin: 500, leverageDefault: 500 }, { leverageMin: 500, leverageDefault: 499 }, 4],
  [{ leverageDefault: 500, leverageMax: 500 }, { leverageDefault: 500, leverageMax: 499 }, 4],
  ...(
    [
      ...["bandBuyRate", "bandSellRate", "triggerProtectRate"],
      ...["liquidationFeeRate", "fundingClampRate", "fundingCapRate"],
    ] as const
  ).map((name) => [{ [name]: 0 }, { [name]: -1 }, 5] as const),
  [{ interestRate: 1 - RATE_ONE }, { interestRate: -RATE_ONE }, 5],
  ...(
    [
      ...["bandBuyRate", "bandSellRate", "makerRate", "takerRate", "liquidationFeeRate"],
      ...["interestRate", "fundingClampRate", "fundingCapRate", "triggerProtectRate"],
    ] as const
  ).map((name) => [{ [name]: RATE_ONE - 1 }, { [name]: RATE_ONE }, 5] as const),
  [{ takerRate: 0 }, { makerRate: 1, takerRate: -1 }, 5],
  [{ makerRate: -5, takerRate: 5 }, { makerRate: -6, takerRate: 5 }, 5],
  [{ interestRate: 1 }, { interestRate: 0.5 }, 5],
  [tiers({}), tiers(), 6],
  [tiers({ boundUnits: 1 }), tiers({ boundUnits: 0 }), 6],
  [tiers({ maintenanceRate: 0 }), tiers({ maintenanceRate: -1 }), 6],
  [tiers({ maintenanceRate: RATE_ONE }), tiers({ maintenanceRate: RATE_ONE + 1 }), 6],
  [tiers({ leverageMax: 100 }), tiers({ leverageMax: 99 }), 6],
  [tiers({}, above), tiers({}, { ...above, boundUnits: 10 }), 6],
  [tiers({}, above), tiers({}, { ...above, maintenanceRate: 10 }), 6],
  [tiers({}, above), tiers({}, { ...above, leverageMax: 501 }), 6],
  [{ fundingIntervalMs: 1_000 }, { fundingIntervalMs: 999 }, 7],
  [{ fundingOffsetMs: 0 }, { fundingOffsetMs: -1 }, 7],
  [
    { fundingIntervalMs: 1_000, fundingOffsetMs: 999 },
    { fundingIntervalMs: 1_000, fundingOffsetMs: 1_000 },
    7,
  ],
  [{ openOrdersMax: 1 }, { openOrdersMax: 0 }, 8],
];

describe("the terms of a contract", () => {
  it.each(bounds.map(([taken, refused, rule]) => ({ taken, refused, rule })))(
    "with $taken are taken, with $refused they break rule $rule",
    ({ taken, refused, rule }) => {
      expect(brokenListingRule({ ...btc, ...taken })).toBe(0);
      expect(brokenListingRule({ ...btc, ...refused })).toBe(rule);
    },
  );
});
