import { rateText, refusal } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/sdk.ts";
import { ISOLATED, LONG } from "../../../../kernel/core/index.ts";
import type { Operation } from "../../operation.ts";
import { privateOperation, publicOperation } from "../../operation.ts";
import { checkOrder } from "../../trading/span.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { candleRows } from "../market/candles.ts";
import { fundingTime } from "../market/funding.ts";

const historyKlines = publicOperation(
  declared.historyKlines,
  (context, { interval, startTime: from, endTime: to, ...input }) => {
    checkOrder({ startTime: from, endTime: to });
    return candleRows(context, { ...input, granularity: interval, priceType: "LAST", from, to });
  },
);

const fundingRateHistory = publicOperation(
  declared.fundingRateHistory,
  async ({ contracts, history }, { symbol: name, startTime: from, endTime: to, limit }) => {
    checkOrder({ startTime: from, endTime: to });
    const { contract, symbol: shown } = contracts.of(name);
    const rates = await history.fundingRates({ contract, from, to, limit });
    return rates.map(({ rate, time }) => ({
      symbol: shown,
      fundingRate: rateText(rate),
      fundingTime: time,
    }));
  },
);

const settlementTime = publicOperation(declared.settlementTime, (context, input) => {
  const next = fundingTime.handle(context, input) as { symbol: string; fundingTime: number };
  return { symbol: next.symbol, settlementTime: next.fundingTime };
});

const autoAddMargin = privateOperation(
  declared.autoAddMargin,
  async (context, { symbol: name, positionSide, autoAddMargin: on }) => {
    const { engine, account, contracts } = context;
    const { contract, symbol: shown } = contracts.of(name);
    const positions = await engine.query({ type: "positions", account, contract });
    const meant = positions.filter(({ leg, marginMode }) => leg === positionSide && marginMode === ISOLATED);
    if (meant.length === 0)
      throw refusal("FAILED_PRECONDITION", "there is no isolated position of that side");
    for (const { position } of meant)
      await submitOrThrow(context, { type: "setAutoAppend", account, position, on });
    return {
      symbol: shown,
      marginMode: "ISOLATED",
      positionSide: positionSide === LONG ? "LONG" : "SHORT",
      autoAddMargin: on,
    };
  },
);

/** The aliases; who does not speak the SDK's dialect does not find them. */
export const sdkAliases: readonly Operation[] = [
  historyKlines,
  fundingRateHistory,
  settlementTime,
  autoAddMargin,
].map((operation) => ({ ...operation, sdk: "go" }));
