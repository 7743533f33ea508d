import type { TimeMs } from "../../core/index.ts";
import { BUY, SELL } from "../../core/index.ts";
import { HOUR_MS } from "../../host/clock.ts";
import type { ArchiveKind } from "./catalogue.ts";
import type { Row } from "./row.ts";

/** What a line of an archive says; prices in the quote coin, sizes in the base coin. */
export type Item =
  | {
      readonly type: "trade";
      readonly time: TimeMs;
      readonly takerSide: number;
      readonly price: number;
      readonly size: number;
    }
  | { readonly type: "touch"; readonly time: TimeMs; readonly bid: Level; readonly ask: Level }
  /** The size within a part of the price on one side. */
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

/** How many trades each of the three ways of a candle is made into, where a file has candles and no trades. */
const TRADES_A_WAY = 3;

/** What a row says, in order of time. */
export function itemsOf(kind: ArchiveKind, row: Row): readonly Item[] {
  switch (kind) {
    case "aggTrades":
      return [trade(row, row.time(5), row.flag(6))];
    case "trades":
      return [trade(row, row.time(4), row.flag(5))];
    case "bookTicker": {
      const bid = { price: row.price(1), size: row.quantity(2) };
      const ask = { price: row.price(3), size: row.quantity(4) };
      return [{ type: "touch", time: row.time(5), bid, ask }];
    }
    case "bookDepth": {
      const percent = row.signed(1);
      if (percent === 0 || Math.abs(percent) > 100)
        row.refuse(`column 2 is a percentage but 0, got "${row.text(1)}"`);
      const side = percent < 0 ? BUY : SELL;
      const part = Math.abs(percent) / 100;
      return [{ type: "depth", time: row.moment(0), side, part, size: row.quantity(2) }];
    }
    case "book": {
      const side = row.text(5);
      if (side !== "bid" && side !== "ask") row.refuse(`column 6 is bid or ask, got "${side}"`);
      const level = { price: row.price(6), size: row.quantity(7) };
      const isSnapshot = row.flag(4);
      return [{ type: "level", time: row.time(2), side: side === "bid" ? BUY : SELL, level, isSnapshot }];
    }
    case "derivativeTicker": {
      const time = row.time(2);
      const items: Item[] = [];
      if (row.text(5) !== "") items.push({ type: "rate", time, rate: row.fraction(5) });
      if (row.text(9) !== "") items.push({ type: "index", time, price: row.price(9) });
      if (row.text(10) !== "") items.push({ type: "mark", time, price: row.price(10) });
      return items;
    }
    case "fundingRate": {
      // A rate paid at the end of a period is the rate of the whole period; files give a time a few milliseconds
      // after the hour.
      const hours = row.quantity(1);
      if (!(hours > 0)) row.refuse(`column 2 is a number of hours above 0, got "${row.text(1)}"`);
      const paid = Math.floor(row.time(0) / HOUR_MS) * HOUR_MS;
      return [{ type: "rate", time: paid - hours * HOUR_MS, rate: row.fraction(2) }];
    }
    case "klines":
      return tradesOf(row);
    case "markPriceKlines":
    case "indexPriceKlines": {
      const type = kind === "markPriceKlines" ? "mark" : "index";
      return path(row).map(({ time, price }) => ({ type, time, price }));
    }
  }
}

function trade(row: Row, time: TimeMs, buyerIsMaker: boolean): Item {
  return {
    type: "trade",
    time,
    takerSide: buyerIsMaker ? SELL : BUY,
    price: row.price(1),
    size: row.quantity(2),
  };
}

/** A candle as a path: open, the extreme away from its close, the other extreme, close, a quarter of its time each. */
function path(row: Row): readonly { readonly time: TimeMs; readonly price: number }[] {
  const from = row.time(0);
  const until = row.time(6) + 1;
  if (until <= from) row.refuse(`close time ${until - 1} lies before open time ${from}`);
  return row.candle().map((price, k) => ({ time: Math.floor(from + (k * (until - from)) / 4), price }));
}

/** Trades along the path of a candle, which share its volume: bought on the way up, sold on the way down. */
function tradesOf(row: Row): readonly Item[] {
  const corners = path(row);
  const volume = row.quantity(5);
  if (volume === 0) return [];
  const size = volume / (1 + 3 * TRADES_A_WAY);
  const quarter = corners[1]!.time - corners[0]!.time;
  const items: Item[] = [
    { type: "trade", time: corners[0]!.time, takerSide: BUY, price: corners[0]!.price, size },
  ];
  for (let k = 1; k < corners.length; k++) {
    const [before, after] = [corners[k - 1]!, corners[k]!];
    for (let i = 1; i <= TRADES_A_WAY; i++) {
      const share = i / TRADES_A_WAY;
      const price = before.price + (after.price - before.price) * share;
      const time = Math.floor(before.time + quarter * share);
      items.push({ type: "trade", time, takerSide: after.price >= before.price ? BUY : SELL, price, size });
    }
  }
  return items;
}
