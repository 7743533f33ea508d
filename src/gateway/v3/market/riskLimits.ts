import { divFloor, LEVERAGE_ONE } from "../../../core/index.ts";
import { optional, rateText, v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf, symbolParameter } from "../symbol.ts";

/** The margin tiers: an array, of one row when a symbol is given. */
export const riskLimits = publicOperation({
  path: "/capi/v3/market/riskLimits",
  summary: "Margin tiers",
  meaning: "The tiers of a contract: how much may be held at which leverage, and what must be kept.",
  call: "market.riskLimits",
  source: "docs/reference/rest-v3.md",
  weight: 1,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.RiskLimits,
  handle: ({ contracts }, { symbol }): v3.market.RiskLimit[] =>
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
});
