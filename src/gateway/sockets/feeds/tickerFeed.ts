import type { TimeMs } from "../../../core/index.ts";
import type { ContractSpec, MarketViews, TickerView } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** How a version writes a ticker. */
export type TickerEncoder = (spec: ContractSpec, ticker: TickerView) => Frame;

/** The headline figures of a symbol, whenever one of them changed. */
export class TickerFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #encode: TickerEncoder;
  readonly #now: () => TimeMs;
  #shown: TickerView;

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
    this.#shown = this.#look();
    this.audience = new Audience("conflate", () => this.#frame());
  }

  refresh(): void {
    const ticker = this.#look();
    if (isSame(ticker, this.#shown)) return;
    this.#shown = ticker;
    this.audience.publish(this.#frame());
  }

  #look(): TickerView {
    const { spec } = this.#views.contract(this.#symbol)!;
    return this.#views.ticker(spec.contract, this.#now());
  }

  #frame(): Frame {
    return this.#encode(this.#views.contract(this.#symbol)!.spec, this.#shown);
  }
}

/** Whether a ticker shows the same; the best prices are no part of it. */
function isSame(a: TickerView, { bestBid, bestAsk, ...b }: TickerView): boolean {
  return (Object.keys(b) as (keyof typeof b)[]).every((name) => a[name] === b[name]);
}
