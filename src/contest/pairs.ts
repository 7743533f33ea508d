import type { Quanta } from "../core/index.ts";

/** The trades between two teams, `a` before `b` by name. */
export interface PairValue {
  readonly a: string;
  readonly b: string;
  readonly fills: number;
  readonly traded: Quanta;
  /** What `a` gained, and `b` lost, against the mark at each fill. */
  readonly toA: Quanta;
  readonly feesA: Quanta;
  readonly feesB: Quanta;
}

/** One trade between two teams. */
export interface TeamTrade {
  readonly buyer: string;
  readonly seller: string;
  /** What was paid: price · size. */
  readonly value: Quanta;
  /** What the same would have been at the mark. */
  readonly atMark: Quanta;
  readonly buyerFee: Quanta;
  readonly sellerFee: Quanta;
}

/** Adds up what teams pass to each other: against the mark, what one gains the other loses, to the quantum. */
export class Pairs {
  readonly #pairs = new Map<string, { -readonly [K in keyof PairValue]: PairValue[K] }>();

  add({ buyer, seller, value, atMark, buyerFee, sellerFee }: TeamTrade): void {
    const isBuyerA = buyer < seller;
    const [a, b] = isBuyerA ? [buyer, seller] : [seller, buyer];
    const key = `${a} ${b}`;
    const pair = this.#pairs.get(key) ?? { a, b, fills: 0, traded: 0n, toA: 0n, feesA: 0n, feesB: 0n };
    const gained = atMark - value; // by the buyer
    pair.fills += 1;
    pair.traded += value;
    pair.toA += isBuyerA ? gained : -gained;
    pair.feesA += isBuyerA ? buyerFee : sellerFee;
    pair.feesB += isBuyerA ? sellerFee : buyerFee;
    this.#pairs.set(key, pair);
  }

  list(): readonly PairValue[] {
    return [...this.#pairs.values()];
  }
}
