import type { ContractData, ContractSpec, PublicTrade } from "../../../views/index.ts";
import type { Frames } from "../audience.ts";
import { Audience } from "../audience.ts";
import type { Feed } from "./feed.ts";

/** How a version writes trades. @param trades oldest first */
export type TradesEncoder = (spec: ContractSpec, trades: readonly PublicTrade[]) => Frames;

/** Trades of one push where nothing else is said. */
const TRADES_MAX = 100;

/**
 * The public trades of a symbol, every one of them, as soon as they are durable: those of one frame come
 * together.
 */
export class TradesFeed implements Feed {
  readonly audience = new Audience("every");
  readonly everyMs = 0;
  readonly #symbol: string;
  readonly #encode: TradesEncoder;
  readonly #tradesMax: number;
  #data: ContractData | undefined;
  #trades: PublicTrade[] = [];

  /** @param tradesMax trades of one push; those of a frame beyond come as several */
  constructor(symbol: string, encode: TradesEncoder, tradesMax = TRADES_MAX) {
    this.#symbol = symbol;
    this.#encode = encode;
    this.#tradesMax = tradesMax;
  }

  traded(data: ContractData): void {
    if (data !== this.#data) {
      if (data.spec.symbol !== this.#symbol) return;
      this.#data = data;
    }
    this.#trades.push(data.tape.latest(1)[0]!);
  }

  folded(): void {
    if (this.#trades.length === 0) return;
    const trades = this.#trades;
    this.#trades = [];
    for (let at = 0; at < trades.length; at += this.#tradesMax) {
      this.audience.publish(this.#encode(this.#data!.spec, trades.slice(at, at + this.#tradesMax)));
    }
  }
}
