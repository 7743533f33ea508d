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

/**
 * A trade's id as a UUID of version 8: the contract's index in the first group, the id of the trade (as fills
 * show it) in the last 14 hexadecimal digits. The same trade always has the same one.
 */
export function ticketId(contract: number, trade: number): string {
  const digits = trade.toString(16).padStart(14, "0");
  return `${contract.toString(16).padStart(8, "0")}-0000-8000-80${digits.slice(0, 2)}-${digits.slice(2)}`;
}
