import { BUY, RATE_ONE, SELL } from "../../core/index.ts";
import type { Timer } from "../../host/clock.ts";
import { lotsOf, nearestPoints, ticksOf } from "../archive/grid.ts";
import type { SourceLevel } from "../mirror/sourceBook.ts";
import { KnownBook } from "./bookComparison.ts";
import type { ExchangeBook, ExchangeMarket, ExchangePrices, ExchangeTrade } from "./exchangeClient.ts";
import type { ExchangeSourceOptions, FollowedContract } from "./exchangeSource.ts";
import type { SourceLineView, SourceMessage, SourceState } from "./marketSource.ts";
import { pricesOf } from "./sourcePrices.ts";

/** How often is asked where an exchange has no sockets. */
const POLL_MS = 1_000;
/** How often index, mark and rate are asked for, and for how long an index and a mark count. A rate counts until the next. */
const PRICES_POLL_MS = 2_000;
const PRICES_FRESH_MS = 15_000;
/** A book that has not changed for so many of its usual gaps is stale; at least and at most so long. */
const STALE_GAPS = 30;
const STALE_MIN_MS = 3_000;
const STALE_MAX_MS = 30_000;
/** While trades come and the book says nothing. */
const SILENT_BOOK_MS = 5_000;
/** A book that its source made so long before the newest that came is old. */
const OLD_MS = 5_000;
/** A book that is crossed for so long is asked for; for so long, it is withdrawn. */
const CROSSED_ASK_MS = 250;
const CROSSED_MS = 3_000;
/** How often the whole book is asked for, to compare it with what its updates made. */
const COMPARE_MS = 60_000;
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
const NEARLY_A_LOT = 1e-6;
const GONE = new Set(["BadSymbol"]);

interface Priced {
  readonly points: number;
  /** Host's monotonic ms. */
  readonly at: number;
}

/** One market of an exchange, listened to. Times are the host's monotonic ms unless they say otherwise. */
export class ExchangeLine {
  readonly #contract: FollowedContract;
  readonly #market: ExchangeMarket;
  readonly #options: ExchangeSourceOptions;
  readonly #timers = new Set<Timer>();
  readonly #hasBookSocket: boolean;
  readonly #known = new KnownBook();
  #queue: SourceMessage[] = [];
  #state: SourceState = "starting";
  #problem = "";
  #isClosed = false;
  /** Of the last book that counts, 0 before the first; and of the last trade. */
  #bookAt = 0;
  #tradeAt = 0;
  #hasTrades = false;
  #heardAt: number;
  /** Since when the books that come are crossed; 0 while they are not. */
  #crossedAt = 0;
  /** When the book was last asked for because something was wrong with it, and to compare it. */
  #checkedAt = 0;
  #comparedAt: number;
  #isAsking = false;
  /** Average time between books. */
  #gap = 0;
  /** Newest time of a book that its source said. */
  #newest = 0;
  #index: Priced | undefined;
  #mark: Priced | undefined;
  #rate: number | undefined;
  #middle = 0;
  #seen = new Set<string>();
  /** Parts of a lot that trades left over, by side. */
  readonly #carried: [number, number] = [0, 0];

  constructor({ contract, market }: ExchangeSourceOptions["lines"][number], options: ExchangeSourceOptions) {
    this.#contract = contract;
    this.#market = market;
    this.#options = options;
    this.#heardAt = options.clock.monotonicMs();
    this.#comparedAt = this.#heardAt;
    const { client } = options;
    const { symbol } = market;
    const canWatch = (what: string) => client.has[what] === true;
    const watchBook = canWatch("watchOrderBook") ? client.watchOrderBook?.bind(client) : undefined;
    const watchTrades = canWatch("watchTrades") ? client.watchTrades?.bind(client) : undefined;
    const watchMark = canWatch("watchMarkPrice") ? client.watchMarkPrice?.bind(client) : undefined;
    this.#hasBookSocket = watchBook !== undefined;
    options.onState(this.view);
    this.#listen(
      watchBook !== undefined
        ? { ask: () => watchBook(symbol), waitMs: 0 }
        : { ask: () => client.fetchOrderBook(symbol, LEVELS), waitMs: POLL_MS },
      (book) => this.#book(book),
    );
    this.#listen(
      watchTrades !== undefined
        ? { ask: () => watchTrades(symbol), waitMs: 0 }
        : { ask: () => client.fetchTrades(symbol), waitMs: POLL_MS },
      (trades) => this.#trades(trades),
    );
    const prices = pricesOf(client, symbol);
    if (prices !== undefined)
      this.#listen({ ask: prices, waitMs: PRICES_POLL_MS }, (said) => this.#prices(said));
    if (watchMark !== undefined)
      this.#listen({ ask: () => watchMark(symbol), waitMs: 0 }, (said) => this.#prices(said));
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
    const { contract } = this.#contract;
    this.#check(now);
    for (const message of this.#queue) say(message);
    this.#queue = [];
    const isCrossed = this.#crossedAt > 0 && now - this.#crossedAt > CROSSED_MS;
    if (this.#isShown && (isCrossed || this.#isStale(now))) {
      if (this.#crossedAt > 0) this.#become("crossed", "its best bid is not below its best ask");
      else this.#become("stale", `no book for ${Math.round((now - this.#bookAt) / 100) / 10} s`);
      say({ type: "withdraw", contract });
    } else if (this.#isShown) {
      const points = fresh(this.#index, now) ?? this.#middle;
      if (points > 0) say({ type: "index", contract, points });
      say({ type: "mark", contract, points: fresh(this.#mark, now) ?? 0 });
      if (this.#rate !== undefined) say({ type: "rate", contract, rate: this.#rate });
    }
    if (now - this.#heardAt > HANGING_MS) {
      this.#heardAt = now;
      this.#connectAnew();
    }
  }

  /** Told what markets there are now. */
  isListed(markets: Readonly<Record<string, ExchangeMarket>> | undefined): void {
    const market = markets?.[this.#market.symbol];
    if (market === undefined) this.#end(`${this.#market.symbol} is not among its markets any more`);
    else if (market.active === false) this.#end(`${this.#market.symbol} is not traded there any more`);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.clear();
  }

  /** Whether something of it stands in the book here. */
  get #isShown(): boolean {
    return this.#state === "live" || this.#state === "gap";
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
      this.#end(problem);
    } else {
      this.#problem = problem;
      if (!this.#isShown && this.#state !== "gone") this.#become("reconnecting", problem);
    }
  }

  #end(problem: string): void {
    if (this.#state === "gone") return;
    this.#become("gone", problem);
    this.#queue = [{ type: "withdraw", contract: this.#contract.contract }];
  }

  #book(book: ExchangeBook): void {
    if (this.#state === "gone") return;
    const { timestamp } = book;
    const [bids, asks] = this.#sides(book);
    const [bid, ask] = [bids[0], asks[0]];
    // Crossed, empty or old: not this book. If no other comes, the one before grows stale.
    if (bid === undefined || ask === undefined) return;
    const now = this.#now();
    if (bid.price >= ask.price) {
      if (this.#crossedAt === 0) this.#crossedAt = now;
      return;
    }
    if (timestamp !== undefined) {
      if (timestamp < this.#newest - OLD_MS) return;
      this.#newest = Math.max(this.#newest, timestamp);
    }
    this.#crossedAt = 0;
    if (this.#bookAt > 0) this.#gap += (now - this.#bookAt - this.#gap) / 20;
    this.#bookAt = now;
    this.#middle = Math.round(50 * (bid.price + ask.price));
    this.#known.update(bids, asks, now);
    if (this.#state !== "live") this.#become("live", "");
    this.#push({ type: "book", contract: this.#contract.contract, bids, asks, sourceTime: timestamp });
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

  #prices({ indexPrice, markPrice, fundingRate }: ExchangePrices): void {
    const at = this.#now();
    const priced = (price: number): Priced => ({ points: nearestPoints(price, this.#contract), at });
    if (indexPrice !== undefined && indexPrice > 0) this.#index = priced(indexPrice);
    if (markPrice !== undefined && markPrice > 0) this.#mark = priced(markPrice);
    if (fundingRate !== undefined && Math.abs(fundingRate) <= 1)
      this.#rate = Math.round(fundingRate * RATE_ONE);
  }

  #remember(key: string): void {
    this.#seen.add(key);
    if (this.#seen.size > TRADES_REMEMBERED)
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
  }

  #sides({ bids, asks }: ExchangeBook): readonly [readonly SourceLevel[], readonly SourceLevel[]] {
    return [this.#levels(bids, BUY), this.#levels(asks, SELL)];
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
    return lotsOf(contracts * size, this.#contract);
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
    return Math.min(STALE_MAX_MS, Math.max(STALE_MIN_MS, this.#gap * STALE_GAPS));
  }

  /**
   * A socket that says nothing may have nothing to say: the book is asked for, and if it comes it counts; so it is where what comes is
   * crossed. Once a minute it is asked for to be compared.
   */
  #check(now: number): void {
    if (this.#state === "gone" || this.#isAsking) return;
    const isQuiet = now - Math.max(this.#bookAt, this.#checkedAt) > this.#patienceMs() / 3;
    const isCrossed =
      this.#crossedAt > 0 && now - Math.max(this.#crossedAt, this.#checkedAt) > CROSSED_ASK_MS;
    if (isQuiet || isCrossed) {
      this.#checkedAt = now;
      this.#askBook((book) => this.#book(book));
    } else if (this.#hasBookSocket && this.#isShown && now - this.#comparedAt > COMPARE_MS) {
      this.#comparedAt = now;
      this.#askBook((book) => this.#compare(book, now));
    }
  }

  #askBook(hear: (book: ExchangeBook) => void): void {
    this.#isAsking = true;
    this.#options.client
      .fetchOrderBook(this.#market.symbol, LEVELS)
      .then(hear)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  /** Where updates were lost, the whole book is shown instead, as what changed of it, and the connection is made anew. */
  #compare(book: ExchangeBook, askedAt: number): void {
    const [bids, asks] = this.#sides(book);
    const difference = this.#known.differs(bids, asks, askedAt);
    if (difference === undefined || !this.#isShown) return;
    this.#known.forget();
    this.#book(book);
    this.#become("gap", difference);
    this.#connectAnew();
  }

  /** What waits for an answer is rejected, and whoever listens asks again. */
  #connectAnew(): void {
    void this.#options.client.close?.().catch(() => undefined);
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

function fresh(priced: Priced | undefined, now: number): number | undefined {
  return priced !== undefined && now - priced.at < PRICES_FRESH_MS ? priced.points : undefined;
}
