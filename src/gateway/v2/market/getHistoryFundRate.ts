import { rateText } from "../../../wire/index.ts";
import type { SettledRate } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

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
