import type { TimeMs } from "../../../core/index.ts";
import type { ContractSpec, MarketViews, TickerView } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** How a surface writes a ticker. */
export type TickerEncoder = (spec: ContractSpec, ticker: TickerView) => Frame;

/** The headline figures of a symbol, whenever one of them changed. */
export class TickerFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #encode: TickerEncoder;
  readonly #now: () => TimeMs;
  #shown: Frame;

  constructor(
    views: MarketViews,
    symbol: string,
    { everyMs, now, encode }: { everyMs: number; now: () => TimeMs; encode: TickerEncoder },
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.everyMs = everyMs;
    this.#encode = encode;
    this.#now = now;
    this.#shown = this.#frame();
    this.audience = new Audience("conflate", () => this.#shown);
  }

  refresh(): void {
    const frame = this.#frame();
    if (frame.equals(this.#shown)) return;
    this.#shown = frame;
    this.audience.publish(frame);
  }

  #frame(): Frame {
    const { spec } = this.#views.contract(this.#symbol)!;
    return this.#encode(spec, this.#views.ticker(spec.contract, this.#now()));
  }
}
