import type { ContractView } from "../../../kernel/core/index.ts";
import { BUY, POINTS_PER_TICK, RATE_ONE, SELL } from "../../../kernel/core/index.ts";
import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import { lotsOf, nearestPoints, ticksOf } from "../archive/grid.ts";
import type { SourceLevel } from "../mirror/mirror.ts";
import { KnownBook } from "./bookComparison.ts";
import type {
  ExchangeBook,
  ExchangeClient,
  ExchangeInstrument,
  ExchangePrices,
  ExchangeTrade,
} from "./exchangeClient.ts";
import type { ListeningTime } from "./listeningTime.ts";
import type { SourceLineView, SourceMessage, SourceState } from "./marketSource.ts";
import { inSourceOrder } from "./marketSource.ts";
import { observeSizes } from "./observeSizes.ts";
import type { SizeReading } from "./sizeReading.ts";
import { pricesOf } from "./sourcePrices.ts";
import { HeardTrades, TradeFit } from "./sourceTrades.ts";

/** How often a book or trades are asked for where an exchange has no sockets, ms. */
const POLL_MS = 1_000;
/**
 * How often index, mark and rate are asked for, and how long an index or mark counts, ms. A rate counts until
 * the next one.
 */
const PRICES_POLL_MS = 2_000;
const PRICES_FRESH_MS = 15_000;
/**
 * A book is stale once no update came for this many times the usual gap between updates, but for no less than
 * `STALE_MIN_MS` and no more than `STALE_MAX_MS`.
 */
const STALE_GAPS = 30;
const STALE_MIN_MS = 3_000;
const STALE_MAX_MS = 30_000;
/** How long a book may be silent while trades come, ms. */
const SILENT_BOOK_MS = 5_000;
/** A book whose time at the source is this much before the newest time seen is old, ms. */
const OLD_MS = 5_000;
/** After this long a crossed book is asked for as a whole; after the second time it is withdrawn. In ms. */
const CROSSED_ASK_MS = 250;
const CROSSED_MS = 3_000;
/** How often the whole book is asked for, to compare it with the one that the updates make, ms. */
const COMPARE_MS = 60_000;
/** A connection on which nothing came for this long is replaced, ms: a dead one may never report its end. */
const HANGING_MS = 60_000;
/** How often the unit of sizes is measured, ms: while it is not sure, and once it is. */
const MEASURE_SOON_MS = MINUTE_MS;
const MEASURE_MS = HOUR_MS;
/** Waits after failures, ms; doubled each time. */
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;
/** Messages that wait for the next beat. Beyond this the oldest books are dropped, never trades. */
const QUEUE_MAX = 5_000;
const TRADES_REMEMBERED = 5_000;
/** Levels a side in a request for a book. */
const LEVELS = 200;
const NEARLY_A_LOT = 1e-6;
/** After this many answers of a socket that never has to wait, the process's other work has its turn. */
const ANSWERS_AT_ONCE = 64;
const GONE = new Set(["BadSymbol"]);

/** What is needed to express a source's figures in a contract's ticks and lots. */
export type FollowedContract = Pick<
  ContractView,
  "contract" | "symbol" | "priceDecimals" | "priceStep" | "sizeDecimals" | "lotStep"
>;

/** An instrument of an exchange, and the contract that shows it. */
export interface FollowedInstrument {
  readonly contract: FollowedContract;
  readonly instrument: ExchangeInstrument;
  readonly reading: SizeReading;
}

export interface ExchangeLineOptions {
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly time: ListeningTime;
  /** Called at each change of state, and when the unit of sizes was measured again. */
  readonly onState: (line: SourceLineView) => void;
}

interface Priced {
  readonly points: number;
  /** When the price came, by {@link ListeningTime}. */
  readonly at: number;
}

/**
 * Listens to one instrument of an exchange. Times are those of {@link ListeningTime}, in ms, unless another
 * is named.
 */
export class ExchangeLine {
  readonly #contract: FollowedContract;
  readonly #instrument: ExchangeInstrument;
  readonly #reading: SizeReading;
  readonly #options: ExchangeLineOptions;
  readonly #timers = new Set<Timer>();
  readonly #hasBookSocket: boolean;
  readonly #known = new KnownBook();
  #queue: SourceMessage[] = [];
  #state: SourceState = "starting";
  #problem = "";
  #isClosed = false;
  /** When the last valid book came, by {@link ListeningTime}; 0 before the first. */
  #bookAt = 0;
  /** When the last trade came, by {@link ListeningTime}; 0 before the first. */
  #tradeAt = 0;
  #hasTrades = false;
  #heardAt: number;
  /** Since when the books that come have been crossed; 0 while they are not. */
  #crossedAt = 0;
  /** When the book was last asked for because something was wrong with it, by {@link ListeningTime}. */
  #checkedAt = 0;
  /** When the whole book was last asked for to be compared, by {@link ListeningTime}. */
  #comparedAt: number;
  #isAsking = false;
  /** {@link ListeningTime.missedMs} at the last beat. */
  #missedMs: number;
  /** Average time between books, ms. */
  #gap = 0;
  /** The newest time at the source of any book. */
  #newest = 0;
  #index: Priced | undefined;
  #mark: Priced | undefined;
  #rate: number | undefined;
  #middle = 0;
  #seen = new Set<string>();
  /** The fraction of a lot that trades left over, by side. */
  readonly #carried: [number, number] = [0, 0];
  readonly #fit = new TradeFit();
  readonly #heard = new HeardTrades();
  /** The newest book, in ccxt's form. */
  #raw: ExchangeBook = { bids: [], asks: [] };
  /** When the unit of sizes was last measured, by {@link ListeningTime}. */
  #measuredAt: number;
  #isMeasuring = false;

  constructor({ contract, instrument, reading }: FollowedInstrument, options: ExchangeLineOptions) {
    this.#contract = contract;
    this.#instrument = instrument;
    this.#reading = reading;
    this.#options = options;
    this.#heardAt = options.time.now();
    this.#missedMs = options.time.missedMs();
    this.#comparedAt = this.#heardAt;
    this.#measuredAt = this.#heardAt;
    const { client } = options;
    const { symbol } = instrument;
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
      this.#listen({ ask: prices, waitMs: PRICES_POLL_MS }, (answer) => this.#prices(answer));
    if (watchMark !== undefined)
      this.#listen({ ask: () => watchMark(symbol), waitMs: 0 }, (answer) => this.#prices(answer));
  }

  get view(): SourceLineView {
    return {
      symbol: this.#contract.symbol,
      market: this.#instrument.symbol,
      state: this.#state,
      problem: this.#problem,
      sizes: this.#reading.text,
    };
  }

  /** Gives out, in a beat that began at `now`, what had come by then. */
  play(now: number, emit: (message: SourceMessage) => void): void {
    const { contract } = this.#contract;
    const missedMs = this.#options.time.missedMs() - this.#missedMs;
    this.#missedMs += missedMs;
    this.#check(now, missedMs > 0);
    this.#measure(now);
    for (const message of inSourceOrder(this.#queue)) emit(message);
    this.#queue = [];
    if (missedMs > 0 && this.#isShown) emit({ type: "late", contract, ms: Math.ceil(missedMs) });
    const isCrossed = this.#crossedAt > 0 && now - this.#crossedAt > CROSSED_MS;
    if (this.#isShown && (isCrossed || this.#isStale(now))) {
      if (this.#crossedAt > 0) this.#become("crossed", "its best bid is not below its best ask");
      else this.#become("stale", `no book for ${Math.round((now - this.#bookAt) / 100) / 10} s`);
      emit({ type: "withdraw", contract });
    } else if (this.#isShown) {
      const points = fresh(this.#index, now) ?? this.#middle;
      if (points > 0) emit({ type: "index", contract, points });
      emit({ type: "mark", contract, points: fresh(this.#mark, now) ?? 0 });
      if (this.#rate !== undefined) emit({ type: "rate", contract, rate: this.#rate });
    }
    if (now - this.#heardAt > HANGING_MS) {
      this.#heardAt = now;
      this.#connectAnew();
    }
  }

  /** Takes the exchange's present list of markets. */
  isListed(markets: Readonly<Record<string, ExchangeInstrument>> | undefined): void {
    const instrument = markets?.[this.#instrument.symbol];
    if (instrument === undefined) this.#end(`${this.#instrument.symbol} is not among its markets any more`);
    else if (instrument.active === false)
      this.#end(`${this.#instrument.symbol} is not traded there any more`);
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.clear();
  }

  /** Whether quotes of this instrument stand in the venue's book. */
  get #isShown(): boolean {
    return this.#state === "live" || this.#state === "misfit" || this.#state === "gap";
  }

  /**
   * Asks or waits for an answer again and again, until the line is closed or the instrument is gone. A
   * socket's next message is waited for at once: one that comes while nobody waits is given out by ccxt only
   * with the one after it.
   */
  #listen<T>(
    { ask, waitMs }: { readonly ask: () => Promise<T>; readonly waitMs: number },
    hear: (answer: T) => void,
  ): void {
    let retryMs = RETRY_MIN_MS;
    let answers = 0;
    const again = (afterMs: number, asked?: Promise<T>): void => {
      if (this.#isClosed || this.#state === "gone") return;
      if (asked !== undefined && ++answers % ANSWERS_AT_ONCE !== 0) return void next(asked);
      const timer = this.#options.clock.setTimer(afterMs, () => {
        this.#timers.delete(timer);
        void next(asked);
      });
      this.#timers.add(timer);
    };
    const next = async (asked?: Promise<T>): Promise<void> => {
      try {
        const answer = await (asked ?? ask());
        if (this.#isClosed) return;
        const following = waitMs === 0 ? ask() : undefined;
        following?.catch(() => undefined); // looked at when its turn comes
        this.#heardAt = this.#now();
        retryMs = RETRY_MIN_MS;
        hear(answer);
        again(waitMs, following);
      } catch (error) {
        if (this.#isClosed) return;
        this.#fail(error);
        again(retryMs);
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
      }
    };
    again(0);
  }

  /**
   * An instrument that the exchange no longer knows is gone; after any other error the call is tried again.
   * Quotes of the last book stay until it is stale.
   */
  #fail(error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    const problem = `${name}: ${message.slice(0, 200)}`;
    if (GONE.has(name) || (error as { constructor?: { name?: string } }).constructor?.name === "BadSymbol") {
      this.#end(problem);
    } else {
      this.#problem = problem;
      this.#heard.forget(); // trades may be missing
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
    this.#raw = book;
    if (this.#reading.doubt !== "") return this.#doubt();
    const { timestamp } = book;
    const [bids, asks] = this.#sides(book);
    const [bid, ask] = [bids[0], asks[0]];
    // A crossed, empty or old book is not used. If no other comes, the last good one grows stale.
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
    this.#middle = Math.round((POINTS_PER_TICK / 2) * (bid.price + ask.price));
    this.#known.update(bids, asks, now);
    this.#fit.book(bids, asks);
    this.#show();
    this.#push({ type: "book", contract: this.#contract.contract, bids, asks, sourceTime: timestamp });
  }

  #trades(trades: readonly ExchangeTrade[]): void {
    const isFirst = !this.#hasTrades;
    this.#hasTrades = true;
    this.#tradeAt = this.#now();
    for (const trade of trades) {
      const { id, side, price, amount, timestamp } = trade;
      const key = id ?? `${timestamp} ${side} ${price} ${amount}`;
      if (this.#seen.has(key)) continue;
      this.#remember(key);
      this.#heard.add(trade);
      if (isFirst) continue; // trades from before the start, or too close to it to tell
      if ((side !== "buy" && side !== "sell") || amount === undefined || !(price > 0)) continue;
      const coins = this.#reading.coinsIn("trades");
      if (coins === undefined) continue;
      const takerSide = side === "buy" ? BUY : SELL;
      const exact = this.#carried[takerSide] + lotsOf(amount * coins, this.#contract);
      const lots = Math.floor(exact + NEARLY_A_LOT);
      this.#carried[takerSide] = exact - lots;
      this.#fit.trade(takerSide, lots);
      if (lots === 0) {
        this.#push({ type: "leftOut", contract: this.#contract.contract, why: "lot" });
        continue;
      }
      const ticks = ticksOf(price, this.#contract, takerSide === SELL ? "down" : "up");
      const converted = { takerSide, price: ticks, lots, sourceTime: timestamp };
      this.#push({ type: "trade", contract: this.#contract.contract, trade: converted });
    }
    if (this.#state === "live" || this.#state === "misfit") this.#show();
  }

  /** Sets the state of a book that is shown: live, or misfit where something speaks against its unit. */
  #show(): void {
    const against = this.#reading.contradiction || this.#fit.problem;
    const state = against === "" ? "live" : "misfit";
    if (this.#state !== state || this.#problem !== against) this.#become(state, against);
  }

  /** Withdraws the book while the unit of its sizes is in doubt. */
  #doubt(): void {
    this.#bookAt = this.#now();
    if (this.#state === "unsure" && this.#problem === this.#reading.doubt) return;
    this.#become("unsure", this.#reading.doubt);
    this.#queue = [{ type: "withdraw", contract: this.#contract.contract }];
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

  /**
   * Levels in ticks and lots, rounded away from the touch: bids down, asks up; levels that fall on one tick
   * are added up.
   */
  #levels(levels: ExchangeBook["bids"], side: number): readonly SourceLevel[] {
    const coins = this.#reading.coinsIn("book") ?? 0;
    const made: { price: number; lots: number }[] = [];
    for (const [price, size] of levels) {
      if (price === undefined || size === undefined || !(price > 0) || !(size > 0)) continue;
      const ticks = ticksOf(price, this.#contract, side === BUY ? "down" : "up");
      const lots = lotsOf(size * coins, this.#contract);
      const last = made.at(-1);
      if (last?.price === ticks) last.lots += lots;
      else made.push({ price: ticks, lots });
    }
    return made.flatMap(({ price, lots }) => {
      const whole = Math.floor(lots + NEARLY_A_LOT);
      return price > 0 && whole > 0 ? [{ price, lots: whole }] : [];
    });
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
   * Asks for the whole book when the socket was silent for a while, since maybe there was nothing to say: the
   * answer counts as an update. Also when the book is crossed; and once a minute, to compare it with the
   * known one.
   *
   * @param isLate whether this process was held up: then the book may be old, and is asked for unless an
   * update has come by now
   */
  #check(now: number, isLate: boolean): void {
    if (this.#state === "gone" || this.#isAsking) return;
    const isQuiet = isLate
      ? this.#bookAt < now
      : now - Math.max(this.#bookAt, this.#checkedAt) > this.#patienceMs() / 3;
    const isCrossed =
      this.#crossedAt > 0 && now - Math.max(this.#crossedAt, this.#checkedAt) > CROSSED_ASK_MS;
    if (isQuiet || isCrossed) {
      this.#checkedAt = now;
      this.#askBook((book) => this.#book(book));
    } else if (this.#hasBookSocket && this.#isShown && now - this.#comparedAt > COMPARE_MS) {
      this.#comparedAt = now;
      const missedMs = this.#missedMs;
      this.#askBook((book) => {
        // After a hold-up updates may still be unread, so that the comparison would be wrong.
        if (this.#options.time.missedMs() === missedMs) this.#compare(book, now);
      });
    }
  }

  /** Measures the unit of sizes by the trades that were heard, once these span whole minutes. */
  #measure(now: number): void {
    const everyMs = this.#reading.isSure ? MEASURE_MS : MEASURE_SOON_MS;
    const { bids, asks } = this.#raw;
    const [bid = 0, ask = 0] = [bids[0]?.[0], asks[0]?.[0]];
    if (
      this.#state === "gone" ||
      this.#isMeasuring ||
      now - this.#measuredAt < everyMs ||
      !(bid > 0 && ask > 0)
    )
      return;
    const trades = this.#heard.ofMinutes();
    if (trades.length === 0) return;
    this.#measuredAt = now;
    this.#isMeasuring = true;
    const levels = [...bids, ...asks].flatMap(([, size = 0]) => (size > 0 ? [size] : []));
    observeSizes(this.#options.client, this.#instrument, {
      ...{ price: (bid + ask) / 2, levels, trades, now: this.#options.clock.wallMs() },
    })
      .then((measured) => {
        if (this.#isClosed || this.#state === "gone") return;
        this.#reading.learn(measured);
        if (this.#reading.doubt !== "") this.#doubt();
        else if (this.#state === "live" || this.#state === "misfit") this.#show();
        this.#options.onState(this.view);
      })
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isMeasuring = false;
      });
  }

  #askBook(hear: (book: ExchangeBook) => void): void {
    this.#isAsking = true;
    this.#options.client
      .fetchOrderBook(this.#instrument.symbol, LEVELS)
      .then(hear)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  /**
   * Where the whole book shows that updates were lost, takes it in place of the known one, and connects anew.
   */
  #compare(book: ExchangeBook, askedAt: number): void {
    const [bids, asks] = this.#sides(book);
    const difference = this.#known.differs(bids, asks, askedAt);
    if (difference === undefined || !this.#isShown) return;
    this.#known.forget();
    this.#book(book);
    this.#become("gap", difference);
    this.#connectAnew();
  }

  /** Closes the connection: the calls that wait for an answer are rejected, and each is made again. */
  #connectAnew(): void {
    void this.#options.client.close?.().catch(() => undefined);
  }

  #become(state: SourceState, problem: string): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.onState(this.view);
  }

  #now(): number {
    return this.#options.time.now();
  }
}

function fresh(priced: Priced | undefined, now: number): number | undefined {
  return priced !== undefined && now - priced.at < PRICES_FRESH_MS ? priced.points : undefined;
}
