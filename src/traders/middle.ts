import type { MarketView } from "./trader.ts";

/** Where the price is: between bid and ask, else the last trade's, else the index; 0 where there is none. */
export function middleOf({ bid, ask, last, index }: MarketView): number {
  if (bid > 0 && ask > 0) return (bid + ask) / 2;
  return last || index;
}

/** What a trader remembers of each contract, made when it is first asked for. */
export class PerMarket<T> {
  readonly #make: (market: MarketView) => T;
  readonly #known = new Map<string, T>();

  constructor(make: (market: MarketView) => T) {
    this.#make = make;
  }

  of(market: MarketView): T {
    const known = this.#known.get(market.symbol);
    if (known !== undefined) return known;
    const made = this.#make(market);
    this.#known.set(market.symbol, made);
    return made;
  }
}

/** Takes a position from where it is to where it should be, at most `slip` (a share of the price) beyond the touch. */
export function moveTo(market: MarketView, position: number, slip: number) {
  const size = position - market.position;
  const side = size > 0 ? ("buy" as const) : ("sell" as const);
  const touch = side === "buy" ? market.ask : market.bid;
  if (touch === 0 || Math.abs(size) < market.sizeMin) return [];
  const price = touch * (side === "buy" ? 1 + slip : 1 - slip);
  return [{ do: "order", symbol: market.symbol, side, size: Math.abs(size), price, as: "ioc" } as const];
}
