import { MINUTE_MS } from "../../../host/clock.ts";
import { pointsText, rateText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** Mark, index and funding: an array, of one row when a symbol is given. */
export const premiumIndex = publicOperation(
  declared.premiumIndex,
  (context, { symbol }): Promise<v3.market.PremiumIndex[]> => {
    const { contracts } = context;
    const shown = contracts.listed(contractOfFilter(contracts, symbol));
    return Promise.all(shown.map((spec) => row(context, spec)));
  },
);

async function row(
  { history, views, now }: Context,
  contract: ContractSpec,
): Promise<v3.market.PremiumIndex> {
  const [settled] = await history.fundingRates({ contract: contract.contract, limit: 1 });
  const { spec, mark, index } = views.market(contract.contract);
  return {
    symbol: symbolOf(contract),
    markPrice: pointsText(contract, mark.points),
    indexPrice: pointsText(contract, index.points),
    lastFundingRate: rateText(settled?.rate ?? 0),
    forecastFundingRate: rateText(spec.fundingRate),
    interestRate: rateText(spec.interestRate),
    nextFundingTime: spec.fundingDue,
    time: now(),
    collectCycle: spec.fundingIntervalMs / MINUTE_MS,
  };
}
