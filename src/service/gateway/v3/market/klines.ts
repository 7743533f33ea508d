import { moneyText, pointsText, priceText, sizeText, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/market.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { PriceType } from "../../../readmodel/index.ts";
import type { CandleQuestion } from "../../market/candles.ts";
import { candlesOf } from "../../market/candles.ts";
import type { Context, Operation } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { checkSpan } from "../../trading/span.ts";
import { contractOf } from "../symbol.ts";

const HISTORY_SPAN_MAX_MS = 90 * DAY_MS;

/** The latest candles of one price, the running one included. */
function latest(declaration: typeof declared.klines, price: PriceType): Operation {
  return publicOperation(declaration, (context, { symbol, interval: intervalMs, limit }) =>
    rows(context, symbol, { price, intervalMs, limit }),
  );
}

export const klines = latest(declared.klines, "last");
export const indexPriceKlines = latest(declared.indexPriceKlines, "index");
export const markPriceKlines = latest(declared.markPriceKlines, "mark");

/**
 * The candles between two times, the latest of them if there are more than `limit`; with a start alone the
 * first ones from there, without any time the latest.
 */
export const historyKlines = publicOperation(
  declared.historyKlines,
  (context, { symbol, interval: intervalMs, startTime: from, endTime: to, limit, priceType }) => {
    if (from !== undefined && to !== undefined) checkSpan(from, to, HISTORY_SPAN_MAX_MS);
    return rows(context, symbol, { price: priceType, intervalMs, limit, from, to });
  },
);

async function rows(context: Context, symbol: string, question: CandleQuestion): Promise<v3.market.Kline[]> {
  const spec = contractOf(context.contracts, symbol);
  const { price, intervalMs } = question;
  const text = price === "last" ? priceText : pointsText;
  const bars = await candlesOf(context, spec, question);
  return bars
    .toReversed()
    .map((bar) => [
      bar.time,
      text(spec, bar.open),
      text(spec, bar.high),
      text(spec, bar.low),
      text(spec, bar.close),
      sizeText(spec, bar.volume),
      bar.time + intervalMs,
      moneyText(bar.value),
      bar.trades,
      sizeText(spec, bar.boughtVolume),
      moneyText(bar.boughtValue),
    ]);
}
