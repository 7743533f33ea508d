import { isDecimal } from "../../../interface/wire/decimal.ts";
import type { AccountView } from "../account/accountData.ts";
import { big, withThousands } from "../format/decimal.ts";
import { Saved } from "../state/saved.ts";
import type { Desk } from "./desk.ts";

/** A price at which the reader wants an alert. */
export interface PriceAlert {
  readonly symbol: string;
  readonly price: string;
  /** Whether the price must rise to the alert; otherwise it must fall to it. */
  readonly isAbove: boolean;
}

/** A liquidation price closer to the mark price than this share causes an alert. */
const NEAR = "0.05";
const ALERTS_MAX = 50;

export const alerts = new Saved<readonly PriceAlert[]>(
  "outcry.alerts.1",
  [],
  (value): value is readonly PriceAlert[] =>
    Array.isArray(value) &&
    value.every(
      (each: Partial<PriceAlert> | null) => typeof each?.symbol === "string" && isDecimal(each.price ?? ""),
    ),
);

export function addAlert(alert: PriceAlert): void {
  alerts.set([alert, ...alerts.value].slice(0, ALERTS_MAX));
}

export function removeAlert(alert: PriceAlert): void {
  alerts.set(alerts.value.filter((each) => each !== alert));
}

/** The alerts that a price has reached. */
export function reached(all: readonly PriceAlert[], symbol: string, last: string): readonly PriceAlert[] {
  return all.filter(
    (each) =>
      each.symbol === symbol && (each.isAbove ? big(last).gte(each.price) : big(last).lte(each.price)),
  );
}

/** The ids of legs whose liquidation price is close. */
export function nearLiquidation({ positions }: AccountView): readonly number[] {
  return positions.flatMap(({ id, side, size, open_value, unrealizePnl, liquidatePrice }) => {
    if (big(liquidatePrice).lte("0")) return [];
    const gained = big(unrealizePnl).times(side === "LONG" ? "1" : "-1");
    const mark = big(open_value).plus(gained).div(big(size));
    return mark.minus(big(liquidatePrice)).abs().div(mark).lt(NEAR) ? [id] : [];
  });
}

/**
 * Reports alerts, each once, and legs that have come close to their liquidation; also on a hidden page.
 * @returns how to stop
 */
export function watchAlerts(desk: Desk): () => void {
  const alerted = new Set<number>();
  /**
   * The legs that were close at the last check; `undefined` before the first, which reports every close leg.
   */
  let held: ReadonlySet<number> | undefined;
  const ends = [
    desk.market.ticker.onSet(() => {
      const ticker = desk.market.ticker.value;
      if (ticker === undefined) return;
      for (const alert of reached(alerts.value, ticker.symbol, ticker.lastPrice)) {
        removeAlert(alert);
        const name = desk.contractOf(alert.symbol)?.name ?? alert.symbol;
        desk.notices.add("plain", `${name} has come to ${withThousands(alert.price)}`);
      }
    }),
    desk.account.view.onSet(() => {
      const { value: view } = desk.account.view;
      if (view === undefined) return;
      const near = new Set(nearLiquidation(view));
      for (const id of near) {
        const isOpenedSo = held !== undefined && !held.has(id);
        if (!alerted.has(id) && !isOpenedSo)
          desk.notices.add("bad", "A position is within 5 % of its liquidation price");
        alerted.add(id);
      }
      for (const id of alerted) if (!near.has(id)) alerted.delete(id);
      held = new Set(view.positions.map(({ id }) => id));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
