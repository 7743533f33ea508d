import type { TimeMs } from "../../../kernel/core/index.ts";
import { BUY, SELL } from "../../../kernel/core/index.ts";
import type { Candle } from "./candles.ts";

/** The content of a line of an archive; prices in the quote coin, sizes in the base coin. */
export type Item =
  | {
      readonly type: "trade";
      /** The source's own id of the trade; "" where it has none. */
      readonly id: string;
      readonly time: TimeMs;
      readonly takerSide: number;
      readonly price: number;
      readonly size: number;
    }
  | { readonly type: "touch"; readonly time: TimeMs; readonly bid: Level; readonly ask: Level }
  /** The size on one side within a share of the price. */
  | {
      readonly type: "depth";
      readonly time: TimeMs;
      readonly side: number;
      readonly part: number;
      readonly size: number;
    }
  /** The size of one level; the first level with `isSnapshot` replaces the whole book. */
  | {
      readonly type: "level";
      readonly time: TimeMs;
      readonly side: number;
      readonly level: Level;
      readonly isSnapshot: boolean;
    }
  | { readonly type: "index" | "mark"; readonly time: TimeMs; readonly price: number }
  /** The rate of the running funding period, as a fraction. */
  | { readonly type: "rate"; readonly time: TimeMs; readonly rate: number };

export interface Level {
  readonly price: number;
  readonly size: number;
}

/**
 * A candle is a path of three ways; where a file has candles and no trades, each way is made into this many
 * trades.
 */
const TRADES_A_WAY = 3;

/**
 * A candle as a path: open, the extreme away from its close, the other extreme, close, a quarter of its time
 * each.
 */
export function pathOf({ time, lengthMs, open, high, low, close }: Candle): readonly {
  readonly time: TimeMs;
  readonly price: number;
}[] {
  const corners = Number(close) >= Number(open) ? [open, low, high, close] : [open, high, low, close];
  return corners.map((price, k) => ({
    time: Math.floor(time + (k * lengthMs) / 4),
    price: Number(price),
  }));
}

/** Decimals of a price or size, zeros at the end left out; at most eight, to which it is rounded. */
export function decimalsOf(value: number): number {
  const [, fraction = ""] = value.toFixed(8).split(".");
  return fraction.replace(/0+$/, "").length;
}

/**
 * Trades along the path of a candle, which share its volume: bought on the way up, sold on the way down.
 * Their prices have no more decimals than the candle's own.
 */
export function tradesOf(candle: Candle): readonly Item[] {
  const corners = pathOf(candle);
  const volume = Number(candle.volume);
  if (volume === 0) return [];
  const decimals = Math.max(...corners.map(({ price }) => decimalsOf(price)));
  const size = volume / (1 + 3 * TRADES_A_WAY);
  const quarter = corners[1]!.time - corners[0]!.time;
  const items: Item[] = [{ type: "trade", id: "", takerSide: BUY, ...corners[0]!, size }];
  for (let k = 1; k < corners.length; k++) {
    const [before, after] = [corners[k - 1]!, corners[k]!];
    for (let i = 1; i <= TRADES_A_WAY; i++) {
      const share = i / TRADES_A_WAY;
      const price = Number((before.price + (after.price - before.price) * share).toFixed(decimals));
      const time = Math.floor(before.time + quarter * share);
      const takerSide = after.price >= before.price ? BUY : SELL;
      items.push({ type: "trade", id: "", time, takerSide, price, size });
    }
  }
  return items;
}
