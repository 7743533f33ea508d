import * as declared from "../../../../interface/wire/fapi/operations/market.ts";
import type { fapi } from "../../../../interface/wire/index.ts";
import {
  invalidParameter,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import type { Points, TimeMs } from "../../../../kernel/core/index.ts";
import { bigDivHalfEven, RATE_ONE } from "../../../../kernel/core/index.ts";
import type { PriceType } from "../../../readmodel/index.ts";
import type { Bar } from "../../../views/index.ts";
import { candleEnd, candleTime } from "../../../views/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { candlesOf } from "../../market/candles.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf } from "../symbol.ts";

/** A request for candles. */
interface Asked {
  readonly interval: number;
  readonly startTime: TimeMs | undefined;
  readonly endTime: TimeMs | undefined;
  readonly limit: number;
}

export const klines = publicOperation(declared.klines, (context, { symbol, ...asked }) =>
  rows(context, contractOf(context.contracts, symbol), "last", asked),
);

export const continuousKlines = publicOperation(
  declared.continuousKlines,
  (context, { pair, contractType: _, ...asked }) =>
    rows(context, contractOf(context.contracts, pair), "last", asked),
);

export const markPriceKlines = publicOperation(declared.markPriceKlines, (context, { symbol, ...asked }) =>
  rows(context, contractOf(context.contracts, symbol), "mark", asked),
);

export const indexPriceKlines = publicOperation(declared.indexPriceKlines, (context, { pair, ...asked }) =>
  rows(context, contractOf(context.contracts, pair), "index", asked),
);

/**
 * mark ÷ index − 1 at the open and close of each candle: the venue keeps no candles of the premium itself.
 */
export const premiumIndexKlines = publicOperation(
  declared.premiumIndexKlines,
  async (context, { symbol, ...asked }): Promise<fapi.market.Kline[]> => {
    const spec = contractOf(context.contracts, symbol);
    const marks = await bars(context, spec, "mark", asked);
    const indexes = new Map((await bars(context, spec, "index", asked)).map((bar) => [bar.time, bar]));
    return marks.flatMap((mark) => {
      const index = indexes.get(mark.time);
      if (index === undefined) return [];
      const open = premium(mark.open, index.open);
      const close = premium(mark.close, index.close);
      const ends = { open, close, high: Math.max(open, close), low: Math.min(open, close) };
      return [show(spec, { ...mark, ...ends }, asked.interval, (_, rate) => rateText(rate))];
    });
  },
);

/** In 1e-8, half-even. */
function premium(mark: Points, index: Points): number {
  return index === 0 ? 0 : Number(bigDivHalfEven(BigInt(mark - index) * BigInt(RATE_ONE), BigInt(index)));
}

async function rows(
  context: Context,
  spec: ContractSpec,
  price: PriceType,
  asked: Asked,
): Promise<fapi.market.Kline[]> {
  const text = price === "last" ? priceText : pointsText;
  const shown = await bars(context, spec, price, asked);
  return shown.map((bar) => show(spec, bar, asked.interval, text));
}

/** The first candles after the start, else the latest. */
function bars(
  context: Context,
  spec: ContractSpec,
  price: PriceType,
  { interval: intervalMs, startTime: from, endTime: to, limit }: Asked,
): Promise<readonly Bar[]> {
  if (from !== undefined && to !== undefined && from > to)
    throw invalidParameter("startTime", `${from} is after ${to}`, "timesReversed");
  const last =
    from === undefined || to === undefined ? to : Math.min(to, lastOpening(from, intervalMs, limit));
  return candlesOf(context, spec, { price, intervalMs, limit, from, to: last });
}

/** When the last of `limit` candles opens, if the first one opens at `from` or later. */
function lastOpening(from: TimeMs, intervalMs: number, limit: number): TimeMs {
  let opened = candleTime(from, intervalMs);
  for (let left = opened === from ? limit - 1 : limit; left > 0; left--)
    opened = candleEnd(opened, intervalMs);
  return opened;
}

function show(
  spec: ContractSpec,
  bar: Bar,
  intervalMs: number,
  text: (spec: ContractSpec, price: number) => string,
): fapi.market.Kline {
  return [
    bar.time,
    text(spec, bar.open),
    text(spec, bar.high),
    text(spec, bar.low),
    text(spec, bar.close),
    sizeText(spec, bar.volume),
    candleEnd(bar.time, intervalMs) - 1,
    moneyText(bar.value),
    bar.trades,
    sizeText(spec, bar.boughtVolume),
    moneyText(bar.boughtValue),
    "0",
  ];
}
