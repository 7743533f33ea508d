import type { AccountView } from "../../account/accountData.ts";
import { type LiveOrder, purposeOf } from "../../account/liveOrder.ts";
import { big, dressed, fixed, signed, toneOf } from "../../format/decimal.ts";
import type { Contract } from "../../market/contract.ts";

/** A horizontal line on the chart: something of the account that has a price. */
export interface ChartLine {
  readonly id: string;
  readonly kind: "entry" | "liquidation" | "limit" | "takeProfit" | "stopLoss" | "trigger";
  /** Decimal text. */
  readonly price: string;
  readonly text: string;
  /** The same where there is little room. */
  readonly short: string;
  /** Which of the label places from the right it uses: so entries stand beside each other, not on top. */
  readonly place: 0 | 1 | 2;
  /** Token of its colour. */
  readonly colour: "own" | "up" | "down" | "danger" | "warn" | "accent";
  /** Its order, if it has one: the order can be moved and cancelled. */
  readonly order: LiveOrder | undefined;
}

/** Everything of the account that has a price in a contract: entries, liquidation prices, orders. */
export function chartLines(view: AccountView, contract: Contract, last: string): readonly ChartLine[] {
  const held = view.positions.filter(({ symbol }) => symbol === contract.symbol);
  const ordered = view.orders.filter(({ symbol }) => symbol === contract.symbol);
  return [
    ...held.flatMap((position) => positionLines(position, contract)),
    ...ordered.flatMap((order) => orderLine(order, contract, last)),
  ];
}

function positionLines(position: AccountView["positions"][number], { grid }: Contract): readonly ChartLine[] {
  const isLong = position.side === "LONG";
  const side = isLong ? "Long" : "Short";
  const entry: ChartLine = {
    id: `entry-${position.id}`,
    kind: "entry",
    price: big(position.open_value).div(big(position.size)).toFixed(grid.priceDecimals),
    text: `${side} ${dressed(position.size)}  ${signed(position.unrealizePnl, 2)}`,
    short: `${side} ${signed(position.unrealizePnl, 2)}`,
    colour: toneOf(position.unrealizePnl) === "down" ? "down" : "up",
    place: isLong ? 1 : 2,
    order: undefined,
  };
  if (big(position.liquidatePrice).lte("0")) return [entry];
  const liquidation: ChartLine = {
    id: `liquidation-${position.id}`,
    kind: "liquidation",
    price: position.liquidatePrice,
    text: `Liquidation of ${side.toLowerCase()}`,
    short: `Liq. ${side.toLowerCase()}`,
    colour: "danger",
    place: isLong ? 1 : 2,
    order: undefined,
  };
  return [entry, liquidation];
}

function orderLine(order: LiveOrder, { grid }: Contract, last: string): readonly ChartLine[] {
  const { trigger } = order;
  const wanted = trigger?.price ?? order.price;
  if (wanted === undefined) return [];
  const price = big(wanted).toFixed(grid.priceDecimals);
  // Of a take-profit or stop-loss of a whole position the venue says size 0.
  const rest = big(order.size).minus(big(order.filled));
  const left = rest.eq("0") ? "all" : dressed(rest.toFixed());
  const verb = `${order.opens ? "Open" : "Close"} ${order.side}`;
  if (trigger === undefined) {
    const text = `${verb} ${left}`;
    return [{ id: order.id, kind: "limit", price, text, short: text, colour: "own", place: 0, order }];
  }
  const at = order.price === undefined ? "at market" : `at ${fixed(order.price, grid.priceDecimals)}`;
  const kind = purposeOf(order, trigger, last);
  const name = { takeProfit: "TP", stopLoss: "SL", trigger: "Trigger" }[kind];
  return [
    {
      id: order.id,
      kind,
      price,
      text: `${name}  ${verb} ${left} ${at}`,
      short: `${name} ${left}`,
      colour: ({ takeProfit: "up", stopLoss: "warn", trigger: "accent" } as const)[kind],
      place: 0,
      order,
    },
  ];
}
