import { integer, optional, rateText } from "../../../wire/index.ts";
import type { SettledRate } from "../../../wire/v2/market.ts";
import { SettledRates } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 10;

/** The rates of past settlements, newest first. */
export const getHistoryFundRate = publicOperation({
  path: "/capi/v2/market/getHistoryFundRate",
  summary: "Past funding rates",
  meaning: "The rates of past settlements, newest first.",
  call: "market.fundingRates",
  source: "docs/reference/market-data.md#gethistoryfundrate",
  weight: 5,
  parameters: { symbol, limit: optional(integer("Rows", { min: 1, max: LIMIT_MAX }), LIMIT_DEFAULT) },
  response: SettledRates,
  handle: async (context, input): Promise<readonly SettledRate[]> => {
    const spec = context.contracts.of(input.symbol);
    const rates = await context.history.fundingRates({ contract: spec.contract, limit: input.limit });
    return rates.map(({ rate, time }) => ({
      symbol: spec.symbol,
      fundingRate: rateText(rate),
      fundingTime: time,
    }));
  },
});
