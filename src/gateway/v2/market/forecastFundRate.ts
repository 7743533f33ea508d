import { optional, rateText } from "../../../wire/index.ts";
import type { FundingForecast } from "../../../wire/v2/market.ts";
import { FundingForecasts } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** Ours: no other venue has it. The coming funding rate, from the premium sampled so far in the running period. */
export const forecastFundRate = publicOperation({
  path: "/capi/v2/market/forecastFundRate",
  summary: "Funding rate of the period to come, as it stands now (an operation of this venue's own)",
  meaning:
    "The funding rate of the period after the running one, if that ended now: from the premium sampled so far. An operation of this venue.",
  call: "market.fundingForecast",
  source: "docs/reference/funding.md",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: FundingForecasts,
  async handle({ engine, contracts }, input): Promise<readonly FundingForecast[]> {
    const listed = contracts.listed(contracts.ofFilter(input.symbol));
    const views = await engine.query({ type: "contracts" });
    return listed.map(({ contract }) => {
      const { symbol, fundingRate, fundingDue, fundingForecast } = views[contract]!;
      return {
        symbol,
        fundingRate: rateText(fundingRate),
        settlesAt: fundingDue,
        forecastFundingRate: rateText(fundingForecast),
      };
    });
  },
});
