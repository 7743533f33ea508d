import type { V2Client } from "../../../interface/client/index.ts";

/** Listeners are told at most this often, ms. */
const SHOWN_MS = 500;

/** Mark prices of the contracts in which there are positions, as they are pushed. */
export class Marks {
  readonly #client: V2Client;
  readonly #changed: () => void;
  readonly #prices = new Map<string, string>();
  readonly #followed = new Map<string, AbortController>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: V2Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** `undefined`: none was pushed yet. */
  of(symbol: string): string | undefined {
    return this.#prices.get(symbol);
  }

  /** Follows these contracts and no others. */
  follow(symbols: ReadonlySet<string>): void {
    for (const [symbol, leaving] of this.#followed) if (!symbols.has(symbol)) this.#leave(symbol, leaving);
    for (const symbol of symbols) {
      if (this.#followed.has(symbol)) continue;
      const leaving = new AbortController();
      this.#followed.set(symbol, leaving);
      void this.#read(symbol, leaving.signal)
        .catch(() => undefined) // subscribed again when the positions are next read
        .finally(() => this.#leave(symbol, leaving));
    }
  }

  close(): void {
    this.follow(new Set());
    clearTimeout(this.#timer);
  }

  #leave(symbol: string, leaving: AbortController): void {
    leaving.abort();
    if (this.#followed.get(symbol) !== leaving) return;
    this.#followed.delete(symbol);
    this.#prices.delete(symbol);
  }

  async #read(symbol: string, signal: AbortSignal): Promise<void> {
    const feed = await this.#client.watch.ticker(symbol);
    signal.addEventListener("abort", () => feed.close());
    if (signal.aborted) feed.close();
    for await (const { markPrice } of feed) {
      if (signal.aborted) return;
      if (markPrice === this.#prices.get(symbol) || !(Number(markPrice) > 0)) continue;
      this.#prices.set(symbol, markPrice);
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#changed();
      }, SHOWN_MS);
    }
  }
}
