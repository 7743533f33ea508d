import type { TimeMs } from "../../../../kernel/core/index.ts";
import type { ContractSpec, MarketViews, TickerView } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** How a version writes a ticker. */
export type TickerEncoder = (spec: ContractSpec, ticker: TickerView) => Frame;

export interface TickerOptions {
  readonly everyMs: number;
  readonly now: () => TimeMs;
  readonly encode: TickerEncoder;
  /** Whether the best prices are shown too. */
  readonly showsQuotes?: boolean;
}

/** The headline figures of a symbol, whenever one of them changed. */
export class TickerFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #encode: TickerEncoder;
  readonly #now: () => TimeMs;
  readonly #showsQuotes: boolean;
  #shown: TickerView;

  constructor(
    views: MarketViews,
    symbol: string,
    { everyMs, now, encode, showsQuotes = false }: TickerOptions,
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.everyMs = everyMs;
    this.#encode = encode;
    this.#now = now;
    this.#showsQuotes = showsQuotes;
    this.#shown = this.#look();
    this.audience = new Audience("conflate", () => this.#frame());
  }

  refresh(): void {
    const ticker = this.#look();
    if (isSameTicker(ticker, this.#shown, this.#showsQuotes)) return;
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

/** Whether a ticker shows the same. @param showsQuotes whether the best prices are shown too */
export function isSameTicker(
  a: TickerView,
  { bestBid, bestAsk, ...b }: TickerView,
  showsQuotes = false,
): boolean {
  if (showsQuotes && (a.bestBid !== bestBid || a.bestAsk !== bestAsk)) return false;
  return (Object.keys(b) as (keyof typeof b)[]).every((name) => a[name] === b[name]);
}
