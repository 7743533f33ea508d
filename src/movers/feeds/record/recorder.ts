import type { TimeMs } from "../../../kernel/core/index.ts";
import { BUY, SELL } from "../../../kernel/core/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { Packing } from "../../../kernel/host/pack.ts";
import type { ExchangeClient } from "../follow/exchangeClient.ts";
import type { FollowedContract } from "../follow/exchangeLine.ts";
import { ExchangeSource } from "../follow/exchangeSource.ts";
import type { MarketSource, SourceLineView, SourceMessage } from "../follow/marketSource.ts";
import { measuredInstruments } from "../follow/measuredInstruments.ts";
import type { SourceSizes } from "../follow/sizeReading.ts";
import { sourceGrid } from "../follow/sourceListing.ts";
import type { SourceLevel } from "../mirror/mirror.ts";
import type { RecordedKind } from "./dayFiles.ts";
import { DayFiles } from "./dayFiles.ts";

/** How often a source is asked, ms. */
export const RECORD_BEAT_MS = 250;
const DEPTH_EVERY_MS = 30_000;
const RATE_DECIMALS = 8;
const DEPTH_PERCENTS = [1, 2, 3, 4, 5] as const;

/** The funding interval of a recording. */
const FUNDING_MS = 8 * HOUR_MS;

export interface RecorderOptions {
  readonly source: MarketSource;
  /** The contracts, with the source's own tick and lot. */
  readonly contracts: readonly (FollowedContract & { readonly pair: string })[];
  readonly exchange: string;
  readonly folder: string;
  readonly packing: Packing;
  readonly kinds: readonly RecordedKind[];
}

/**
 * Writes a source's messages in the layouts of the public archives, so that they can be played.
 *
 * Times are the source's where it gives them, else ours, at least a millisecond apart. A book is written a
 * millisecond after the time that it shows, so that the trades of its own millisecond, which are included in
 * it, stand before it.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #pairs: ReadonlyMap<number, PairRecorder>;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#pairs = new Map(
      options.contracts.map((contract) => [contract.contract, new PairRecorder(contract, options)]),
    );
  }

  /** Bytes written so far, before packing, by pair. */
  get bytes(): ReadonlyMap<string, number> {
    return new Map([...this.#pairs.values()].map(({ pair, files }) => [pair, files.bytes]));
  }

  async beat(time: TimeMs): Promise<void> {
    await this.#options.source.play(time, (message) =>
      this.#pairs.get(message.contract)?.hear(message, time),
    );
    for (const pair of this.#pairs.values()) {
      pair.tick(time);
      await pair.files.flush();
    }
  }

  async close(): Promise<void> {
    await this.#options.source.close();
    for (const pair of this.#pairs.values()) await pair.files.close();
  }
}

interface Candle {
  readonly start: TimeMs;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  value: bigint;
  count: number;
  boughtLots: number;
  boughtValue: bigint;
}

class PairRecorder {
  readonly pair: string;
  readonly files: DayFiles;
  readonly #contract: FollowedContract;
  readonly #exchange: string;
  readonly #kinds: ReadonlySet<RecordedKind>;
  readonly #levels = [new Map<number, number>(), new Map<number, number>()] as const;
  #tradeTime = 0;
  #bookTime = 0;
  #trades = 0;
  #updates = 0;
  #touch = "";
  #candle: Candle | undefined;
  /** Whether this beat is late, so that trades of a minute that is over may be unread still. */
  #isLate = false;
  #depthTime = 0;
  #fundingTime = 0;
  #index = 0;
  #mark = 0;
  #rate: number | undefined;
  #written = "";

  constructor(
    contract: RecorderOptions["contracts"][number],
    { folder, packing, exchange, kinds }: RecorderOptions,
  ) {
    this.pair = contract.pair;
    this.files = new DayFiles(folder, contract.pair, packing);
    this.#contract = contract;
    this.#exchange = exchange;
    this.#kinds = new Set(kinds);
  }

  hear(message: SourceMessage, time: TimeMs): void {
    switch (message.type) {
      case "book":
        this.#book(message.bids, message.asks, (message.sourceTime ?? time) + 1, time);
        break;
      case "withdraw":
        this.#book([], [], time + 1, time);
        break;
      case "trade": {
        const { takerSide, price, lots, sourceTime } = message.trade;
        this.#trade(
          takerSide,
          price,
          lots,
          sourceTime ?? Math.max(time, this.#tradeTime + 1, this.#bookTime),
        );
        break;
      }
      case "index":
        this.#index = message.points;
        break;
      case "mark":
        this.#mark = message.points;
        break;
      case "rate":
        this.#rate = message.rate;
        break;
      case "late":
        this.#isLate = true;
        break;
      case "leftOut": // of the venue's steps, not of the recording's
        break;
    }
  }

  /**
   * Writes what follows a clock of its own: prices that changed, the depth every half minute, finished
   * candles, settlements.
   */
  tick(time: TimeMs): void {
    const prices = `${this.#rate} ${this.#index} ${this.#mark}`;
    if (prices !== this.#written && (this.#index > 0 || this.#mark > 0 || this.#rate !== undefined)) {
      this.#written = prices;
      const points = (value: number) => (value > 0 ? this.#price(value, 2) : "");
      const rate = this.#rate === undefined ? "" : decimal(BigInt(this.#rate), RATE_DECIMALS);
      const of = [this.#exchange, this.pair, `${time}000`, `${time}000`];
      this.#line("derivativeTicker", time, [
        ...[...of, "", rate, "", "", ""],
        ...[points(this.#index), points(this.#mark)],
      ]);
    }
    if (time - this.#depthTime >= DEPTH_EVERY_MS) this.#depth(time);
    if (this.#candle !== undefined && !this.#isLate) this.#endCandle(time);
    this.#isLate = false;
    const paid = Math.floor(time / FUNDING_MS) * FUNDING_MS;
    if (this.#fundingTime > 0 && paid > this.#fundingTime && this.#rate !== undefined)
      this.#line("fundingRate", paid, [
        paid,
        FUNDING_MS / HOUR_MS,
        decimal(BigInt(this.#rate), RATE_DECIMALS),
      ]);
    this.#fundingTime = paid;
  }

  #book(bids: readonly SourceLevel[], asks: readonly SourceLevel[], wanted: TimeMs, now: TimeMs): void {
    const time = Math.max(wanted, this.#bookTime + 1, this.#tradeTime);
    // A snapshot of nothing has no lines: a book that is withdrawn is told level by level.
    const isShown = bids.length + asks.length > 0;
    const isSnapshot = isShown && (this.#levels[0].size === 0 || this.files.isNew("book", time));
    for (const [i, levels] of [bids, asks].entries()) {
      const known = this.#levels[i]!;
      const shown = new Map(levels.map(({ price, lots }) => [price, lots]));
      const prices = new Set([...known.keys(), ...shown.keys()]);
      for (const price of prices) {
        const lots = shown.get(price) ?? 0;
        if (lots === (known.get(price) ?? 0) && !isSnapshot) continue;
        if (lots === 0 && isSnapshot) continue;
        const of = [this.#exchange, this.pair, `${time}000`, `${now}000`];
        this.#line("book", time, [
          ...of,
          isSnapshot,
          i === BUY ? "bid" : "ask",
          this.#price(price),
          this.#size(lots),
        ]);
      }
      known.clear();
      for (const [price, lots] of shown) known.set(price, lots);
    }
    this.#bookTime = time;
    this.#updates++;
    const [bid, ask] = [bids[0], asks[0]];
    if (bid === undefined || ask === undefined) return;
    const touch = [
      this.#price(bid.price),
      this.#size(bid.lots),
      this.#price(ask.price),
      this.#size(ask.lots),
    ];
    if (touch.join() === this.#touch) return;
    this.#touch = touch.join();
    this.#line("bookTicker", time, [this.#updates, ...touch, time, time]);
  }

  #trade(takerSide: number, price: number, lots: number, wanted: TimeMs): void {
    const time = Math.max(wanted, this.#tradeTime);
    this.#tradeTime = time;
    this.#trades++;
    const id = this.#trades;
    this.#line("aggTrades", time, [
      id,
      this.#price(price),
      this.#size(lots),
      id,
      id,
      time,
      takerSide === SELL,
    ]);
    const start = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    if (this.#candle !== undefined && start > this.#candle.start) this.#endCandle(time);
    this.#candle ??= flat(start, price);
    const candle = this.#candle;
    const value = BigInt(price) * BigInt(lots);
    candle.high = Math.max(candle.high, price);
    candle.low = Math.min(candle.low, price);
    candle.close = price;
    candle.lots += lots;
    candle.value += value;
    candle.count++;
    if (takerSide !== BUY) return;
    candle.boughtLots += lots;
    candle.boughtValue += value;
  }

  /** Writes the candle, and a flat one for each minute that has passed since. */
  #endCandle(time: TimeMs): void {
    for (let candle = this.#candle!; candle.start + MINUTE_MS <= time; ) {
      this.#line("klines", candle.start, [
        candle.start,
        ...[candle.open, candle.high, candle.low, candle.close].map((price) => this.#price(price)),
        this.#size(candle.lots),
        candle.start + MINUTE_MS - 1,
        this.#value(candle.value),
        candle.count,
        this.#size(candle.boughtLots),
        this.#value(candle.boughtValue),
        0,
      ]);
      candle = flat(candle.start + MINUTE_MS, candle.close);
      this.#candle = candle;
    }
  }

  /** Writes the size within a few percent of the price, as far as the book is known. */
  #depth(time: TimeMs): void {
    const [bids, asks] = this.#levels;
    if (bids.size === 0 || asks.size === 0) return;
    this.#depthTime = time;
    const middle = (Math.max(...bids.keys()) + Math.min(...asks.keys())) / 2;
    const moment = new Date(time).toISOString().slice(0, 19).replace("T", " ");
    for (const [side, levels] of [bids, asks].entries())
      for (const percent of DEPTH_PERCENTS) {
        const edge = middle * (1 + ((side === BUY ? -1 : 1) * percent) / 100);
        const isWithin = (price: number) => (side === BUY ? price >= edge : price <= edge);
        if ([...levels.keys()].every(isWithin)) break; // the book goes on beyond what is known
        let [lots, value] = [0, 0n];
        for (const [price, size] of levels) {
          if (!isWithin(price)) continue;
          lots += size;
          value += BigInt(price) * BigInt(size);
        }
        const shown = side === BUY ? -percent : percent;
        this.#line("bookDepth", time, [moment, shown, this.#size(lots), this.#value(value)]);
      }
  }

  #line(kind: RecordedKind, time: TimeMs, cells: readonly (string | number | boolean)[]): void {
    if (this.#kinds.has(kind)) this.files.line(kind, time, cells);
  }

  /** A price in ticks, or in parts of a tick with `more` decimals. */
  #price(ticks: number, more = 0): string {
    const { priceDecimals, priceStep } = this.#contract;
    return decimal(BigInt(ticks) * BigInt(priceStep), priceDecimals + more);
  }

  #size(lots: number): string {
    const { sizeDecimals, lotStep } = this.#contract;
    return decimal(BigInt(lots) * BigInt(lotStep), sizeDecimals);
  }

  #value(tickLots: bigint): string {
    const { priceDecimals, priceStep, sizeDecimals, lotStep } = this.#contract;
    return decimal(tickLots * BigInt(priceStep) * BigInt(lotStep), priceDecimals + sizeDecimals);
  }
}

function flat(start: TimeMs, price: number): Candle {
  const none = { lots: 0, value: 0n, count: 0, boughtLots: 0, boughtValue: 0n };
  return { start, open: price, high: price, low: price, close: price, ...none };
}

/** `units × 10^−decimals` as a decimal, with all its digits. */
function decimal(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const sign = units < 0n ? "-" : "";
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

interface RecordOptions {
  readonly client: ExchangeClient;
  readonly folder: string;
  /** Coins; absent: the coins of all default contracts that the exchange has. */
  readonly symbols?: readonly string[] | undefined;
  /** The unit of the sizes that ccxt returns for it; absent: as measured. */
  readonly sizes?: SourceSizes | undefined;
  readonly packing: Packing;
  readonly kinds: readonly RecordedKind[];
  readonly clock: Clock;
  readonly onState: (line: SourceLineView) => void;
}

/**
 * A recorder of an exchange's markets, already listening. @throws ExchangeError whose message is a sentence
 * for users
 */
export async function recorderOf(options: RecordOptions): Promise<Recorder> {
  const { client, symbols, sizes = "auto", folder, packing, kinds, clock, onState } = options;
  const measured = await measuredInstruments(client, symbols, sizes);
  const contracts = measured.map(({ instrument, reading }, contract) => ({
    contract,
    symbol: `cmt_${instrument.base.toLowerCase()}usdt`,
    pair: `${instrument.base.toUpperCase()}USDT`,
    ...sourceGrid({ client, instrument, reading }),
    instrument,
    reading,
  }));
  const source = new ExchangeSource({
    client,
    name: client.id,
    clock,
    onState,
    lines: contracts.map(({ instrument, reading, ...contract }) => ({ contract, instrument, reading })),
  });
  return new Recorder({ source, contracts, exchange: client.id, folder, packing, kinds });
}
