import { pointsText, rateText, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/market.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import { marksAt } from "../../market/settlements.ts";
import { publicOperation } from "../../operation.ts";
import { checkAge, checkSpan, untilNow } from "../../trading/span.ts";
import { contractOf, symbolOf } from "../symbol.ts";

const SPAN_MAX_MS = 7 * DAY_MS;
const AGE_MAX_MS = 365 * DAY_MS;

/** The rates of past settlements, newest first; without times the latest. */
export const fundingRate = publicOperation(
  declared.fundingRate,
  async (context, { symbol, startTime, endTime, limit }): Promise<v3.market.FundingRate[]> => {
    const spec = contractOf(context.contracts, symbol);
    if (startTime !== undefined) {
      const now = context.now();
      const spanMaxMs = endTime === undefined ? AGE_MAX_MS : SPAN_MAX_MS;
      checkSpan(startTime, endTime ?? untilNow(startTime, now, spanMaxMs), spanMaxMs);
      checkAge(startTime, now, AGE_MAX_MS, { startTime, endTime });
    }
    const { contract } = spec;
    const rows = await context.history.fundingRates({ contract, from: startTime, to: endTime, limit });
    const marks = await marksAt(context, spec, rows);
    return rows.map(({ rate, time }) => ({
      symbol: symbolOf(spec),
      fundingRate: rateText(rate),
      fundingTime: time,
      markPrice: pointsText(spec, marks.get(time) ?? 0),
    }));
  },
);
