import type { Lots, Ticks } from "../../../../kernel/core/index.ts";
import { BUY } from "../../../../kernel/core/index.ts";
import type { ContractData, ContractSpec, Level, MarketViews } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/**
 * What changed in a book between two of its versions: the sizes that stand now, 0 where nothing rests any
 * more.
 */
export interface BookChange {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Of the push before this one, and of this one. */
  readonly before: number;
  readonly version: number;
}

/**
 * The changes of a whole book, every level of it. Each push names the version of the one before: who applies
 * them to a snapshot that he was given elsewhere knows which belong to it, and whether one is missing.
 */
export class BookFeed implements Feed {
  readonly audience = new Audience("conflate");
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #encode: (spec: ContractSpec, change: BookChange) => Frame;
  #data: ContractData;
  #version: number;
  #bids = new Map<Ticks, Lots>();
  #asks = new Map<Ticks, Lots>();

  constructor(
    views: MarketViews,
    symbol: string,
    { everyMs, encode }: { everyMs: number; encode: (spec: ContractSpec, change: BookChange) => Frame },
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.everyMs = everyMs;
    this.#encode = encode;
    this.#data = views.contract(symbol)!;
    this.#version = this.#data.bookSeq;
  }

  levelChanged(data: ContractData, side: number, price: Ticks, size: Lots): void {
    if (data !== this.#data) this.#turnTo(data);
    if (data === this.#data) (side === BUY ? this.#bids : this.#asks).set(price, size);
  }

  refresh(): void {
    if (this.#bids.size + this.#asks.size === 0) return;
    const before = this.#version;
    this.#version = this.#data.bookSeq;
    const change = { bids: levels(this.#bids), asks: levels(this.#asks), before, version: this.#version };
    this.#forget();
    this.audience.publish(this.#encode(this.#data.spec, change));
  }

  /** Follows the book of a contract that was listed anew under the symbol. */
  #turnTo(data: ContractData): void {
    if (data !== this.#views.contract(this.#symbol)) return;
    this.#data = data;
    this.#version = data.bookSeq;
    this.#forget();
  }

  #forget(): void {
    this.#bids = new Map();
    this.#asks = new Map();
  }
}

function levels(sizes: ReadonlyMap<Ticks, Lots>): readonly Level[] {
  return [...sizes].map(([price, size]) => ({ price, size }));
}
