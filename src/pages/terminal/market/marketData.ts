import type { Level, LineState, OrderBook } from "../../../interface/client/index.ts";
import { type TickerPush, V2Client } from "../../../interface/client/index.ts";
import type { FundingForecast, OpenInterest, SourceState } from "../../../interface/wire/v2/market.ts";
import { untilAborted, whileShown } from "../state/following.ts";
import { FrameStore, Painted, Store } from "../state/store.ts";
import { type Contract, contractOf } from "./contract.ts";
import { healthOf } from "./health.ts";
import { clockAfter, type MarketClock } from "./marketClock.ts";
import { Tape } from "./tape.ts";

/** How often figures that are not pushed are asked for, ms. */
const SLOW_MS = 5_000;
/** How long the first book is waited for, ms. */
const PATIENCE_MS = 1_000;
/** How many earlier trades are read: more than a high screen shows. */
const TRADES = 30;
/** How many levels of a side a book follows at first; more are followed once more are in sight. */
const SHALLOW = 15;
const DEEP = 200;

/** The figures of the symbol bar that are not in the ticker. */
export interface SlowFigures {
  readonly funding: FundingForecast | undefined;
  readonly openInterest: OpenInterest | undefined;
}

/** Market data of the shown contract, as the venue pushes them; independent of who is signed in. */
export class MarketData {
  /** A client without a key. */
  readonly client: V2Client;
  /** The venue's contracts, at least one. */
  readonly contracts: readonly Contract[];
  /** The shown contract. */
  readonly contract: Store<Contract>;
  readonly ticker = new FrameStore<TickerPush | undefined>(undefined);
  readonly slow = new Store<SlowFigures>({ funding: undefined, openInterest: undefined });
  readonly book = new BookView();
  readonly tape = new Tape();
  /** Whether the venue's pushes arrive. */
  readonly isLive = new Store(false);
  /** The state of the connection on which pushes come. */
  readonly line = new Store<LineState>("opening");
  /**
   * Counts the gaps in the pushes: the connection was lost for a while, which also happens when the market
   * starts over.
   */
  readonly holes = new Store(0);
  /**
   * The state of the source that the venue shows in this contract; `undefined` if the venue makes its own
   * prices.
   */
  readonly source = new Store<SourceState | undefined>(undefined);
  /** The faults and directives in force, in words. */
  readonly disturbances = new Store<readonly string[]>([]);
  /** How market time runs, computed from the venue's last two answers. */
  readonly clock = new Store<MarketClock | undefined>(undefined);
  /**
   * Resolves when what the page shows first is there, and the first book has come or is late: other requests
   * can wait for that.
   */
  readonly begun: Promise<void>;
  readonly #baseUrl: string;
  readonly #closing = new AbortController();
  /** Ends the subscriptions of the previously shown contract. */
  #leaving = new AbortController();
  /** Ends the book that is followed. */
  #bookEnd = new AbortController();
  #depth: typeof SHALLOW | typeof DEEP = SHALLOW;
  /** Ends the trades that are followed. */
  #tapeEnd = new AbortController();
  #wasLive = false;
  #begin = (): void => {};

  /**
   * Asks for the contracts and follows the first.
   *
   * @param drawn resolves when the page has drawn what it shows first
   * @throws what the client throws if the venue cannot be reached
   */
  static async open(baseUrl: string, drawn = Promise.resolve()): Promise<MarketData> {
    const client = new V2Client({ baseUrl, locale: "en-US" });
    const contracts = (await client.market.contracts()).map(contractOf);
    const [first] = contracts;
    if (first === undefined) throw new Error("the venue lists no contract");
    return new MarketData(client, baseUrl, contracts, first, drawn);
  }

  private constructor(
    client: V2Client,
    baseUrl: string,
    contracts: readonly Contract[],
    first: Contract,
    drawn: Promise<void>,
  ) {
    this.client = client;
    this.#baseUrl = baseUrl;
    this.contracts = contracts;
    this.contract = new Store(first);
    const book = new Promise<void>((resolve) => {
      this.#begin = resolve;
      setTimeout(resolve, PATIENCE_MS);
    });
    this.begun = Promise.all([drawn, book]).then(() => undefined);
    this.isLive.subscribe(() => {
      if (!this.isLive.value) return;
      if (this.#wasLive) this.holes.set(this.holes.value + 1);
      this.#wasLive = true;
    });
    this.holes.subscribe(() => this.#beginTape());
    this.#follow(first);
  }

  /** Aborted when nothing may be asked of {@link client} any more. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Shows another contract; never throws: a channel that cannot be subscribed stays empty, and is tried
   * again.
   */
  show(contract: Contract): void {
    if (contract === this.contract.value) return;
    this.contract.set(contract);
    this.#follow(contract);
  }

  close(): void {
    this.#closing.abort();
    this.#leaving.abort();
    this.book.clear();
    this.client.close();
  }

  #follow(contract: Contract): void {
    this.#leaving.abort();
    const leaving = new AbortController();
    this.#leaving = leaving;
    this.ticker.set(undefined);
    this.slow.set({ funding: undefined, openInterest: undefined });
    this.source.set(undefined);
    this.book.clear();
    this.tape.begin(undefined);
    const { signal } = leaving;
    void untilAborted(signal, () => this.#followTicker(contract, signal));
    this.#beginBook();
    this.#beginTape();
    void this.#poll(contract, signal);
  }

  /**
   * Sets how many levels of a side are in sight: no more are followed than that needs. The present picture
   * stays until there is another.
   */
  see(levels: number): void {
    const depth = levels > SHALLOW ? DEEP : SHALLOW;
    if (depth === this.#depth) return;
    this.#depth = depth;
    this.#beginBook();
  }

  #beginBook(): void {
    this.#bookEnd.abort();
    this.#bookEnd = new AbortController();
    const signal = AbortSignal.any([this.#leaving.signal, this.#bookEnd.signal]);
    void untilAborted(signal, () => this.#followBook(this.contract.value, signal));
  }

  /** Follows the trades, earlier ones included; the list that is shown stays until these are read. */
  #beginTape(): void {
    this.#tapeEnd.abort();
    this.#tapeEnd = new AbortController();
    const signal = AbortSignal.any([this.#leaving.signal, this.#tapeEnd.signal]);
    void untilAborted(signal, () => this.#followTape(this.contract.value, signal));
  }

  /** Market time now, estimated from the venue's last answer and the time since. */
  now(): number {
    const { value } = this.clock;
    return value === undefined ? Date.now() : value.venueMs + (performance.now() - value.atMs) * value.speed;
  }

  async #followTicker({ symbol }: Contract, signal: AbortSignal): Promise<void> {
    const feed = await this.client.watch.ticker(symbol);
    signal.addEventListener("abort", () => feed.close());
    if (signal.aborted) feed.close();
    for await (const push of feed) this.ticker.set(push);
  }

  async #followBook({ symbol }: Contract, signal: AbortSignal): Promise<void> {
    const book = await this.client.orderBook(symbol, this.#depth);
    this.#begin();
    signal.addEventListener("abort", () => book.close());
    if (signal.aborted) return book.close();
    const watch = () => {
      if (signal.aborted) return;
      this.line.set(this.client.line("public"));
      this.isLive.set(book.isLive);
    };
    try {
      await this.book.follow(book, watch);
    } finally {
      watch();
    }
  }

  async #followTape({ symbol }: Contract, signal: AbortSignal): Promise<void> {
    await this.begun;
    if (signal.aborted) return;
    const feed = await this.client.watch.trades(symbol);
    signal.addEventListener("abort", () => feed.close());
    if (signal.aborted) feed.close();
    try {
      const past = await this.client.market.trades({ symbol, limit: TRADES });
      if (!signal.aborted) {
        this.tape.begin(
          past.map(({ time, price, size, isBuyerMaker }) => ({ time, price, size, isBuy: !isBuyerMaker })),
        );
      }
      for await (const { time, price, size, buyerMaker } of feed)
        this.tape.push({ time: Number(time), price, size, isBuy: !buyerMaker });
    } finally {
      feed.close();
    }
  }

  async #poll({ symbol }: Contract, signal: AbortSignal): Promise<void> {
    await this.begun;
    while (!signal.aborted) {
      await whileShown();
      await Promise.all([
        this.#askHealth(signal).catch(() => undefined), // the connection is gone, which is told
        this.#askSlow(symbol, signal).catch(() => undefined), // the figures then show their age
      ]);
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    }
  }

  /** Asked for apart from the market's figures, which may be what a fault affects. */
  async #askHealth(signal: AbortSignal): Promise<void> {
    const { asked, time, disturbances } = await healthOf(this.#baseUrl, SLOW_MS / 2);
    if (signal.aborted) return;
    if (disturbances.join() !== this.disturbances.value.join()) this.disturbances.set(disturbances);
    if (time !== undefined) this.clock.set(clockAfter(this.clock.value, time, asked));
  }

  async #askSlow(symbol: string, signal: AbortSignal): Promise<void> {
    const { market } = this.client;
    const [rates, interests, [source]] = await Promise.all([
      market.fundingForecast({ symbol }),
      market.openInterest({ symbol }),
      market.source({ symbol }),
    ]);
    if (signal.aborted) return;
    this.slow.set({ funding: rates[0], openInterest: interests[0] });
    this.source.set(source);
  }
}

/** A contract's levels, best first. */
export interface BookPicture {
  readonly symbol: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The order book that is shown: the one that the client follows, or none. */
class BookView extends Painted {
  #book: OrderBook | undefined;
  #picture: BookPicture | undefined;
  /** When the last change came, monotonic ms. */
  changedAtMs = 0;

  get book(): OrderBook | undefined {
    return this.#book;
  }

  /**
   * The book as it is now; while it is not live, as it was last known. `undefined` until it was known once.
   */
  get picture(): BookPicture | undefined {
    return this.#picture;
  }

  /**
   * Follows a book until it ends; the previous book is forgotten, its picture stays until this one has its
   * own. @param onChange called as it changes, whether that is shown or not
   */
  async follow(book: OrderBook, onChange: () => void): Promise<void> {
    this.#book = book;
    for await (const { isLive, symbol, bids, asks } of book) {
      if (this.#book !== book) return;
      if (isLive) this.#picture = { symbol, bids, asks }; // a book that is emptied leaves these lists as they are
      this.changedAtMs = performance.now();
      onChange();
      this.changed();
    }
  }

  clear(): void {
    this.#book?.close();
    this.#book = undefined;
    this.#picture = undefined;
    this.changed();
  }
}
