import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { ExchangeTrade } from "./exchangeClient.ts";

/** The most trades that are kept, and for how long, ms. */
const KEPT = 10_000;
const KEPT_MS = HOUR_MS;
/**
 * Measured are the trades of the last `NEWEST_MS`, if they span `MINUTES_MS`, so that a whole minute is among
 * them; else all that are kept, under the same condition.
 */
const NEWEST_MS = 5 * MINUTE_MS;
const MINUTES_MS = 2 * MINUTE_MS;

/** The trades of a source since the last break in listening to it, in its own units. */
export class HeardTrades {
  #trades: (ExchangeTrade & { readonly timestamp: number })[] = [];

  add(trade: ExchangeTrade): void {
    const { timestamp } = trade;
    if (timestamp === undefined) return;
    this.#trades.push({ ...trade, timestamp });
    const first = this.#trades[0]!;
    if (this.#trades.length > 2 * KEPT || timestamp - first.timestamp > 2 * KEPT_MS)
      this.#trades = this.#trades.slice(-KEPT).filter((each) => timestamp - each.timestamp <= KEPT_MS);
  }

  forget(): void {
    this.#trades = [];
  }

  /** The newest trades, if they span whole minutes; else none. */
  ofMinutes(): readonly ExchangeTrade[] {
    const last = this.#trades.at(-1)?.timestamp ?? 0;
    for (const spanMs of [NEWEST_MS, KEPT_MS]) {
      const newest = this.#trades.filter(({ timestamp }) => last - timestamp <= spanMs);
      if (newest.length > 0 && last - newest[0]!.timestamp >= MINUTES_MS) return newest;
    }
    return [];
  }
}
