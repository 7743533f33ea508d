import type { MirroredPosition } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { big } from "../format/decimal.ts";
import { newer } from "./liveOrder.ts";

/**
 * A leg as read, with pushed fields in place of read ones. Fields that only the venue computes stay as they
 * were read.
 */
export function withPush(row: v2.Position, pushed: MirroredPosition): v2.Position {
  return {
    ...row,
    leverage: newer(row.leverage, pushed.leverage),
    size: newer(row.size, pushed.size),
    open_value: newer(row.open_value, pushed.openValue),
    funding_fee: newer(row.funding_fee, pushed.fundingFee),
  };
}

/** Unrealised PnL at a mark price: size × mark − open value, for a short the reverse. Exact. */
export function withMark(row: v2.Position, mark: string | undefined): v2.Position {
  if (mark === undefined) return row;
  const gained = big(row.size).times(mark).minus(row.open_value);
  return { ...row, unrealizePnl: (row.side === "LONG" ? gained : gained.times("-1")).toFixed() };
}
