import { BUY } from "../../../kernel/core/index.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { SourceLevel } from "../mirror/mirror.ts";
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

/** After this many trades in a row that do not fit, their unit is reported as wrong. */
const MISFITS = 20;

/**
 * Watches whether a source's trades are a lot or more here, and no larger than its book. If sizes are read in
 * a wrong unit, every trade is too small or too large.
 */
export class TradeFit {
  /** Lots of the source's newest book, by side. */
  readonly #lots: [number, number] = [0, 0];
  #misfits = 0;
  #problem = "";

  /** What does not fit, in a sentence without a stop; "" for nothing. */
  get problem(): string {
    return this.#problem;
  }

  book(bids: readonly SourceLevel[], asks: readonly SourceLevel[]): void {
    for (const [side, levels] of [bids, asks].entries())
      this.#lots[side as 0 | 1] = levels.reduce((sum, { lots }) => sum + lots, 0);
  }

  /**
   * @param lots of a trade, a whole number: rounded down, after what earlier trades were rounded down by was
   * added; 0 is less than a lot
   */
  trade(takerSide: number, lots: number): void {
    const shown = this.#lots[takerSide === BUY ? 1 : 0];
    const isFitting = lots > 0 && lots <= shown;
    this.#misfits = isFitting ? 0 : this.#misfits + 1;
    if (isFitting) this.#problem = "";
    else if (this.#misfits >= MISFITS)
      this.#problem =
        lots === 0
          ? `its last ${MISFITS} trades together are less than a lot here`
          : `each of its last ${MISFITS} trades is larger than all of its book`;
  }
}
