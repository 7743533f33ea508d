import { rateText } from "../../../wire/index.ts";
import type { FundingForecast } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** Ours: no other venue has it. The coming funding rate, from the premium sampled so far in the running period. */
export const forecastFundRate = publicOperation(
  declared.forecastFundRate,
  async ({ engine, contracts }, input): Promise<readonly FundingForecast[]> => {
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
);
