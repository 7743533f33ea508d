import type { ChannelReader, Channels } from "../channels.ts";
import type { Timing } from "../timing.ts";
import type { Level } from "./bookSide.ts";
import { BookSide } from "./bookSide.ts";
import { ChangeSignal } from "./changeSignal.ts";
import type { Message } from "./dialect.ts";
import type { DepthPush } from "./messages.ts";

export type { Level } from "./bookSide.ts";

/**
 * How long after one renewal without a good push the next may be asked for, ms, so that a venue that cannot
 * be followed is not asked without end.
 */
const RENEW_AGAIN_MS = 2_000;

/**
 * The best levels of a contract, kept up to date. Iterate over it to be woken at every change; a slow reader
 * sees fewer changes, but always the present book.
 *
 * It never shows what it does not know: an increment is applied only if it continues the version before it.
 * After a gap, and while the connection is down, the book is empty and {@link isLive} false until the venue
 * has sent a new snapshot, which is asked for at once. While nothing is heard on an open connection it is not
 * live either, and stays as it was last known.
 */
export class OrderBook implements AsyncIterable<OrderBook> {
  readonly symbol: string;
  /** How many levels a side has at most. */
  readonly depth: 15 | 200;
  readonly #bids = new BookSide("bids");
  readonly #asks = new BookSide("asks");
  readonly #pulse = new ChangeSignal();
  readonly #channels: Channels<Message>;
  readonly #timing: Timing;
  #version: bigint | undefined;
  /** Whether nothing is heard on the connection. */
  #isDoubtful = false;
  #gaps = 0;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #leave = (): void => {};

  private constructor(channels: Channels<Message>, timing: Timing, symbol: string, depth: 15 | 200) {
    this.#channels = channels;
    this.#timing = timing;
    this.symbol = symbol;
    this.depth = depth;
  }

  /** Resolves when the first snapshot is there. */
  static async open(
    channels: Channels<Message>,
    timing: Timing,
    symbol: string,
    depth: 15 | 200,
  ): Promise<OrderBook> {
    const book = new OrderBook(channels, timing, symbol, depth);
    const reader: ChannelReader<Message> = {
      begun: (isShared) => {
        book.#reset();
        if (isShared) channels.renew(book.channel);
      },
      push: (message) => book.#take(message),
      doubted: (isDoubtful) => {
        book.#isDoubtful = isDoubtful;
        book.#pulse.beat();
      },
      lost: () => book.#reset(),
      ended: (error) => {
        book.#reset();
        book.#pulse.end(error);
      },
    };
    book.#leave = await channels.read(book.channel, reader);
    await book.#pulse.until(() => book.isLive);
    return book;
  }

  get channel(): string {
    return `depth.${this.symbol}.${this.depth}`;
  }

  /**
   * Whether the book is the venue's; otherwise it is empty, or what was last known while nothing is heard.
   */
  get isLive(): boolean {
    return this.#version !== undefined && !this.#isDoubtful;
  }

  /** The venue's version of the book; `undefined` while it is empty. Grows, and never restarts. */
  get version(): string | undefined {
    return this.#version?.toString();
  }

  /** Levels of the bids, highest price first. */
  get bids(): readonly Level[] {
    return this.#bids.levels;
  }

  /** Levels of the asks, lowest price first. */
  get asks(): readonly Level[] {
    return this.#asks.levels;
  }

  get bestBid(): Level | undefined {
    return this.bids[0];
  }

  get bestAsk(): Level | undefined {
    return this.asks[0];
  }

  /** How often a push did not continue the one before it. */
  get gaps(): number {
    return this.#gaps;
  }

  [Symbol.asyncIterator](): AsyncGenerator<OrderBook, void> {
    return this.#pulse.follow<OrderBook>(this, true);
  }

  /** Resolves when the condition holds of the book, looked at now and after every change. */
  async until(holds: (book: OrderBook) => boolean): Promise<void> {
    await this.#pulse.until(() => holds(this));
  }

  close(): void {
    this.#leave();
    this.#reset();
    this.#pulse.end();
  }

  #take({ data }: Message): void {
    for (const change of data as readonly DepthPush[]) {
      if (change.depthType === "SNAPSHOT") this.#begin(change);
      else if (this.#version !== undefined && continues(this.#version, change)) this.#apply(change);
      else this.#missed(change);
    }
    this.#pulse.beat();
  }

  #begin(snapshot: DepthPush): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#apply(snapshot);
  }

  #apply({ endVersion, bids, asks }: DepthPush): void {
    // Levels that leave go first, so that those that come are not taken for the ones past the end.
    for (const [side, levels] of [[this.#bids, bids] as const, [this.#asks, asks] as const]) {
      for (const level of levels) if (isGone(level.size)) side.set(level, this.depth);
      for (const level of levels) if (!isGone(level.size)) side.set(level, this.depth);
    }
    this.#version = BigInt(endVersion);
  }

  /**
   * Counts a gap, unless the push is older than the book: then it was on its way when the snapshot was made.
   */
  #missed({ endVersion }: DepthPush): void {
    if (this.#version !== undefined && BigInt(endVersion) <= this.#version) return;
    const nowMs = this.#timing.monotonicMs();
    if (this.#version === undefined && nowMs - this.#renewedAtMs < RENEW_AGAIN_MS) return;
    if (this.#version !== undefined) this.#gaps++;
    this.#renewedAtMs = nowMs;
    this.#reset();
    this.#channels.renew(this.channel);
  }

  #reset(): void {
    this.#isDoubtful = false;
    if (this.#version === undefined) return;
    this.#version = undefined;
    this.#bids.clear();
    this.#asks.clear();
    this.#pulse.beat();
  }
}

/** Whether nothing lies between a version and a change, and some of the change lies after the version. */
function continues(version: bigint, { startVersion, endVersion }: DepthPush): boolean {
  return BigInt(startVersion) <= version + 1n && BigInt(endVersion) > version;
}

function isGone(size: string): boolean {
  return /^0(?:\.0*)?$/.test(size);
}
