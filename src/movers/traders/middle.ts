import type { MarketView } from "./trader.ts";

/** The middle of bid and ask; without both, the last trade's price, else the index; 0 without any of them. */
export function middleOf({ bid, ask, last, index }: MarketView): number {
  if (bid > 0 && ask > 0) return (bid + ask) / 2;
  return last || index;
}

/** What a trader remembers of each contract; made when first asked for. */
export class PerContract<T> {
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

/**
 * Instructions that take a position from its present size to the wanted one, at most `slip` (a share of the
 * price) beyond the touch. A change below the least size is left out, unless it closes all.
 */
export function moveTo(market: MarketView, position: number, slip: number) {
  const size = position - market.position;
  const side = size > 0 ? ("buy" as const) : ("sell" as const);
  const touch = side === "buy" ? market.ask : market.bid;
  const least = position === 0 ? market.lot : market.sizeMin;
  if (touch === 0 || Math.abs(size) < least) return [];
  const price = touch * (side === "buy" ? 1 + slip : 1 - slip);
  return [{ do: "order", symbol: market.symbol, side, size: Math.abs(size), price, as: "ioc" } as const];
}
