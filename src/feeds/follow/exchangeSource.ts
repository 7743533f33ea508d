import type { ContractView, TimeMs } from "../../core/index.ts";
import { BUY, SELL } from "../../core/index.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { Steps } from "../archive/grid.ts";
import { lotsOf, nearestPoints, ticksOf } from "../archive/grid.ts";
import type { SourceLevel } from "../mirror/sourceBook.ts";
import type { ExchangeBook, ExchangeClient, ExchangeMarket, ExchangeTrade } from "./exchangeClient.ts";
import type { MarketSource, SourceLineView, SourceMessage, SourceState } from "./marketSource.ts";

/** How often is asked where an exchange has no sockets. */
const POLL_MS = 1_000;
/** How often the index is asked for, and for how long an answer counts. */
const INDEX_POLL_MS = 5_000;
const INDEX_FRESH_MS = 15_000;
/** A book that has not changed for so many of its usual gaps is stale; at least and at most so long. */
const STALE_GAPS = 30;
const STALE_MIN_MS = 3_000;
const STALE_MAX_MS = 30_000;
/** While trades come and the book says nothing. */
const SILENT_BOOK_MS = 5_000;
/** A book that its source made so long before the newest that came is old. */
const OLD_MS = 5_000;
/** A connection that has said nothing for so long is given up: a dead one can hang for ever. */
const HANGING_MS = 60_000;
/** Waits after failures, doubled each time. */
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Messages that wait for the next beat; of more the oldest books go, never trades. */
const QUEUE_MAX = 5_000;
const TRADES_REMEMBERED = 5_000;
/** Levels a side that are asked for where it is asked. */
const LEVELS = 200;

export interface ExchangeSourceOptions {
  readonly client: ExchangeClient;
  readonly name: string;
  /** What sizes count: contracts, as ccxt means it, or base coins, as some of its classes give them. */
  readonly sizes: "contracts" | "base";
  readonly clock: Clock;
  readonly lines: readonly { readonly contract: ContractView; readonly market: ExchangeMarket }[];
  /** Told of each change of state. */
  readonly onState: (line: SourceLineView) => void;
}

/**
 * Another exchange's market as it is now. Each contract is listened to by itself: its book and its trades over sockets, or asked for again and
 * again where there are none. What came is said at the next beat. A book that is stale, old, crossed for long or whose connection broke is
 * withdrawn, so that nobody trades with prices that are no more; it comes back with its next update.
 */
export class ExchangeSource implements MarketSource {
  readonly name: string;
  readonly #options: ExchangeSourceOptions;
  readonly #lines: readonly Line[];

  constructor(options: ExchangeSourceOptions) {
    this.#options = options;
    this.name = options.name;
    this.#lines = options.lines.map((line) => new Line(line, options));
  }

  async play(_time: TimeMs, say: (message: SourceMessage) => void): Promise<void> {
    for (const line of this.#lines) line.play(say);
  }

  get lines(): readonly SourceLineView[] {
    return this.#lines.map((line) => line.view);
  }

  async close(): Promise<void> {
    for (const line of this.#lines) line.close();
    await this.#options.client.close?.();
  }
}

class Line {
  readonly #contract: ContractView;
  readonly #market: ExchangeMarket;
  readonly #options: ExchangeSourceOptions;
  readonly #timers = new Set<Timer>();
  #queue: SourceMessage[] = [];
  #state: SourceState = "starting";
  #problem = "";
  #isClosed = false;
  /** Host's monotonic ms of the last book that counts, 0 before the first; and of the last trade. */
  #bookAt = 0;
  #tradeAt = 0;
  #hasTrades = false;
  #heardAt: number;
  /** When the book was last asked for because nothing came. */
  #checkedAt = 0;
  #isChecking = false;
  /** Average time between books. */
  #gap = 0;
  /** Newest time of a book that its source said. */
  #newest = 0;
  #index: { readonly points: number; readonly at: number } | undefined;
  #middle = 0;
  #seen = new Set<string>();
  /** Parts of a lot that trades left over, by side. */
  readonly #carried: [number, number] = [0, 0];

  constructor({ contract, market }: ExchangeSourceOptions["lines"][number], options: ExchangeSourceOptions) {
    this.#contract = contract;
    this.#market = market;
    this.#options = options;
    this.#heardAt = options.clock.monotonicMs();
    const { client } = options;
    const { symbol } = market;
    const canWatch = (what: string) => client.has[what] === true;
    const watchBook = client.watchOrderBook?.bind(client);
    const watchTrades = client.watchTrades?.bind(client);
    this.#listen(
      canWatch("watchOrderBook") && watchBook !== undefined
        ? { ask: () => watchBook(symbol), waitMs: 0 }
        : { ask: () => client.fetchOrderBook(symbol, LEVELS), waitMs: POLL_MS },
      (book) => this.#book(book),
    );
    this.#listen(
      canWatch("watchTrades") && watchTrades !== undefined
        ? { ask: () => watchTrades(symbol), waitMs: 0 }
        : { ask: () => client.fetchTrades(symbol), waitMs: POLL_MS },
      (trades) => this.#trades(trades),
    );
    const index = indexOf(client, symbol);
    if (index !== undefined)
      this.#listen({ ask: index, waitMs: INDEX_POLL_MS }, ({ indexPrice }) => {
        if (indexPrice === undefined || !(indexPrice > 0)) return;
        this.#index = { points: nearestPoints(indexPrice, contract), at: this.#now() };
      });
  }

  get view(): SourceLineView {
    return {
      symbol: this.#contract.symbol,
      market: this.#market.symbol,
      state: this.#state,
      problem: this.#problem,
    };
  }

  play(say: (message: SourceMessage) => void): void {
    const now = this.#now();
    this.#check(now);
    for (const message of this.#queue) say(message);
    this.#queue = [];
    if (this.#state === "live" && this.#isStale(now)) {
      this.#become("stale", `no book for ${Math.round((now - this.#bookAt) / 100) / 10} s`);
      say({ type: "withdraw", contract: this.#contract.contract });
    } else if (this.#state === "live") {
      const isFresh = this.#index !== undefined && now - this.#index.at < INDEX_FRESH_MS;
      const points = isFresh ? this.#index!.points : this.#middle;
      if (points > 0) say({ type: "index", contract: this.#contract.contract, points });
    }
    if (now - this.#heardAt > HANGING_MS) {
      this.#heardAt = now;
      // What hangs rejects now, and what listens connects again.
      void this.#options.client.close?.().catch(() => undefined);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.clear();
  }

  /** Asks, hears and asks again, until this is closed or the market is gone. */
  #listen<T>(
    { ask, waitMs }: { readonly ask: () => Promise<T>; readonly waitMs: number },
    hear: (answer: T) => void,
  ): void {
    let retryMs = RETRY_MIN_MS;
    const again = (afterMs: number): void => {
      if (this.#isClosed || this.#state === "gone") return;
      const timer = this.#options.clock.setTimer(afterMs, () => {
        this.#timers.delete(timer);
        void next();
      });
      this.#timers.add(timer);
    };
    const next = async (): Promise<void> => {
      try {
        const answer = await ask();
        if (this.#isClosed) return;
        this.#heardAt = this.#now();
        retryMs = RETRY_MIN_MS;
        hear(answer);
        again(waitMs);
      } catch (error) {
        if (this.#isClosed) return;
        this.#fail(error);
        again(retryMs);
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
      }
    };
    again(0);
  }

  /** A market that the exchange does not know any more is gone; all else is tried again. What stands is judged by its age. */
  #fail(error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    const problem = `${name}: ${message.slice(0, 200)}`;
    if (GONE.has(name) || (error as { constructor?: { name?: string } }).constructor?.name === "BadSymbol") {
      this.#become("gone", problem);
      this.#queue = [{ type: "withdraw", contract: this.#contract.contract }];
    } else {
      this.#problem = problem;
      if (this.#state === "starting") this.#become("reconnecting", problem);
    }
  }

  #book({ bids, asks, timestamp }: ExchangeBook): void {
    if (this.#state === "gone") return;
    const levels = [this.#levels(bids, BUY), this.#levels(asks, SELL)] as const;
    const [bid, ask] = [levels[0][0], levels[1][0]];
    // Crossed, empty or old: not this book. If no other comes, the one before grows stale.
    if (bid === undefined || ask === undefined || bid.price >= ask.price) return;
    if (timestamp !== undefined) {
      if (timestamp < this.#newest - OLD_MS) return;
      this.#newest = Math.max(this.#newest, timestamp);
    }
    const now = this.#now();
    if (this.#bookAt > 0) this.#gap += (now - this.#bookAt - this.#gap) / 20;
    this.#bookAt = now;
    this.#middle = Math.round(50 * (bid.price + ask.price));
    if (this.#state !== "live") this.#become("live", "");
    this.#push({
      type: "book",
      contract: this.#contract.contract,
      bids: levels[0],
      asks: levels[1],
      sourceTime: timestamp,
    });
  }

  #trades(trades: readonly ExchangeTrade[]): void {
    const isFirst = !this.#hasTrades;
    this.#hasTrades = true;
    this.#tradeAt = this.#now();
    for (const { id, side, price, amount, timestamp } of trades) {
      const key = id ?? `${timestamp} ${side} ${price} ${amount}`;
      if (this.#seen.has(key)) continue;
      this.#remember(key);
      if (isFirst) continue; // what happened before, or too near to it to tell
      if ((side !== "buy" && side !== "sell") || amount === undefined || !(price > 0)) continue;
      const takerSide = side === "buy" ? BUY : SELL;
      const exact = this.#carried[takerSide] + this.#lots(amount);
      const lots = Math.floor(exact + NEARLY_A_LOT);
      this.#carried[takerSide] = exact - lots;
      if (lots === 0) continue;
      const ticks = ticksOf(price, this.#contract, takerSide === SELL);
      const trade = { takerSide, price: ticks, lots, sourceTime: timestamp };
      this.#push({ type: "trade", contract: this.#contract.contract, trade });
    }
  }

  #remember(key: string): void {
    this.#seen.add(key);
    if (this.#seen.size > TRADES_REMEMBERED)
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
  }

  /** Levels in ticks and lots, away from the touch: bids down, asks up; those that meet there are one. */
  #levels(levels: ExchangeBook["bids"], side: number): readonly SourceLevel[] {
    const made: { price: number; lots: number }[] = [];
    for (const [price, size] of levels) {
      if (price === undefined || size === undefined || !(price > 0) || !(size > 0)) continue;
      const ticks = ticksOf(price, this.#contract, side === BUY);
      const lots = this.#lots(size);
      const last = made.at(-1);
      if (last?.price === ticks) last.lots += lots;
      else made.push({ price: ticks, lots });
    }
    return made.flatMap(({ price, lots }) => {
      const whole = Math.floor(lots + NEARLY_A_LOT);
      return price > 0 && whole > 0 ? [{ price, lots: whole }] : [];
    });
  }

  #lots(contracts: number): number {
    const size = this.#options.sizes === "base" ? 1 : (this.#market.contractSize ?? 1);
    return lotsOf(contracts * size, this.#contract as Steps);
  }

  #push(message: SourceMessage): void {
    if (this.#queue.length >= QUEUE_MAX) {
      const oldest = this.#queue.findIndex(({ type }) => type === "book");
      this.#queue.splice(Math.max(0, oldest), 1);
    }
    this.#queue.push(message);
  }

  #isStale(now: number): boolean {
    const isTrading = this.#tradeAt > this.#bookAt + SILENT_BOOK_MS;
    return isTrading || now - this.#bookAt > this.#patienceMs();
  }

  #patienceMs(): number {
    return Math.min(STALE_MAX_MS, Math.max(STALE_MIN_MS, STALE_GAPS * this.#gap));
  }

  /** A socket that says nothing may have nothing to say: the book is asked for, and if it comes it counts. */
  #check(now: number): void {
    const isQuiet = now - Math.max(this.#bookAt, this.#checkedAt) > this.#patienceMs() / 3;
    if (!isQuiet || this.#isChecking || this.#state === "gone") return;
    this.#isChecking = true;
    this.#checkedAt = now;
    this.#options.client
      .fetchOrderBook(this.#market.symbol, LEVELS)
      .then((book) => this.#book(book))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isChecking = false;
      });
  }

  #become(state: SourceState, problem: string): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.onState(this.view);
  }

  #now(): number {
    return this.#options.clock.monotonicMs();
  }
}

const GONE = new Set(["BadSymbol"]);
const NEARLY_A_LOT = 1e-6;

/** Where an exchange says its index: with the funding rate or the ticker; undefined where it says none. */
function indexOf(
  client: ExchangeClient,
  symbol: string,
): (() => Promise<{ readonly indexPrice?: number | undefined }>) | undefined {
  const { fetchFundingRate, fetchTicker } = client;
  if (client.has["fetchFundingRate"] === true && fetchFundingRate !== undefined)
    return () => fetchFundingRate.call(client, symbol);
  if (client.has["fetchTicker"] === true && fetchTicker !== undefined)
    return () => fetchTicker.call(client, symbol);
  return undefined;
}
