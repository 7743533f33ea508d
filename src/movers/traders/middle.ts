import type { TradedContract } from "./trader.ts";

/** The middle of bid and ask; without both, the last trade's price, else the index; 0 without any of them. */
export function middleOf({ bid, ask, last, index }: TradedContract): number {
  if (bid > 0 && ask > 0) return (bid + ask) / 2;
  return last || index;
}

/** What a trader remembers of each contract; made when first asked for. */
export class PerContract<T> {
  readonly #make: (contract: TradedContract) => T;
  readonly #known = new Map<string, T>();

  constructor(make: (contract: TradedContract) => T) {
    this.#make = make;
  }

  of(contract: TradedContract): T {
    const known = this.#known.get(contract.symbol);
    if (known !== undefined) return known;
    const made = this.#make(contract);
    this.#known.set(contract.symbol, made);
    return made;
  }
}

/**
 * Instructions that take a position from its present size to the wanted one, at most `slip` (a share of the
 * price) beyond the touch. A change below the least size is left out, unless it closes all.
 */
export function moveTo(contract: TradedContract, position: number, slip: number) {
  const size = position - contract.position;
  const side = size > 0 ? ("buy" as const) : ("sell" as const);
  const touch = side === "buy" ? contract.ask : contract.bid;
  const least = position === 0 ? contract.lot : contract.sizeMin;
  if (touch === 0 || Math.abs(size) < least) return [];
  const price = touch * (side === "buy" ? 1 + slip : 1 - slip);
  return [{ do: "order", symbol: contract.symbol, side, size: Math.abs(size), price, as: "ioc" } as const];
}
