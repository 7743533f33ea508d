import { FundingTime } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** When funding settles next. */
export const fundingTime = publicOperation({
  path: "/capi/v2/market/funding_time",
  summary: "Next funding time",
  meaning: "When funding is exchanged next.",
  call: "market.fundingTime",
  source: "docs/reference/market-data.md#funding_time",
  weight: 1,
  parameters: { symbol },
  response: FundingTime,
  handle: (context, input): FundingTime => {
    const spec = context.contracts.of(input.symbol);
    return { symbol: spec.symbol, fundingTime: context.views.market(spec.contract).spec.fundingDue };
  },
});
