/** What a feed holds for a reader that does not read; past it the feed ends with {@link FeedOverflow}. */
export const FEED_BUFFER_MAX = 10_000;

/** A reader was too slow, and what it missed could not be kept for it. */
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
 * Leaving the loop, or {@link close}, ends the subscription. The loop ends by itself when the client is closed, and throws
 * when the venue ends the subscription or the reader is too slow. A lost connection does not end it: it is opened and
 * subscribed again, and pushes go on; what was pushed meanwhile is missing.
 */
export class Feed<T> implements AsyncIterable<T> {
  readonly #name: string;
  #items: T[] = [];
  #readAt = 0;
  #wake: (() => void) | undefined;
  #end: { readonly error: Error | undefined } | undefined;
  readonly #left: () => void;

  /** @param left called once, when the reader leaves */
  constructor(name: string, left: () => void) {
    this.#name = name;
    this.#left = left;
  }

  /** Adds a push; for whoever fills the feed. */
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

  /** Ends the feed after what is in it; with an error the reader is thrown it. */
  end(error?: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  /** Leaves: nothing is delivered any more. */
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
