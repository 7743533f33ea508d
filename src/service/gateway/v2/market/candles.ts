import { moneyText, pointsText, priceText, sizeText } from "../../../../interface/wire/index.ts";
import type { Candle } from "../../../../interface/wire/v2/market.ts";
import * as declared from "../../../../interface/wire/v2/operations/market.ts";
import type { CandlePriceType } from "../../../../interface/wire/v2/parameters.ts";
import type { PriceType } from "../../../readmodel/index.ts";
import type { Bar } from "../../../views/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { candlesOf } from "../../market/candles.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";

/** The latest candles, the running one included. Times, which older clients send, are ignored. */
export const candles = publicOperation(
  declared.candles,
  (context, input): Promise<Candle[]> => candleRows(context, input),
);

/**
 * Candles up to `endTime`; without it, the first candles from `startTime` on; without both, or where either
 * is no time, the latest. `startTime` is ignored beside `endTime`.
 */
export const historyCandles = publicOperation(
  declared.historyCandles,
  (context, { startTime, endTime, ...input }): Promise<Candle[]> => {
    const valid = !Number.isNaN(startTime) && !Number.isNaN(endTime);
    const from = valid && endTime === undefined ? startTime : undefined;
    const to = valid ? endTime : undefined;
    return candleRows(context, { ...input, from, to });
  },
);

const PRICES: Readonly<Record<CandlePriceType, PriceType>> = {
  LAST: "last",
  MARK: "mark",
  INDEX: "index",
};

/** A request for candles. */
interface CandleRequest {
  readonly symbol: string;
  readonly granularity: number;
  readonly priceType: CandlePriceType;
  readonly limit: number;
  /** Opening times, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Candles as the wire shows them. */
export async function candleRows(context: Context, question: CandleRequest): Promise<Candle[]> {
  const { granularity: intervalMs, from, to, limit, priceType } = question;
  const spec = context.contracts.of(question.symbol);
  const bars = await candlesOf(context, spec, { price: PRICES[priceType], intervalMs, from, to, limit });
  const rows = bars.map((bar) => candle(spec, priceType, bar));
  return context.profile.candles === "descending" ? rows.reverse() : rows;
}

function candle(spec: ContractSpec, priceType: CandlePriceType, bar: Bar): Candle {
  const text = priceType === "LAST" ? priceText : pointsText;
  return [
    bar.time.toString(),
    text(spec, bar.open),
    text(spec, bar.high),
    text(spec, bar.low),
    text(spec, bar.close),
    sizeText(spec, bar.volume),
    moneyText(bar.value),
  ];
}
