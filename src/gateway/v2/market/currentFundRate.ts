import { MINUTE_MS } from "../../../host/clock.ts";
import { rateText } from "../../../wire/index.ts";
import type { FundingRate } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** The rate of the running funding period: an array, of one row when a symbol is given. */
export const currentFundRate = publicOperation(
  declared.currentFundRate,
  (context, input): readonly FundingRate[] => {
    const named = context.contracts.ofFilter(input.symbol);
    return context.contracts.listed(named).map(({ contract }) => {
      const { symbol, fundingRate, fundingIntervalMs, fundingDue } = context.views.market(contract).spec;
      return {
        symbol,
        fundingRate: rateText(fundingRate),
        collectCycle: fundingIntervalMs / MINUTE_MS,
        timestamp: fundingDue,
      };
    });
  },
);
