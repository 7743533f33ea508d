import type { FaultKindName } from "../../interface/wire/control/faultKinds.ts";

/** An order that a request asked for. Sizes and prices are decimals as the bot wrote them. */
export interface AskedOrder {
  readonly symbol: string;
  /**
   * "open long", "close short"; where the account holds one net position "buy", and "reduce by buy" of an
   * order that only closes.
   */
  readonly action: string;
  readonly size: string;
  /** Limit price, else the price that it waits for; "" of a market order. */
  readonly price: string;
  /** What else it waits for: "from 59900", "trailing 0.1"; left out where there is no more. */
  readonly waits?: string;
  /** The bot's own id; "" if it gave none. */
  readonly clientId: string;
  /** Why it was refused; "" if it was not. */
  readonly refusal: string;
}

/** A request that the bot sent, and its answer. */
export interface Asked {
  readonly type: "asked";
  /** "POST /capi/v2/order/placeOrder". */
  readonly operation: string;
  /** "reads": what the account holds, its orders or its fills; "looks": at anything else. */
  readonly does: "places" | "cancels" | "reads" | "looks" | "sets";
  readonly answeredMs: number;
  readonly status: number;
  /** Why it was refused; "" if it was not. */
  readonly reason: string;
  /** What a fault did to it, if one did. */
  readonly fault: FaultKindName | undefined;
  /** What `Retry-After` said, ms. */
  readonly retryAfterMs: number | undefined;
  /** The orders that it asked to place, as it wrote them. */
  readonly orders: readonly AskedOrder[];
  /** Signature of the request: the same where it is sent again byte for byte. */
  readonly signature: string;
}

/** Something that the bot did, or the venue. */
export type Happening =
  | Asked
  | { readonly type: "connected"; readonly connection: number; readonly isPrivate: boolean }
  /** A handshake that was refused; with status 0 any connection, reset while the venue was away. */
  | { readonly type: "turnedAway"; readonly isPrivate: boolean; readonly status: number }
  | { readonly type: "subscribed"; readonly connection: number; readonly channel: string }
  | { readonly type: "disconnected"; readonly connection: number }
  /** The bot's process ended by itself. */
  | { readonly type: "ended"; readonly exitCode: number }
  /** The examiner had the venue do something. */
  | { readonly type: "did"; readonly deed: ExaminerAction; readonly text: string }
  /** A fault struck a push. */
  | {
      readonly type: "struck";
      readonly kind: FaultKindName;
      readonly connection: number;
      readonly channel: string;
    }
  /** An order of the bot was filled: sizes in base coin. */
  | {
      readonly type: "filled";
      readonly order: string;
      readonly action: string;
      readonly size: string;
      readonly left: string;
    }
  /** An order of the bot ended before it was filled whole. */
  | { readonly type: "canceled"; readonly order: string; readonly action: string; readonly left: string }
  | { readonly type: "triggered"; readonly order: string }
  /** Funding of a position of the bot, received positive. */
  | { readonly type: "funded"; readonly amount: string }
  | { readonly type: "liquidated"; readonly equity: string };

/** What an examiner does. Checks look for it by these words. */
export type ExaminerAction = "set" | "begin" | "end" | "fund" | "liquidate" | "trigger" | "fill";

/** Happenings with their times: ms of the bot's clock after it was started, ascending. */
export type TimedHappening = Happening & { readonly atMs: number };

/** A time in which the machine did not let the bot keep up: `lostMs` until `atMs`, when it was noticed. */
export interface Stall {
  readonly atMs: number;
  readonly lostMs: number;
}

/** Everything that was seen of a bot so far. */
export interface Seen {
  readonly happenings: readonly TimedHappening[];
  /** Until when the bot was watched. */
  readonly untilMs: number;
  readonly stalls: readonly Stall[];
  /** Seconds of market time in one of the bot's. */
  readonly speed: number;
}

/**
 * How long the bot was watched since a time, ms, without that in which the machine did not let it keep up.
 */
export function watchedMs({ untilMs, stalls }: Seen, sinceMs: number): number {
  const lost = stalls.filter(({ atMs }) => atMs > sinceMs);
  return lost.reduce((ms, { lostMs }) => ms - lostMs, untilMs - sinceMs);
}

/**
 * For how long between two times the bot was held up, or made up for a stall before, ms; making up is taken
 * to last as long as the stall. Requests that come close together then may have been meant to come that far
 * apart.
 */
export function heldUpMs({ stalls }: Seen, fromMs: number, toMs: number): number {
  const touching = stalls.filter(({ atMs, lostMs }) => atMs - lostMs <= toMs && atMs + lostMs >= fromMs);
  return touching.reduce((ms, { lostMs }) => ms + lostMs, 0);
}

/** The happenings of one type. */
export function ofType<T extends Happening["type"]>(
  { happenings }: Seen,
  type: T,
): readonly Extract<TimedHappening, { readonly type: T }>[] {
  return happenings.filter(
    (each): each is Extract<TimedHappening, { readonly type: T }> => each.type === type,
  );
}

/** How much more the bot had bought than sold at some time; to close a short is to buy. */
export function heldAt(seen: Seen, untilMs: number): number {
  const fills = ofType(seen, "filled").filter(({ atMs }) => atMs <= untilMs);
  const isBought = (action: string) => action === "open long" || action === "close short";
  return fills.reduce((sum, { action, size }) => sum + (isBought(action) ? 1 : -1) * Number(size), 0);
}

/** Whether the bot decided to end: it does nothing more. */
export function hasEndedWell(seen: Seen): boolean {
  return ofType(seen, "ended").some(({ exitCode }) => exitCode === 0);
}

/** How long a bot may go on with what was under way when something happened, ms. */
export const UNDER_WAY_MS = 500;

/** Whether the bot asked what its account holds, has resting or was filled with, and was answered. */
export function readsAccount(each: TimedHappening): boolean {
  return each.type === "asked" && each.does === "reads" && each.status === 200;
}

/** Whether the bot did it, and not the venue. */
export function isOfBot({ type }: Happening): boolean {
  switch (type) {
    case "asked":
    case "connected":
    case "subscribed":
    case "ended":
    case "turnedAway":
      return true;
    default:
      return false;
  }
}

/** A time as reports say it: "3.210 s". */
export function at(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}

/** An order in words: "open long 0.01 cmt_btcusdt at 60000". */
export function orderText({ action, size, symbol, price, waits }: AskedOrder): string {
  const text = `${action} ${size} ${symbol} ${price === "" ? "at market" : `at ${price}`}`;
  return waits === undefined ? text : `${text} ${waits}`;
}

/** A happening in words. */
export function textOf(happening: Happening): string {
  switch (happening.type) {
    case "asked": {
      const { operation, status, reason, fault, orders } = happening;
      const outcome = fault === "answer-lost" ? "carried out, and the answer lost" : String(status);
      const asked = orders.map((order) => `; ${orderText(order)}${refusedText(order)}`).join("");
      const why = reason === "" || orders.some(({ refusal }) => refusal !== "") ? "" : `: ${reason}`;
      return `${operation}: ${outcome}${asked}${why}`;
    }
    case "connected":
      return `connection ${happening.connection} opened, ${happening.isPrivate ? "private" : "public"}`;
    case "turnedAway":
      return happening.status === 0
        ? "connection refused: nobody is there"
        : `${happening.isPrivate ? "private" : "public"} connection refused with ${happening.status}`;
    case "subscribed":
      return `subscribed to ${happening.channel} on connection ${happening.connection}`;
    case "disconnected":
      return `connection ${happening.connection} closed`;
    case "ended":
      return `ended with code ${happening.exitCode}`;
    case "did":
      return happening.text;
    case "struck":
      return `${happening.kind}: ${happening.channel} on connection ${happening.connection}`;
    case "filled":
      return `filled ${happening.size} of ${happening.action}, ${happening.left} left (order ${happening.order})`;
    case "canceled":
      return `order ${happening.order} (${happening.action}) ended with ${happening.left} not filled`;
    case "triggered":
      return `order ${happening.order} triggered`;
    case "funded":
      return `funding of ${happening.amount} USDT`;
    case "liquidated":
      return `liquidation begins at an equity of ${happening.equity} USDT`;
  }
}

function refusedText({ refusal }: AskedOrder): string {
  return refusal === "" ? "" : ` refused: ${refusal}`;
}
