import type { FundingTime } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** When funding settles next. */
export const fundingTime = publicOperation(declared.fundingTime, (context, input): FundingTime => {
  const spec = context.contracts.of(input.symbol);
  return { symbol: spec.symbol, fundingTime: context.views.market(spec.contract).spec.fundingDue };
});
