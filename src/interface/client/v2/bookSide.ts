import { quantaOfText } from "../../wire/decimal.ts";
import type { LevelPush } from "./messages.ts";

/** A price level: decimal text, size in base coin. */
export interface Level {
  readonly price: string;
  readonly size: string;
}

/** The levels of one side, best first. */
export class BookSide {
  readonly #direction: 1n | -1n;
  /** Prices of the levels as integers in 1e-8, with their sign chosen so that ascending is best first. */
  #keys: bigint[] = [];
  /** The level of each of these prices, in their order. */
  #levels: Level[] = [];

  constructor(side: "bids" | "asks") {
    this.#direction = side === "asks" ? 1n : -1n;
  }

  get levels(): readonly Level[] {
    return this.#levels;
  }

  clear(): void {
    this.#keys = [];
    this.#levels = [];
  }

  /** Sets the size of a level; size zero removes it. Beyond `levelsMax` the worst levels are dropped. */
  set({ price, size }: LevelPush, levelsMax: number): void {
    const key = integerOf(price) * this.#direction;
    const at = this.#place(key);
    const isThere = this.#keys[at] === key;
    if (integerOf(size) === 0n) {
      if (!isThere) return;
      this.#keys.splice(at, 1);
      this.#levels.splice(at, 1);
    } else {
      this.#keys.splice(at, isThere ? 1 : 0, key);
      this.#levels.splice(at, isThere ? 1 : 0, { price, size });
      this.#keys.length = Math.min(this.#keys.length, levelsMax);
      this.#levels.length = this.#keys.length;
    }
  }

  /** The place of a key, or where it would be inserted. */
  #place(key: bigint): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A price or size as an integer in 1e-8: exact, since it has no more decimals. */
function integerOf(text: string): bigint {
  const value = quantaOfText(text);
  if (value === undefined) throw new RangeError(`${text} has more than 8 decimals`);
  return value;
}
