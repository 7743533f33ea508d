import type { PriceType } from "../../../readmodel/index.ts";
import {
  choice,
  integer,
  moneyText,
  optional,
  pointsText,
  priceText,
  sizeText,
  time,
  v3,
} from "../../../wire/index.ts";
import type { CandleQuestion } from "../../market/candles.ts";
import { candleIntervals, candlesOf } from "../../market/candles.ts";
import type { Context, Operation } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { checkSpan, DAY_MS } from "../span.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

const LATEST_MAX = 1_000;
const HISTORY_MAX = 100;
const HISTORY_SPAN_MAX_MS = 90 * DAY_MS;

const interval = choice("Interval of a candle", candleIntervals);

/** The latest candles of one price, the running one included. */
function latest(name: string, price: PriceType, summary: string, meaning: string): Operation {
  return publicOperation({
    path: `/capi/v3/market/${name}`,
    summary,
    meaning,
    call: `market.${name}`,
    source: "docs/reference/rest-v3.md",
    weight: 1,
    parameters: {
      symbol: symbolParameter,
      interval,
      limit: optional(integer("Rows", { min: 1, max: LATEST_MAX }), 100),
    },
    response: v3.market.Klines,
    handle: (context, { symbol, interval: intervalMs, limit }) =>
      rows(context, symbol, { price, intervalMs, limit }),
  });
}

export const klines = latest(
  "klines",
  "last",
  "Latest candles of the last price",
  "The latest candles of the last price, newest first, the running one included.",
);
export const indexPriceKlines = latest(
  "indexPriceKlines",
  "index",
  "Latest candles of the index price",
  "The latest candles of the index price, newest first.",
);
export const markPriceKlines = latest(
  "markPriceKlines",
  "mark",
  "Latest candles of the mark price",
  "The latest candles of the mark price, newest first.",
);

/**
 * The candles between two times, the latest of them if there are more than `limit`; with a start alone the first ones from
 * there, without any time the latest.
 */
export const historyKlines = publicOperation({
  path: "/capi/v3/market/historyKlines",
  summary: "Candles of the past",
  meaning: "Candles of any time since the contract was listed, newest first; without times the latest.",
  call: "market.historyKlines",
  source: "docs/reference/rest-v3.md",
  weight: 5,
  parameters: {
    symbol: symbolParameter,
    interval,
    startTime: optional(time("Candles that open at this time or later, Unix ms")),
    endTime: optional(time("Candles that open at this time or earlier, Unix ms; at most 90 days later")),
    limit: optional(integer("Rows", { min: 1, max: HISTORY_MAX }), HISTORY_MAX),
    priceType: optional<PriceType>(
      choice("Price that the candles follow", { LAST: "last", INDEX: "index", MARK: "mark" }),
      "last",
    ),
  },
  response: v3.market.Klines,
  handle: (context, { symbol, interval: intervalMs, startTime: from, endTime: to, limit, priceType }) => {
    if (from !== undefined && to !== undefined) checkSpan(from, to, HISTORY_SPAN_MAX_MS);
    return rows(context, symbol, { price: priceType, intervalMs, limit, from, to });
  },
});

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
