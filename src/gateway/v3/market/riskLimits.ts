import { divFloor, LEVERAGE_ONE } from "../../../core/index.ts";
import { rateText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** The margin tiers: an array, of one row when a symbol is given. */
export const riskLimits = publicOperation(
  declared.riskLimits,
  ({ contracts }, { symbol }): v3.market.RiskLimit[] =>
    contracts.listed(contractOfFilter(contracts, symbol)).map((spec) => ({
      symbol: symbolOf(spec),
      brackets: spec.tiers.map(({ boundUnits, leverageMax, maintenanceRate }, index) => ({
        bracket: index + 1,
        notionalFloor: String(spec.tiers[index - 1]?.boundUnits ?? 0),
        notionalCap: String(boundUnits),
        initialLeverage: divFloor(leverageMax, LEVERAGE_ONE),
        maintMarginRatio: rateText(maintenanceRate),
      })),
    })),
);
