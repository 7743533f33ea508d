/** Pushes that a feed holds for a slow reader; beyond this the feed ends with {@link FeedOverflow}. */
export const FEED_BUFFER_MAX = 10_000;

/** A reader was too slow, and the pushes that it missed could not be kept. */
export class FeedOverflow extends Error {
  override readonly name = "FeedOverflow";

  constructor(name: string) {
    super(`${name}: ${FEED_BUFFER_MAX} pushes waited unread`);
  }
}

/**
 * Pushes in the order in which they came, for one reader:
 *
 * ```ts
 * for await (const trade of await client.watch.trades("cmt_btcusdt")) …
 * ```
 *
 * Leaving the loop, or {@link close}, ends the subscription. The loop ends by itself when the client is
 * closed, and throws when the venue ends the subscription or the reader is too slow. A lost connection does
 * not end it: it is opened and subscribed again, and pushes go on; what was pushed meanwhile is missing.
 */
export class Feed<T> implements AsyncIterable<T> {
  readonly #name: string;
  #items: T[] = [];
  #readAt = 0;
  #wake: (() => void) | undefined;
  #end: { readonly error: Error | undefined } | undefined;
  readonly #left: () => void;

  /** @param left called once, when the reader stops */
  constructor(name: string, left: () => void) {
    this.#name = name;
    this.#left = left;
  }

  /** Adds a push; called by whoever fills the feed. */
  push(item: T): void {
    if (this.#end !== undefined) return;
    if (this.#items.length - this.#readAt >= FEED_BUFFER_MAX) {
      this.end(new FeedOverflow(this.#name));
      this.#left();
      return;
    }
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the feed after the pushes in it; with an error, the reader gets that error. */
  end(error?: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Stops: nothing is delivered any more. */
  close(): void {
    if (this.#end === undefined) this.#left();
    this.#items = [];
    this.#readAt = 0;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    try {
      for (;;) {
        while (this.#readAt < this.#items.length) yield this.#take();
        if (this.#end?.error !== undefined) throw this.#end.error;
        if (this.#end !== undefined) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.close();
    }
  }

  #take(): T {
    const item = this.#items[this.#readAt++]!;
    if (this.#readAt === this.#items.length) {
      this.#items = [];
      this.#readAt = 0;
    }
    return item;
  }
}
