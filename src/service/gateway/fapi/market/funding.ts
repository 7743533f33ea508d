import * as declared from "../../../../interface/wire/fapi/operations/market.ts";
import type { fapi } from "../../../../interface/wire/index.ts";
import { invalidParameter, pointsText, rateText } from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { divCeil } from "../../../../kernel/core/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import type { ContractSpec } from "../../contracts.ts";
import { marksAt } from "../../market/settlements.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** The most settlements of a contract that are read after a start. */
const SETTLEMENTS_MAX = 10_000;

/** The rates of past settlements: those after the start, else the latest. */
export const fundingRate = publicOperation(
  declared.fundingRate,
  async (context, { symbol, startTime, endTime, limit }): Promise<fapi.market.FundingRate[]> => {
    const { contracts } = context;
    if (startTime !== undefined && endTime !== undefined && startTime > endTime)
      throw invalidParameter("startTime", `${startTime} is after ${endTime}`, "timesReversed");
    const shown = contracts.listed(contractOfFilter(contracts, symbol));
    const rates = await Promise.all(
      shown.map((spec) => ratesOf(context, spec, { from: startTime, to: endTime, limit })),
    );
    const all = rates.flat().toSorted((a, b) => a.fundingTime - b.fundingTime);
    return startTime === undefined ? all.slice(-limit) : all.slice(0, limit);
  },
);

/** The rates of one contract, oldest first, at most `limit`. */
async function ratesOf(
  context: Context,
  spec: ContractSpec,
  { from, to, limit }: { from: TimeMs | undefined; to: TimeMs | undefined; limit: number },
): Promise<fapi.market.FundingRate[]> {
  const { contract } = spec;
  const asked = from === undefined ? limit : SETTLEMENTS_MAX;
  const found = await context.history.fundingRates({ contract, from, to, limit: asked });
  const rows = from === undefined ? found : found.slice(-limit);
  const marks = await marksAt(context, spec, rows);
  return rows.toReversed().map(({ rate, time }) => ({
    symbol: symbolOf(spec),
    fundingRate: rateText(rate),
    fundingTime: time,
    markPrice: pointsText(spec, marks.get(time) ?? 0),
  }));
}

export const fundingInfo = publicOperation(
  declared.fundingInfo,
  ({ contracts }): fapi.market.FundingInformation[] =>
    contracts.listed().map((spec) => ({
      symbol: symbolOf(spec),
      adjustedFundingRateCap: rateText(spec.fundingCapRate),
      adjustedFundingRateFloor: rateText(-spec.fundingCapRate),
      fundingIntervalHours: divCeil(spec.fundingIntervalMs, HOUR_MS),
      disclaimer: false,
    })),
);
