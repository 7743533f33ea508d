import type { PriceType } from "../../../readmodel/index.ts";
import type { Bar } from "../../../views/index.ts";
import { choice, moneyText, optional, pointsText, priceText, sizeText } from "../../../wire/index.ts";
import type { Candle } from "../../../wire/v2/market.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { Context } from "../../operation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The `granularity` parameter, read as milliseconds; hours, days and weeks in either case. */
export const granularity = choice("Interval of a candle", {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "1H": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "4H": 4 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "12H": 12 * HOUR_MS,
  "1d": DAY_MS,
  "1D": DAY_MS,
  "1w": 7 * DAY_MS,
  "1W": 7 * DAY_MS,
});

/** The `priceType` parameter of candles. */
export const candlePriceType = optional<CandlePriceType>(
  choice("Price that the candles follow", { LAST: "LAST", MARK: "MARK", INDEX: "INDEX" }),
  "LAST",
);

type CandlePriceType = "LAST" | "MARK" | "INDEX";

const PRICES: Readonly<Record<CandlePriceType, PriceType>> = {
  LAST: "last",
  MARK: "mark",
  INDEX: "index",
};

/** Which candles are wanted. */
export interface CandleQuestion {
  readonly symbol: string;
  readonly granularity: number;
  readonly priceType: CandlePriceType;
  readonly limit: number;
  /** Opening times, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Candles as the wire shows them. The running one is drawn from live market data, so that its close is the ticker's
 * last price although history follows a moment later.
 */
export async function candleRows(context: Context, question: CandleQuestion): Promise<Candle[]> {
  const { granularity: intervalMs, from, to, limit } = question;
  const spec = context.contracts.of(question.symbol);
  const price = PRICES[question.priceType];
  const now = context.now();
  const query = { contract: spec.contract, price, intervalMs, from, to, limit, now };
  const bars: Bar[] = [...(await context.history.candles(query))];
  const running = context.views.market(spec.contract).candles[price].running(intervalMs, now);
  if (running !== undefined && bars.at(-1)?.time === running.time) bars[bars.length - 1] = running;
  const rows = bars.map((bar) => candle(spec, question.priceType, bar));
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
