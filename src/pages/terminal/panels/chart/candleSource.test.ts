import type { Chart, KLineData } from "klinecharts";
import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../../test/terminal/shownPage.ts";
import { Feed } from "../../../../interface/client/feed.ts";
import type { CandlePrice } from "../../../../interface/client/v2/messages.ts";
import type { Candle } from "../../../../interface/wire/v2/market.ts";
import { INTERVALS } from "../../desk/intervals.ts";
import type { Contract } from "../../market/contract.ts";
import type { MarketData } from "../../market/marketData.ts";
import { Store } from "../../state/store.ts";
import { CandleSource } from "./candleSource.ts";

useShownPage();

const MINUTE_MS = 60_000;

/**
 * A chart that takes bars as the library does: one at the end, the last one again, none before it. Of the
 * bars the last `inSight` are seen.
 */
class FakeChart {
  bars: KLineData[] = [];
  source: CandleSource | undefined;
  scrolledTo: number | undefined;
  /** Bars between the newest and the last in sight. */
  scrolled = 0;

  getDataList = () => this.bars;
  getVisibleRange = () => {
    const to = this.bars.length - this.scrolled;
    return { from: Math.max(0, to - 100), to, realFrom: 0, realTo: to };
  };
  scrollToTimestamp = (timestamp: number) => {
    this.scrolledTo = timestamp;
  };
  resetData = () => {
    this.#ask("init", null, (bars) => {
      this.bars = bars;
      this.source!.loader.subscribeBar!({ ...NAMES, callback: this.#draw });
    });
  };
  /** Scrolls to the earliest bar; resolves to whether there may be earlier ones still. */
  getSize = () => ({ width: 3_000 }) as ReturnType<Chart["getSize"]>;
  readOn = () =>
    new Promise<boolean>((resolve) => {
      this.#ask("forward", this.bars[0]!.timestamp, (bars, hasOlder) => {
        this.bars = [...bars, ...this.bars];
        resolve(hasOlder);
      });
    });
  #ask(
    type: "init" | "forward",
    timestamp: number | null,
    take: (bars: KLineData[], hasOlder: boolean) => void,
  ): void {
    void this.source!.loader.getBars({
      ...NAMES,
      type,
      timestamp,
      callback: (bars, more) => take(bars, typeof more === "object" && more.forward === true),
    });
  }
  #draw = (bar: KLineData) => {
    const last = this.bars.at(-1)?.timestamp ?? 0;
    if (bar.timestamp === last) this.bars.pop();
    if (bar.timestamp >= last) this.bars.push(bar);
  };
}

const NAMES = {
  symbol: { ticker: "cmt_btcusdt", pricePrecision: 1, volumePrecision: 2 },
  period: INTERVALS[0]!.period,
};

/** A market of so many minutes, and a chart of it. */
function chartOf(minutes: number, price: CandlePrice = "LAST") {
  const market = { minutes, asked: [] as number[] };
  const candle = (minute: number): Candle => [String(minute * MINUTE_MS), "1", "1", "1", "1", "1", "1"];
  const between = (from: number, to: number) =>
    Array.from({ length: to - Math.max(1, from) + 1 }, (_, at) => candle(Math.max(1, from) + at));
  const feeds: Feed<unknown>[] = [];
  const holes = new Store(0);
  const client = {
    market: {
      candles: async ({ limit }: { readonly limit: number }) => {
        market.asked.push(limit);
        return between(market.minutes - limit + 1, market.minutes);
      },
      historyCandles: async ({ endTime, limit }: { readonly endTime: number; readonly limit: number }) => {
        const to = Math.floor(endTime / MINUTE_MS);
        return between(to - limit + 1, to);
      },
    },
    watch: {
      candles: async () => {
        const feed = new Feed<unknown>("kline", () => undefined);
        feeds.push(feed);
        return feed;
      },
    },
  };
  const chart = new FakeChart();
  const around = { client, holes, closed: new AbortController().signal } as unknown as MarketData;
  const contract = { symbol: "cmt_btcusdt" } as Contract;
  chart.source = new CandleSource(
    chart,
    around,
    { contract, interval: INTERVALS[0]!, price },
    () => undefined,
  );
  chart.resetData();
  return {
    market,
    chart,
    holes,
    feeds,
    /** Pushes candles as a running market does. */
    async push(to: number) {
      while (market.minutes < to) {
        const [klineTime, open, high, low, close, size, value] = candle(++market.minutes);
        feeds.at(-1)!.push({ klineTime, open, high, low, close, size, value });
        await vi.advanceTimersByTimeAsync(1);
      }
    },
    minutes: () => chart.bars.map(({ timestamp }) => timestamp / MINUTE_MS),
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("candles that were not pushed are read, and so are those of a market that started over; pushes go on once", async () => {
  const { market, chart, holes, feeds, push, minutes } = chartOf(50);
  await vi.advanceTimersByTimeAsync(1_000);
  await push(52);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(minutes()).toEqual(range(1, 52));
  market.minutes = 60;
  chart.scrolled = 10;
  holes.set(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await push(61);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(minutes()).toEqual(range(1, 61));
  expect(chart.scrolledTo).toBe(42 * MINUTE_MS); // where its reader was
  chart.scrolled = 0;
  chart.scrolledTo = undefined;
  market.minutes = 3;
  holes.set(2);
  await vi.advanceTimersByTimeAsync(1_000);
  await push(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([minutes(), chart.scrolledTo]).toEqual([range(1, 4), undefined]);
  feeds[0]!.push({}); // nobody reads it any more
  expect(feeds).toHaveLength(3);
});

test("index candles are read since the last, however long the page was hidden", async () => {
  const { market, minutes } = chartOf(50, "INDEX");
  await vi.advanceTimersByTimeAsync(5_000);
  market.minutes = 51;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(minutes()).toEqual(range(1, 51));
  market.minutes = 80;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(minutes()).toEqual(range(1, 80));
  expect(market.asked.filter((limit) => limit > 100)).toHaveLength(1);
  market.minutes = 5_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(minutes()).toEqual(range(4_001, 5_000));
});

test("the earliest candles go when there are five thousand, and none is read beyond; the place in sight stays", async () => {
  const { chart, market, push, minutes } = chartOf(10_000);
  await vi.advanceTimersByTimeAsync(1_000);
  let hasOlder = true;
  while (hasOlder) hasOlder = await chart.readOn();
  expect(minutes()).toEqual(range(6_001, 10_000));
  await push(11_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(minutes()).toEqual(range(6_001, 11_000));
  chart.scrolled = 1_000;
  await push(11_001);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(minutes()).toEqual(range(7_002, 11_001));
  expect(chart.scrolledTo).toBe(10_001 * MINUTE_MS);
  expect(market.asked).toEqual([400]);
  await push(11_002);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(minutes().at(-1)).toBe(11_002);
});

test("a chart that begins anew twice at once, for its contract and for its interval, asks once", async () => {
  const { chart, market } = chartOf(5_000);
  await vi.advanceTimersByTimeAsync(1_000);
  market.asked.length = 0;
  chart.resetData();
  chart.resetData();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(market.asked).toEqual([400]);
});
