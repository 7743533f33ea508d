import type { Lots } from "../../../kernel/core/index.ts";
import type { PublicTrade } from "../../views/index.ts";

/** The trades in which one order took one price, in one go, as one. */
export interface AggregateTrade extends Pick<PublicTrade, "time" | "price" | "takerSide"> {
  /** Ids of its first and last trade; the first one is also its own id. */
  readonly first: number;
  readonly last: number;
  readonly size: Lots;
}

/** Joins trades by the order that took. @param trades oldest first, as is the result */
export function aggregated(trades: readonly PublicTrade[]): readonly AggregateTrade[] {
  const all: AggregateTrade[] = [];
  let before: PublicTrade | undefined;
  for (const trade of trades) {
    const known = all.at(-1);
    if (known !== undefined && before?.takerOrder === trade.takerOrder && before.price === trade.price)
      all[all.length - 1] = { ...known, last: trade.trade, size: known.size + trade.size };
    else {
      const { time, price, takerSide, size } = trade;
      all.push({ time, price, takerSide, size, first: trade.trade, last: trade.trade });
    }
    before = trade;
  }
  return all;
}
