import type { TimeMs } from "../../../../kernel/core/index.ts";
import type {
  Bar,
  CandlePrice,
  ContractData,
  ContractSpec,
  EventFrame,
  MarketViews,
} from "../../../views/index.ts";
import { candleEnd, flatBar } from "../../../views/index.ts";
import type { Frames } from "../audience.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** How a version writes candles. */
export interface KlineEncoder {
  /** What somebody who knows nothing is shown. */
  snapshot(spec: ContractSpec, running: Bar): Frame;
  /** @param bars oldest first; all but the last are closed */
  change(spec: ContractSpec, bars: readonly Bar[]): Frames;
}

/**
 * At most this many candles that closed since the last push are pushed one by one; after a longer jump of
 * market time a snapshot is pushed instead.
 */
const CLOSED_MAX = 500;

/**
 * Pushes the running candle of a symbol, price and interval whenever it changes; and before the next one
 * begins, the last state of each closed candle, those without a trade included. A candle closes with the
 * first durable frame after its end.
 */
export class KlineFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #price: CandlePrice;
  readonly #intervalMs: number;
  readonly #encoder: KlineEncoder;
  #data: ContractData;
  /** The candle at the last look; undefined before there is a price. */
  #running: Bar | undefined;
  #endsAt: TimeMs = 0;
  /** Not pushed yet, oldest first. */
  #closed: Bar[] = [];
  #pushed: Bar | undefined;

  constructor(
    views: MarketViews,
    symbol: string,
    options: {
      price: CandlePrice;
      intervalMs: number;
      everyMs: number;
      encoder: KlineEncoder;
    },
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.#price = options.price;
    this.#intervalMs = options.intervalMs;
    this.everyMs = options.everyMs;
    this.#encoder = options.encoder;
    this.#data = views.contract(symbol)!;
    this.#look(views.time);
    this.#pushed = this.#running;
    this.audience = new Audience("conflate", () => this.#snapshot());
  }

  folded({ time }: EventFrame): void {
    if (time < this.#endsAt && this.#running !== undefined) return;
    const data = this.#views.contract(this.#symbol)!;
    if (data !== this.#data) {
      this.#data = data; // listed anew under the same symbol
      this.#closed = [];
      this.#running = undefined;
      this.#pushed = undefined;
    }
    if (this.#running !== undefined) this.#close(this.#running, time);
    this.#look(time);
  }

  refresh(): void {
    if (this.#running === undefined) return;
    const { spec } = this.#data;
    const running = this.#refreshed(this.#running);
    const closed = this.#closed;
    this.#closed = [];
    this.#running = running;
    const pushed = this.#pushed;
    this.#pushed = running;
    if (pushed === undefined || closed.length > CLOSED_MAX) {
      this.audience.publish(this.#encoder.snapshot(spec, running));
    } else if (closed.length > 0 || !isSame(running, pushed)) {
      this.audience.publish(this.#encoder.change(spec, [...closed, running]));
    }
  }

  #look(now: TimeMs): void {
    this.#running = this.#data.candles[this.#price].running(this.#intervalMs, now);
    if (this.#running !== undefined) this.#endsAt = candleEnd(this.#running.time, this.#intervalMs);
  }

  /** Its last state: as the views have it, or as it was if no price came since. */
  #refreshed(bar: Bar): Bar {
    return this.#data.candles[this.#price].openedAt(this.#intervalMs, bar.time) ?? bar;
  }

  /** Queues the candle, and flat ones after it, that are over at `time`. */
  #close(running: Bar, time: TimeMs): void {
    const last = this.#refreshed(running);
    this.#closed.push(last);
    let opened = this.#endsAt;
    for (;;) {
      const end = candleEnd(opened, this.#intervalMs);
      if (end > time || this.#closed.length > CLOSED_MAX) return;
      this.#closed.push(flatBar(opened, last.close));
      opened = end;
    }
  }

  #snapshot(): Frame | undefined {
    if (this.#pushed === undefined) return undefined;
    return this.#encoder.snapshot(this.#data.spec, this.#pushed);
  }
}

function isSame(a: Bar, b: Bar): boolean {
  return (
    a.time === b.time &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.value === b.value
  );
}
