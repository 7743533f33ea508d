import { expect } from "vitest";
import type { Message } from "./listener.ts";

/** What a client keeps of the pushes on a depth channel. Fails where the chain of versions does. */
export class Depth {
  readonly #levels: number;
  #asks = new Map<string, string>();
  #bids = new Map<string, string>();
  #version: bigint | undefined;

  constructor(levels: number) {
    this.#levels = levels;
  }

  apply(element: Message): void {
    const { startVersion, endVersion, depthType, asks, bids } = element;
    if (depthType === "SNAPSHOT") {
      this.#asks = new Map();
      this.#bids = new Map();
    } else {
      expect(BigInt(startVersion)).toBe(this.#version! + 1n);
    }
    expect(BigInt(endVersion)).toBeGreaterThanOrEqual(BigInt(startVersion));
    this.#version = BigInt(endVersion);
    take(this.#asks, asks);
    take(this.#bids, bids);
    expect(this.#asks.size).toBeLessThanOrEqual(this.#levels);
    expect(this.#bids.size).toBeLessThanOrEqual(this.#levels);
  }

  /** As REST shows it. */
  shown() {
    return { asks: sorted(this.#asks, 1), bids: sorted(this.#bids, -1) };
  }
}

function take(side: Map<string, string>, levels: readonly { price: string; size: string }[]): void {
  for (const { price, size } of levels) {
    if (size === "0") {
      expect(side.has(price), `${price} was there before it left`).toBe(true);
      side.delete(price);
    } else {
      side.set(price, size);
    }
  }
}

function sorted(side: ReadonlyMap<string, string>, sign: number): (readonly [string, string])[] {
  return [...side].sort(([a], [b]) => sign * (Number(a) - Number(b)));
}

type Row = readonly string[];

/** What a client keeps of the pushes on a kline channel. */
export class Klines {
  #rows = new Map<string, Row>();

  apply({ type, data }: Message): void {
    if (type === "snapshot") this.#rows.clear();
    for (const { klineTime, open, high, low, close, size, value } of data) {
      const newest = [...this.#rows.keys()].at(-1);
      if (newest !== undefined) expect(Number(klineTime)).toBeGreaterThanOrEqual(Number(newest));
      this.#rows.set(klineTime, [klineTime, open, high, low, close, size, value]);
    }
  }

  /** Rows as REST gives them, oldest first. */
  shown(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Of what REST shows the rows from the first one on that the client was told of. */
  since(rows: readonly Row[]): readonly Row[] {
    const [first] = this.#rows.keys();
    return first === undefined ? [] : rows.filter(([time]) => Number(time) >= Number(first));
  }
}
