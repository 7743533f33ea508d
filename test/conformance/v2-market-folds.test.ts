import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContractView, EventType } from "../../src/kernel/core/index.ts";
import {
  ACCOUNT_USER,
  BUY,
  encode,
  eventLayouts,
  FIRST_ID,
  FIRST_USER_ACCOUNT,
  OPEN_LONG,
  OPEN_SHORT,
  RecordBuffer,
  SELL,
} from "../../src/kernel/core/index.ts";
import { prehistoryOf } from "../../src/movers/feeds/index.ts";
import type { CandleRow, History } from "../../src/service/readmodel/index.ts";
import { CANDLE_INTERVALS, openHistory } from "../../src/service/readmodel/index.ts";
import type { Bar, CandlePrice, ContractData } from "../../src/service/views/index.ts";
import {
  CANDLE_INTERVALS_MS,
  COMPOSED_INTERVALS_MS,
  candleTime,
  DAY_MINUTES,
  MarketViews,
  TAPE_TRADES_MAX,
} from "../../src/service/views/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";

/**
 * Market data is folded twice from the same events: in memory, and in history. What a client can see from
 * both must agree, also when memory starts anew and takes up what history knows.
 */

const START = Date.UTC(2025, 10, 30, 23, 50);
const MINUTE = 60_000;
const DAY = DAY_MINUTES * MINUTE;
const PRICES: readonly CandlePrice[] = ["last", "mark", "index"];

const listed = {
  contract: 0,
  symbol: "cmt_btcusdt",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
  quantaPerTickLot: 1_000,
  fundingIntervalMs: 8 * 60 * MINUTE,
  fundingOffsetMs: 0,
  interestRate: 10_000,
  fundingClampRate: 50_000,
  fundingCapRate: 300_000,
};
const past = prehistoryOf({
  contract: listed as unknown as ContractView,
  seed: 1,
  end: START + 30_000,
  points: 50_000,
  volatility: 0.5,
  minuteUnits: 60_000,
  minuteTrades: 8,
  candles: 10,
});

const step = fc.record({
  wait: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 3 * MINUTE }),
    fc.integer({ min: 1, max: 9 * DAY }),
    fc.integer({ min: 1, max: 20 }).map((minutes) => minutes * MINUTE),
  ),
  what: fc.constantFrom("trade", "trade", "mark", "index", "nothing", "restart"),
  price: fc.integer({ min: 1, max: 1_000 }),
  size: fc.integer({ min: 1, max: 1_000_000 }),
});

test("the intervals are the same", () => {
  const kept = CANDLE_INTERVALS_MS.filter((each) => !COMPOSED_INTERVALS_MS.has(each));
  expect(kept).toEqual(CANDLE_INTERVALS);
});

test("running candles, rolling day and tape agree with history, whatever happens and whenever memory restarts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.boolean(),
      async (steps, hasPast) => {
        const both = await TwoFolds.open();
        try {
          if (hasPast) await both.takePrehistory();
          for (const { wait, what, price, size } of steps) {
            both.time += wait;
            if (what === "trade") await both.trade(price, size, size % 2 === 0 ? SELL : BUY);
            else if (what === "mark") await both.event("markChanged", { contract: 0, points: price * 100 });
            else if (what === "index")
              await both.event("indexChanged", { contract: 0, points: price * 100 + 1 });
            else if (what === "restart") await both.restart();
            await both.compare();
          }
        } finally {
          await both.history.close();
        }
      },
    ),
    { numRuns: 40 },
  );
});

class TwoFolds {
  readonly history: History;
  views = new MarketViews({ contracts: [], books: [], seq: 0, time: START });
  time = START;
  #seq = 0;
  #nextId = FIRST_ID;

  static async open(): Promise<TwoFolds> {
    const both = new TwoFolds(await openHistory({ path: undefined, clock: new SimulatedClock({ seed: 1 }) }));
    await both.event("contractListed", listed);
    for (const account of [FIRST_USER_ACCOUNT, FIRST_USER_ACCOUNT + 1]) {
      await both.event("accountOpened", { account, kind: ACCOUNT_USER });
    }
    return both;
  }

  private constructor(history: History) {
    this.history = history;
  }

  get #data(): ContractData {
    return this.views.contractAt(0);
  }

  async trade(price: number, size: number, takerSide: number): Promise<void> {
    const id = () => this.#nextId++;
    const [makerAction, takerAction] = takerSide === BUY ? [OPEN_SHORT, OPEN_LONG] : [OPEN_LONG, OPEN_SHORT];
    const maker = {
      makerOrder: id(),
      makerAccount: FIRST_USER_ACCOUNT,
      makerAction,
      makerBill: id(),
    };
    const taker = {
      takerOrder: id(),
      takerAccount: FIRST_USER_ACCOUNT + 1,
      takerAction,
      takerBill: id(),
    };
    const side = takerSide === BUY ? SELL : BUY;
    await this.event("orderRested", { contract: 0, side, price, remaining: size });
    await this.event("traded", {
      trade: id(),
      contract: 0,
      price,
      size,
      value: BigInt(price) * BigInt(size) * 1_000n,
      takerSide,
      ...maker,
      ...taker,
    });
  }

  async event(type: EventType, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const buffer = new RecordBuffer();
    const layout = eventLayouts[type];
    const blank: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(layout.fixed)) blank[name] = field === "money" ? 0n : 0;
    for (const name of layout.texts) blank[name] = "";
    if (layout.list !== undefined) blank[layout.list.name] = [];
    encode(layout, { ...blank, ...fields } as never, buffer);
    const frame = { firstSeq: ++this.#seq, count: 1, time: this.time, events: buffer.slice() };
    await this.history.apply(frame);
    this.views.apply(frame);
  }

  /** A past that ends within the running minute. */
  async takePrehistory(): Promise<void> {
    const { contract, candles, fundingRates } = past;
    const copies = candles.map((series) => ({ ...series, bars: series.bars.slice() }));
    await this.history.writePrehistory({ contract, candles: copies, fundingRates });
    await this.views.recall(this.history, this.time);
  }

  /** Views as a restarted venue builds them: from the live state, and history for what lies before. */
  async restart(): Promise<void> {
    const { spec, mark, index, openInterest, tape } = this.#data;
    const live = {
      ...spec,
      mark: mark.points,
      index: index.points,
      openInterest,
      last: tape.latest(1)[0]?.price ?? 0,
    } as unknown as ContractView;
    await this.history.settle();
    this.views = new MarketViews({ contracts: [live], books: [], seq: this.#seq, time: this.time });
    await this.views.recall(this.history, this.time);
  }

  async compare(): Promise<void> {
    await this.history.settle();
    for (const price of PRICES) {
      for (const intervalMs of CANDLE_INTERVALS_MS) {
        const running = this.#data.candles[price].running(intervalMs, this.time);
        const expected = await this.#runningCandle(price, intervalMs);
        expect(running, `${price} ${intervalMs}`).toEqual(expected);
      }
    }
    const minutes = await this.#candles("last", MINUTE, DAY_MINUTES);
    const ticker = this.views.ticker(0, this.time);
    if (minutes.length > 0) {
      expect(ticker).toMatchObject({
        last: minutes.at(-1)!.close,
        open24h: minutes[0]!.open,
        high24h: Math.max(...minutes.map(({ high }) => high)),
        low24h: Math.min(...minutes.map(({ low }) => low)),
        baseVolume24h: minutes.reduce((sum, { volume }) => sum + volume, 0),
        quoteVolume24h: minutes.reduce((sum, { value }) => sum + value, 0n),
        trades24h: minutes.reduce((sum, { trades }) => sum + trades, 0),
      });
    }
    const limit = TAPE_TRADES_MAX;
    const trades = await this.history.trades({ contract: 0, limit });
    expect(this.views.trades(0, limit)).toEqual(trades.map(({ contract: _, seq: __, ...trade }) => trade));
  }

  /** As history has it; of an interval that it does not keep, what its parts add up to. */
  async #runningCandle(price: CandlePrice, intervalMs: number): Promise<Bar | undefined> {
    const parts = COMPOSED_INTERVALS_MS.get(intervalMs);
    if (parts === undefined) return (await this.#candles(price, intervalMs, 1)).map(barOf)[0];
    const time = candleTime(this.time, intervalMs);
    const bars = (await this.#candles(price, parts, 40)).filter((bar) => bar.time >= time);
    if (bars.length === 0) return undefined;
    return {
      time,
      open: bars[0]!.open,
      high: Math.max(...bars.map(({ high }) => high)),
      low: Math.min(...bars.map(({ low }) => low)),
      close: bars.at(-1)!.close,
      volume: bars.reduce((sum, { volume }) => sum + volume, 0),
      value: bars.reduce((sum, { value }) => sum + value, 0n),
      trades: bars.reduce((sum, { trades }) => sum + trades, 0),
      boughtVolume: bars.reduce((sum, { boughtVolume }) => sum + boughtVolume, 0),
      boughtValue: bars.reduce((sum, { boughtValue }) => sum + boughtValue, 0n),
    };
  }

  #candles(price: CandlePrice, intervalMs: number, limit: number): Promise<readonly CandleRow[]> {
    return this.history.candles({ contract: 0, price, intervalMs, limit, now: this.time });
  }
}

function barOf({ synthetic: _, ...bar }: CandleRow): Bar {
  return bar;
}
