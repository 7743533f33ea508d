import {
  type Chart,
  dispose,
  type IndicatorCreateTooltipDataSourceCallback,
  init,
  type KLineData,
} from "klinecharts";
import { type Feed, VenueError } from "../../../client/index.ts";
import type { CandlePrice } from "../../../client/v2/requests.ts";
import type { Candle } from "../../../wire/v2/market.ts";
import type { Interval } from "../../desk/intervals.ts";
import { compact } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";
import type { MarketData } from "../../market/marketData.ts";
import { untilAborted } from "../../state/untilAborted.ts";
import { whileShown } from "../../state/whileShown.ts";
import { colour } from "../../theme/settings.ts";
import { chartStyles } from "./chartStyles.ts";
import { INDICATORS } from "./indicatorMenu.tsx";

/** The contract, price and interval on the chart. */
export interface Shown {
  readonly contract: Contract;
  readonly interval: Interval;
  readonly price: CandlePrice;
}

/** Candles of the first request; the venue has at least this many. */
const FIRST_CANDLES = 1_000;
/** Candles of a request for earlier ones. */
const PAST_CANDLES = 100;
/** A changing bar is drawn at most this often, ms: each drawing computes all indicators over all bars. */
const DRAW_EVERY_MS = 200;
/** How often index candles are read, ms: they are not pushed. */
const INDEX_EVERY_MS = 2_000;

/** Parameters of indicators whose defaults would draw too many lines. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  MA: [7, 25, 99],
  EMA: [9, 21],
  VOL: [],
  RSI: [14],
};

/** A chart narrower than this is a phone's. */
const NARROW_PX = 480;
const NARROW_PANE_PX = 48;

type Callback = (bar: KLineData) => void;

/**
 * The candles of a contract on a canvas: the only place of the page where prices are binary numbers, because pixels
 * are. A price that comes back from here is rounded to a tick first.
 */
export class CandleChart {
  readonly chart: Chart;
  readonly #element: HTMLElement;
  readonly #market: MarketData;
  #shown: Shown;
  /** Ends the pushes of what was shown before, and marks its late answers as outdated. */
  #era = new AbortController();
  #onReady: () => void;

  constructor(element: HTMLElement, market: MarketData, shown: Shown, onReady: () => void) {
    const chart = init(element, {
      locale: "en-US",
      timezone: "UTC",
      styles: chartStyles(element.clientWidth < NARROW_PX),
      hotkey: { enabled: false },
      thousandsSeparator: { sign: " " },
      layout: { barSpaceLimit: { min: 2, max: 40 } },
    });
    if (chart === null) throw new Error("the chart's element is gone");
    // The library makes its container the first stop of the tab key.
    (element.firstElementChild as HTMLElement).tabIndex = -1;
    this.chart = chart;
    this.#element = element;
    this.#market = market;
    this.#shown = shown;
    this.#onReady = onReady;
    chart.setDataLoader({
      getBars: ({ type, timestamp, callback }) => {
        const signal = this.#wanted();
        void untilAborted(signal, async () => {
          const { bars, hasOlder } = await this.#bars(type, timestamp).catch(noneIfRefused);
          if (signal.aborted) return; // another view is shown by now
          callback(bars, { forward: hasOlder, backward: false });
          if (type === "init") this.#onReady();
        });
      },
      subscribeBar: ({ callback }) => {
        const signal = this.#wanted();
        void untilAborted(signal, () => this.#follow(callback, signal));
      },
      unsubscribeBar: () => {},
    });
    chart.setPaneOptions({ id: "candle_pane", minHeight: 120 });
    chart.overrideYAxis({ paneId: "candle_pane", gap: { top: 0.3, bottom: 0.1 } }); // the figures stand above the candles
    this.#load();
  }

  /** Shows another contract, price or interval; answers for the previous one are dropped. */
  show(shown: Shown): void {
    this.#shown = shown;
    this.#era.abort();
    this.#era = new AbortController();
    this.#load();
  }

  /** Sets the indicators over the candles. */
  showIndicators(names: readonly string[]): void {
    for (const { name, isOver } of INDICATORS) {
      const isThere = this.chart.getIndicators({ id: name }).length > 0;
      const isWanted = names.includes(name);
      if (isThere && !isWanted) this.chart.removeIndicator({ id: name });
      if (isThere || !isWanted) continue;
      const calcParams = PARAMETERS[name];
      this.chart.createIndicator(
        {
          name,
          id: name,
          ...(isOver && { paneId: "candle_pane" }),
          ...(calcParams !== undefined && { calcParams: [...calcParams] }),
          ...(name === "VOL" && { createTooltipDataSource: volumeWords }),
        },
        true,
      );
      // On a phone the candles need the room more.
      const [made] = this.chart.getIndicators({ id: name });
      if (made !== undefined && !isOver && this.#element.clientWidth < NARROW_PX)
        this.chart.setPaneOptions({ id: made.paneId, height: NARROW_PANE_PX });
    }
  }

  repaint(): void {
    this.chart.setStyles(chartStyles(this.#element.clientWidth < NARROW_PX));
  }

  close(): void {
    this.#era.abort();
    dispose(this.#element);
  }

  /** Aborted when what is shown now is wanted no longer. */
  #wanted(): AbortSignal {
    return AbortSignal.any([this.#era.signal, this.#market.closed]);
  }

  #load(): void {
    const { contract, interval } = this.#shown;
    const { priceDecimals, sizeDecimals } = contract.grid;
    this.chart.setSymbol({
      ticker: contract.symbol,
      pricePrecision: priceDecimals,
      volumePrecision: Math.min(sizeDecimals, 2),
    });
    this.chart.setPeriod(interval.period);
    this.chart.resetData();
  }

  async #bars(type: string, timestamp: number | null): Promise<Bars> {
    const { market } = this.#market.client;
    const of = {
      symbol: this.#shown.contract.symbol,
      granularity: this.#shown.interval.name,
      priceType: this.#shown.price,
    };
    if (type === "init") {
      const candles = await market.candles({ ...of, limit: FIRST_CANDLES });
      return { bars: ascending(candles), hasOlder: candles.length >= PAST_CANDLES };
    }
    if (type !== "forward" || timestamp === null) return { bars: [], hasOlder: false };
    const past = await market.historyCandles({ ...of, endTime: timestamp - 1, limit: PAST_CANDLES });
    const bars = ascending(past).filter((bar) => bar.timestamp < timestamp);
    return { bars, hasOlder: bars.length > 0 };
  }

  async #follow(draw: Callback, signal: AbortSignal): Promise<void> {
    const { contract, interval, price } = this.#shown;
    const paced = pacer(draw, signal);
    if (price === "INDEX") {
      await this.#pollIndex(paced, signal);
      return;
    }
    const channelPrice = price === "LAST" ? "LAST_PRICE" : "MARK_PRICE";
    const feed: Feed<Push> = await this.#market.client.watch.candles(
      contract.symbol,
      interval.channel,
      channelPrice,
    );
    signal.addEventListener("abort", () => feed.close());
    if (signal.aborted) feed.close();
    for await (const push of feed) paced(barOfPush(push));
  }

  async #pollIndex(draw: Callback, signal: AbortSignal): Promise<void> {
    const { contract, interval } = this.#shown;
    const of = { symbol: contract.symbol, granularity: interval.name, priceType: "INDEX" } as const;
    while (!signal.aborted) {
      await whileShown();
      const candles = await this.#market.client.market.candles({ ...of, limit: 2 }).catch(() => []);
      for (const bar of ascending(candles)) draw(bar);
      await new Promise((resolve) => setTimeout(resolve, INDEX_EVERY_MS));
    }
  }
}

interface Bars {
  readonly bars: KLineData[];
  /** Whether the venue may have earlier ones. */
  readonly hasOlder: boolean;
}

/** What the venue refuses it would refuse again; a venue that is not there or has too much to do is asked again. @throws what is none */
function noneIfRefused(error: unknown): Bars {
  if (!(error instanceof VenueError) || error.status >= 429) throw error;
  return { bars: [], hasOlder: false };
}

interface Push {
  readonly klineTime: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly size: string;
  readonly value: string;
}

/** Draws the newest bar at once and then at most every {@link DRAW_EVERY_MS}; a bar that ended is never left out. */
function pacer(draw: Callback, signal: AbortSignal): Callback {
  let waiting: KLineData | undefined;
  let isPaused = false;
  const flush = () => {
    isPaused = false;
    if (waiting === undefined || signal.aborted) return;
    const bar = waiting;
    waiting = undefined;
    give(bar);
  };
  const give = (bar: KLineData) => {
    isPaused = true;
    setTimeout(flush, DRAW_EVERY_MS);
    draw(bar);
  };
  return (bar) => {
    if (signal.aborted) return;
    if (waiting !== undefined && waiting.timestamp !== bar.timestamp) draw(waiting);
    waiting = bar;
    if (!isPaused) flush();
  };
}

function barOfPush({ klineTime, open, high, low, close, size, value }: Push): KLineData {
  return bar(klineTime, open, high, low, close, size, value);
}

/** Bars in the order of time, whichever way the venue's wire profile sends them. */
function ascending(candles: readonly Candle[]): KLineData[] {
  return candles.map((candle) => bar(...candle)).sort((a, b) => a.timestamp - b.timestamp);
}

function bar(
  time: string,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  turnover: string,
): KLineData {
  return {
    timestamp: Number(time),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    turnover: Number(turnover),
  };
}

/** The volume of the bar under the pointer, or the last: in the colour of words, because that of the bars is too faint to read. */
const volumeWords: IndicatorCreateTooltipDataSourceCallback<unknown> = ({ indicator, crosshair }) => {
  const rows = indicator.result as readonly { readonly volume?: number }[];
  const { volume } = rows[crosshair.dataIndex ?? -1] ?? rows.at(-1) ?? {};
  const color = colour("faint");
  const value = volume === undefined ? "" : compact(String(volume));
  return {
    name: "Volume",
    calcParamsText: "",
    features: [],
    legends: [{ title: { text: "", color }, value: { text: value, color } }],
  };
};
