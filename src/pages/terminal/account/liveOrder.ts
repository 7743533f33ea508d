import type { MirroredOrder } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { big } from "../format/decimal.ts";

/** An order that rests in the book or waits for its price. */
export interface LiveOrder {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly opens: boolean;
  readonly side: "long" | "short";
  /** `undefined`: at market. */
  readonly price: string | undefined;
  readonly size: string;
  readonly filled: string;
  readonly createdMs: number;
  /** The trigger of a waiting order. */
  readonly trigger: Trigger | undefined;
}

export interface Trigger {
  readonly price: string;
  readonly watches: "last" | "mark";
  /** For a trailing stop: how far it stays behind the price, as a fraction. */
  readonly follows: string | undefined;
  /** Whether it ends with the position that it closes. */
  readonly endsWithPosition: boolean;
}

/** A resting order as it is pushed. */
export function ofMirrored(order: MirroredOrder): LiveOrder {
  return {
    id: order.id,
    clientId: order.clientId,
    symbol: order.symbol,
    ...actionOf(order.action),
    price: isZero(order.price) ? undefined : order.price,
    size: order.size,
    filled: order.filled,
    createdMs: Number(order.createdTime),
    trigger: undefined,
  };
}

/** A waiting order as order/currentPlan returns it. */
export function ofPlan(row: v2.PlanOrder): LiveOrder {
  const watches = /MARK|^3$/.test(row.triggerPriceType) ? "mark" : "last";
  const { triggerPrice: price, callbackRate: follows, endsWithPosition = false } = row;
  return { ...common(row), trigger: { price, watches, follows, endsWithPosition } };
}

/**
 * A waiting order as it was read, with the fields that were pushed since; pushes do not say which price it
 * watches.
 */
export function withPushedWait(order: LiveOrder, pushed: MirroredOrder): LiveOrder {
  if (order.trigger === undefined) return order;
  const price = isZero(pushed.price) ? undefined : newer(order.price ?? "0", pushed.price);
  const trigger = { ...order.trigger, price: newer(order.trigger.price, pushed.triggerPrice) };
  return { ...order, price, size: newer(order.size, pushed.size), trigger };
}

/** The pushed decimal, or the read one if both are equal: pushed decimals have no trailing zeros. */
export function newer(read: string, pushed: string): string {
  return big(read).eq(pushed) ? read : pushed;
}

function common(row: v2.Order | v2.PlanOrder): Omit<LiveOrder, "trigger"> {
  return {
    id: row.order_id,
    clientId: row.client_oid,
    symbol: row.symbol,
    ...actionOf(row.type),
    price: isZero(row.price) ? undefined : row.price,
    size: row.size,
    filled: row.filled_qty,
    createdMs: Number(row.createTime),
  };
}

const ACTIONS: Readonly<Record<string, string>> = {
  1: "open_long",
  2: "open_short",
  3: "close_long",
  4: "close_short",
};

/** Side and effect of an order's `type`, in words or codes; words of liquidations have the side last. */
export function actionOf(type: string): { readonly opens: boolean; readonly side: "long" | "short" } {
  const words = (ACTIONS[type] ?? type).toLowerCase();
  return { opens: words.startsWith("open"), side: words.includes("short") ? "short" : "long" };
}

/** Whether an order buys. */
export function buys({ opens, side }: Pick<LiveOrder, "opens" | "side">): boolean {
  return opens === (side === "long");
}

/** What an order does, in words: "open long"; of a one-way account "buy". */
export function deedOf(order: Pick<LiveOrder, "opens" | "side">, isOneWay: boolean): string {
  if (isOneWay) return buys(order) ? "buy" : "sell";
  return `${order.opens ? "open" : "close"} ${order.side}`;
}

/**
 * What an order does, in words; for a one-way account also whether it only reduces, where nothing beside the
 * words says so.
 */
export function wholeDeedOf(order: Pick<LiveOrder, "opens" | "side">, isOneWay: boolean): string {
  return `${deedOf(order, isOneWay)}${isOneWay && !order.opens ? ", reduce only" : ""}`;
}

/** With a capital, as a sentence or a button begins. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The purpose of a waiting order. The interface does not give it, but a waiting order's trigger lies on one
 * side of the price: one that closes a long above the price takes profit.
 */
export function purposeOf(
  { opens, side }: LiveOrder,
  trigger: Trigger,
  last: string,
): "takeProfit" | "stopLoss" | "trigger" {
  if (opens) return "trigger";
  const isAbove = big(trigger.price).gt(last);
  return isAbove === (side === "long") ? "takeProfit" : "stopLoss";
}

function isZero(text: string): boolean {
  return /^0*(?:\.0*)?$/.test(text);
}

/** Which side a position is on. */
export function sideOf({ side }: Pick<v2.Position, "side">): LiveOrder["side"] {
  return side === "LONG" ? "long" : "short";
}

/** The waiting orders that close a leg at a price, whenever they were placed. */
export function exitsOf(position: v2.Position, orders: readonly LiveOrder[]): readonly LiveOrder[] {
  return orders.filter((order) => isExit(order) && isOfLeg(order, position));
}

/**
 * Whether an order was placed for a position that has ended: it still waits, as on the real exchange, and
 * will close whatever is held on its side when its price comes. The interface names no position, but an
 * order older than the leg was not meant for it, unless it ends with whichever position there is.
 */
export function isLeftOver(order: LiveOrder, positions: readonly v2.Position[]): boolean {
  if (!isExit(order) || order.trigger?.endsWithPosition === true) return false;
  const leg = positions.find((position) => isOfLeg(order, position));
  return leg === undefined || order.createdMs < Number(leg.created_time);
}

function isOfLeg({ symbol, side }: LiveOrder, position: v2.Position): boolean {
  return symbol === position.symbol && side === sideOf(position);
}

function isExit({ opens, trigger }: LiveOrder): boolean {
  return !opens && trigger !== undefined;
}
