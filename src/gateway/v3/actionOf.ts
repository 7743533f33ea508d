import { BUY, CLOSE_LONG, CLOSE_SHORT, LONG, OPEN_LONG, OPEN_SHORT, SELL } from "../../core/index.ts";

/** What an order of a side does to the position of a side. */
export function actionOf(side: number, leg: number): number {
  if (leg === LONG) return side === BUY ? OPEN_LONG : CLOSE_LONG;
  return side === SELL ? OPEN_SHORT : CLOSE_SHORT;
}
