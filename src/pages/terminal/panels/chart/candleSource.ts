import type { Chart, DataLoader, DataLoaderGetBarsParams, KLineData } from "klinecharts";
import { type Feed, VenueError } from "../../../../interface/client/index.ts";
import type { CandlePrice } from "../../../../interface/client/v2/messages.ts";
import type { Candle } from "../../../../interface/wire/v2/market.ts";
import type { Interval } from "../../desk/intervals.ts";
import type { Contract } from "../../market/contract.ts";
import type { MarketData } from "../../market/marketData.ts";
import { untilAborted, whileShown } from "../../state/following.ts";

/** The contract, price and interval on the chart. */
export interface Shown {
  readonly contract: Contract;
  readonly interval: Interval;
  readonly price: CandlePrice;
}

/** What a bar takes of the chart's width at first, px. */
const BAR_PX = 10;
/** Candles that the first request has before those in sight: what the slowest average needs. */
const CANDLES_BEFORE = 100;
/** Candles of a request that reads anew: the reader may look at earlier ones by then. */
const ANEW_CANDLES = 1_000;
/** Candles of a request for earlier ones, and of one for the latest of an index. */
const PAST_CANDLES = 100;
/**
 * With more than this the earliest are left out, down to {@link CANDLES_KEPT}: each drawing computes all
 * indicators over all bars.
 */
const CANDLES_MAX = 5_000;
/** Up to this many are read by scrolling into the past. */
const CANDLES_KEPT = 4_000;
/** A changing bar is drawn at most this often, ms. */
const DRAW_EVERY_MS = 200;
/** How often index candles are read, ms: they are not pushed. */
const INDEX_EVERY_MS = 2_000;

type Callback = (bar: KLineData) => void;

/** The part of the chart that is used here. */
type Drawing = Pick<Chart, "getDataList" | "getSize" | "getVisibleRange" | "resetData" | "scrollToTimestamp">;

/**
 * Reads the candles of what is shown and follows them. Where some are missing, because the connection was
 * lost, the page was hidden or the market started over, they are read anew: the chart takes none between
 * those that it has, and none before the last.
 */
export class CandleSource {
  readonly #chart: Drawing;
  readonly #market: Pick<MarketData, "client" | "closed" | "holes">;
  readonly #onReady: () => void;
  readonly #leave: () => void;
  #shown: Shown;
  /** Ends the pushes of an earlier reading, and marks its late answers as outdated. */
  #era = new AbortController();
  /** The time of the last bar in sight, to which the reader returns; `undefined`: the newest. */
  #place: number | undefined;
  /** Candles of the next reading; `undefined`: as many as are seen at first. */
  #limit: number | undefined;
  /** Bars that the next reading takes over, in place of what it would read. */
  #kept: KLineData[] | undefined;

  constructor(
    chart: Drawing,
    market: Pick<MarketData, "client" | "closed" | "holes">,
    shown: Shown,
    onReady: () => void,
  ) {
    this.#chart = chart;
    this.#market = market;
    this.#shown = shown;
    this.#onReady = onReady;
    this.#leave = market.holes.subscribe(() => this.#readAnew());
  }

  readonly loader: DataLoader = {
    getBars: (asked) => this.#load(asked),
    subscribeBar: ({ callback }) => {
      const signal = this.#wanted();
      void untilAborted(signal, () => this.#follow(callback, signal));
    },
    unsubscribeBar: () => {},
  };

  /** Shows another view: answers for the previous one are dropped. */
  show(shown: Shown): void {
    this.#era.abort();
    this.#shown = shown;
    this.#place = undefined;
    this.#limit = undefined;
    this.#kept = undefined;
  }

  close(): void {
    this.#leave();
    this.#era.abort();
  }

  /** Aborted when what is shown now is wanted no longer. */
  #wanted(): AbortSignal {
    return AbortSignal.any([this.#era.signal, this.#market.closed]);
  }

  #load({ type, timestamp, callback }: DataLoaderGetBarsParams): void {
    if (type === "init") {
      this.#era.abort();
      this.#era = new AbortController();
    }
    const signal = this.#wanted();
    void untilAborted(signal, async () => {
      await Promise.resolve(); // the library begins anew for the contract and again for the interval: only the last is asked for
      if (signal.aborted) return;
      const { bars, hasOlder } = await this.#bars(type, timestamp).catch(noneIfRefused);
      if (signal.aborted) return; // another view is shown by now
      callback(bars, { forward: hasOlder, backward: false });
      if (type !== "init") return;
      if (this.#place !== undefined) this.#chart.scrollToTimestamp(this.#place);
      this.#onReady();
    });
  }

  /** Replaces all bars, keeping the visible range. @param kept the new bars; left out: they are read */
  #readAnew(kept?: KLineData[]): void {
    const bars = this.#chart.getDataList();
    const { to } = this.#chart.getVisibleRange();
    this.#place = to < bars.length ? bars[to - 1]?.timestamp : undefined;
    this.#kept = kept;
    this.#limit = ANEW_CANDLES;
    this.#chart.resetData();
  }

  async #bars(type: string, timestamp: number | null): Promise<Bars> {
    const { market } = this.#market.client;
    const of = {
      symbol: this.#shown.contract.symbol,
      granularity: this.#shown.interval.name,
      priceType: this.#shown.price,
    };
    if (type === "init" && this.#kept !== undefined) return { bars: this.#kept, hasOlder: false };
    if (type === "init") {
      const candles = await market.candles({ ...of, limit: this.#limit ?? this.#inSight() });
      return { bars: ascending(candles), hasOlder: candles.length >= PAST_CANDLES };
    }
    if (type !== "forward" || timestamp === null) return { bars: [], hasOlder: false };
    const past = await market.historyCandles({ ...of, endTime: timestamp - 1, limit: PAST_CANDLES });
    const bars = ascending(past).filter((bar) => bar.timestamp < timestamp);
    const isFull = this.#chart.getDataList().length + bars.length >= CANDLES_KEPT;
    return { bars, hasOlder: bars.length > 0 && !isFull };
  }

  #inSight(): number {
    return Math.ceil((this.#chart.getSize()?.width ?? 0) / BAR_PX) + CANDLES_BEFORE;
  }

  async #follow(callback: Callback, signal: AbortSignal): Promise<void> {
    const { contract, interval, price } = this.#shown;
    const paced = pacer((bar) => {
      callback(bar);
      const bars = this.#chart.getDataList();
      if (bars.length > CANDLES_MAX) this.#readAnew(bars.slice(-CANDLES_KEPT));
    }, signal);
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
      const candles = await this.#market.client.market
        .candles({ ...of, limit: PAST_CANDLES })
        .catch(() => []);
      if (signal.aborted) return;
      const last = this.#chart.getDataList().at(-1)?.timestamp ?? 0;
      const bars = ascending(candles);
      // While a page is hidden, and where market time runs fast, more candles may pass than these.
      if (bars[0] !== undefined && bars[0].timestamp > last) this.#readAnew();
      else for (const each of bars) if (each.timestamp >= last) draw(each);
      await new Promise((resolve) => setTimeout(resolve, INDEX_EVERY_MS));
    }
  }
}

interface Bars {
  readonly bars: KLineData[];
  /** Whether the venue may have earlier ones. */
  readonly hasOlder: boolean;
}

/**
 * No bars where the venue refuses, since it would refuse again; a venue that is not there or has too much to
 * do is asked again.
 *
 * @throws an error that is no refusal
 */
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

/**
 * Draws the newest bar at once and then at most every {@link DRAW_EVERY_MS}; a bar that ended is never left
 * out.
 */
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
