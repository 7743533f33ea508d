import { rateText } from "../../../../interface/wire/index.ts";
import type {
  FundingForecast,
  FundingRate,
  FundingTime,
  SettledRate,
} from "../../../../interface/wire/v2/market.ts";
import * as declared from "../../../../interface/wire/v2/operations/market.ts";
import { MINUTE_MS } from "../../../../kernel/host/clock.ts";
import { publicOperation } from "../../operation.ts";

/** When funding settles next. */
export const fundingTime = publicOperation(declared.fundingTime, (context, input): FundingTime => {
  const spec = context.contracts.of(input.symbol);
  return { symbol: spec.symbol, fundingTime: context.views.contractAt(spec.contract).spec.fundingDue };
});

/** The rate of the running funding period: an array, of one row when a symbol is given. */
export const currentFundRate = publicOperation(
  declared.currentFundRate,
  (context, input): readonly FundingRate[] => {
    const named = context.contracts.ofFilter(input.symbol);
    return context.contracts.listed(named).map(({ contract }) => {
      const { symbol, fundingRate, fundingIntervalMs, fundingDue } = context.views.contractAt(contract).spec;
      return {
        symbol,
        fundingRate: rateText(fundingRate),
        collectCycle: fundingIntervalMs / MINUTE_MS,
        timestamp: fundingDue,
      };
    });
  },
);

/**
 * Ours: no other venue has it. The coming funding rate, from the premium sampled so far in the running
 * period.
 */
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

/** The rates of past settlements, newest first. */
export const getHistoryFundRate = publicOperation(
  declared.getHistoryFundRate,
  async (context, input): Promise<readonly SettledRate[]> => {
    const spec = context.contracts.of(input.symbol);
    const rates = await context.history.fundingRates({ contract: spec.contract, limit: input.limit });
    return rates.map(({ rate, time }) => ({
      symbol: spec.symbol,
      fundingRate: rateText(rate),
      fundingTime: time,
    }));
  },
);
