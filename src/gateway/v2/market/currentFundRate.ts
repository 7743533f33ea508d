import { optional, rateText } from "../../../wire/index.ts";
import type { FundingRate } from "../../../wire/v2/market.ts";
import { FundingRates } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

const MINUTE_MS = 60_000;

/** The rate of the running funding period: an array, of one row when a symbol is given. */
export const currentFundRate = publicOperation({
  path: "/capi/v2/market/currentFundRate",
  summary: "Current funding rate",
  meaning: "The rate at which funding will be exchanged at the end of the period.",
  call: "market.fundingRate",
  source: "docs/reference/market-data.md#currentfundrate",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: FundingRates,
  handle: (context, input): readonly FundingRate[] => {
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
});
