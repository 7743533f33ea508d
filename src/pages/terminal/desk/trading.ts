import { NoAnswerError, ThrottledError } from "../../../interface/client/index.ts";
import {
  CROSS,
  ISOLATED,
  LIMIT,
  MARKET,
  type MarginMode,
  NORMAL,
} from "../../../interface/client/v2/words.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { capital, type LiveOrder, sideOf, wholeDeedOf } from "../account/liveOrder.ts";
import { big, withThousands } from "../format/decimal.ts";
import { isTransient, isUnknown, sentenceOf } from "../format/failure.ts";
import type { Contract } from "../market/contract.ts";
import { isFrozen } from "../state/store.ts";
import type { Desk } from "./desk.ts";
import type { DraftOrder } from "./draft.ts";
import { actionWord, isOneWay, marginModeOf, orderRequest, type Side } from "./orderRequest.ts";

/** A refusal in the venue's words; `undefined`: accepted. */
export type Refusal = string | undefined;

/**
 * A request that places, closes or moves an order is sent once: a further attempt is up to the reader, at
 * the price of that moment.
 */
const ONCE = { deadlineMs: 0 } as const;

/** The position modes of the venue, as they are called here. */
export const POSITION_MODES = { HEDGE: "Hedge", ONE_WAY: "One-way" } as const;
export type PositionMode = keyof typeof POSITION_MODES;

let placed = 0;

/** A unique client id: one press is one order, even if the answer is lost. */
function nextClientId(): string {
  placed++;
  return `t-${Date.now().toString(36)}-${placed}`;
}

/** The ticket's order in words. @param size in the base coin */
export function orderWords(
  desk: Desk,
  { opens, kind, price, trigger }: DraftOrder,
  side: Side,
  size: string,
): string {
  const executed = kind === "market" || price === "" ? "at market" : `at ${price}`;
  const deed = capital(wholeDeedOf({ opens, side }, isOneWay(desk)));
  const words = `${deed} ${size} ${desk.contract.value.coin} ${executed}`;
  return kind === "trigger" ? `${words}, triggered at ${trigger}` : words;
}

/** Sends the ticket's order. @param size in the base coin */
export function place(desk: Desk, draft: DraftOrder, side: Side, size: string): Promise<Refusal> {
  const { symbol } = desk.contract.value;
  const { orders, plans } = desk.client;
  const words = orderWords(desk, draft, side, size);
  const clientId = draft.clientId || nextClientId();
  const order = { symbol, clientId };
  if (draft.kind === "trigger") {
    const executed =
      draft.price === ""
        ? { match_type: MARKET as typeof MARKET }
        : { match_type: LIMIT as typeof LIMIT, execute_price: draft.price };
    const place = () =>
      plans.place(
        {
          symbol,
          client_oid: clientId,
          size,
          type: actionWord(draft.opens, side, isOneWay(desk)),
          marginMode: marginModeOf(desk.account.view.value?.modes, symbol),
          ...executed,
          trigger_price: draft.trigger,
        },
        ONCE,
      );
    return withNotice(desk, words, place, { order });
  }
  const request = { ...orderRequest(desk, draft, side, size), client_oid: clientId };
  return withNotice(desk, words, () => orders.place(request, ONCE), { order });
}

/** Closes a part of a leg, at market or at a price. */
export function closeSome(
  desk: Desk,
  position: v2.Position,
  size: string,
  price: string | undefined,
): Promise<Refusal> {
  const { symbol } = position;
  const side = sideOf(position);
  const clientId = nextClientId();
  const place = () =>
    desk.client.orders.place(
      {
        symbol,
        client_oid: clientId,
        size,
        type: actionWord(false, side),
        marginMode: position.margin_mode === "ISOLATED" ? ISOLATED : CROSS,
        order_type: NORMAL,
        match_price: price === undefined ? MARKET : LIMIT,
        ...(price !== undefined && { price }),
      },
      ONCE,
    );
  return withNotice(desk, `Close ${side} ${size}`, place, { order: { symbol, clientId } });
}

/**
 * Closes a leg at market and opens as much on the other side: two orders, each of which may be refused; in
 * one-way mode one order, which does both.
 */
export async function reverse(desk: Desk, position: v2.Position): Promise<Refusal> {
  const isNet = isOneWay(desk);
  const refused = isNet ? undefined : await closeSome(desk, position, position.size, undefined);
  if (refused !== undefined) return refused;
  const other: Side = sideOf(position) === "long" ? "short" : "long";
  const { symbol } = position;
  const size = isNet ? big(position.size).times("2").toFixed() : position.size;
  const clientId = nextClientId();
  const place = () =>
    desk.client.orders.place(
      {
        symbol,
        client_oid: clientId,
        size,
        type: actionWord(true, other, isNet),
        marginMode: position.margin_mode === "ISOLATED" ? ISOLATED : CROSS,
        order_type: NORMAL,
        match_price: MARKET,
      },
      ONCE,
    );
  const deed = capital(wholeDeedOf({ opens: true, side: other }, isNet));
  return withNotice(desk, `${deed} ${size}`, place, { order: { symbol, clientId } });
}

/** Attaches a take-profit or a stop-loss to a whole leg, or moves the existing one, which keeps its id. */
export function setTpSl(
  desk: Desk,
  position: v2.Position,
  purpose: "takeProfit" | "stopLoss",
  triggerPrice: string,
  known: LiveOrder | undefined,
): Promise<Refusal> {
  const name = purpose === "takeProfit" ? "Take profit" : "Stop loss";
  const words = `${name} of ${sideOf(position)} at ${triggerPrice}`;
  if (known !== undefined)
    return withNotice(desk, words, () => desk.client.orders.amend({ orderId: known.id, triggerPrice }, ONCE));
  const clientId = nextClientId();
  const place = async () => {
    const [answer] = await desk.client.plans.placeTpSl(
      {
        symbol: position.symbol,
        clientOrderId: clientId,
        planType: purpose === "takeProfit" ? "profit_plan" : "loss_plan",
        triggerPrice,
        positionSide: sideOf(position),
        marginMode: position.margin_mode === "ISOLATED" ? ISOLATED : CROSS,
      },
      ONCE,
    );
    if (answer?.success !== true) throw new Error(answer?.errorMessage ?? "the venue did not accept it");
  };
  return withNotice(desk, words, place, { order: { symbol: position.symbol, clientId } });
}

/** Cancels a live order, resting or waiting. */
export function cancel(desk: Desk, order: LiveOrder): Promise<Refusal> {
  const { orders, plans } = desk.client;
  return withNotice(desk, `Cancel ${wholeDeedOf(order, isOneWay(desk))} ${order.size}`, () =>
    order.trigger === undefined ? orders.cancel({ orderId: order.id }) : plans.cancel({ orderId: order.id }),
  );
}

/**
 * What an amendment would cost a live order (its place in the queue, for example), in a sentence, before it
 * is sent.
 */
export function amendmentEffect(order: LiveOrder, to: Amendment): string {
  if (order.trigger !== undefined) return "It keeps its id, and fires from the same side of the price.";
  const isMoved = to.price !== undefined && !big(to.price).eq(order.price ?? "0");
  const isLarger = to.size !== undefined && big(to.size).gt(order.size);
  return isMoved || isLarger
    ? "It keeps its id and its fills, and loses its place in the queue."
    : "It keeps its id, its fills and its place in the queue.";
}

/** The changes to an order; fields left out stay. */
export interface Amendment {
  readonly price?: string;
  /** Size of the whole order, filled lots included. */
  readonly size?: string;
  /** Trigger price of a waiting order. */
  readonly triggerPrice?: string;
}

/** Amends an order that rests or waits: it keeps its id. */
export function amend(desk: Desk, order: LiveOrder, to: Amendment): Promise<Refusal> {
  const words = [
    to.size,
    to.price === undefined ? undefined : `at ${to.price}`,
    to.triggerPrice === undefined ? undefined : `triggered at ${to.triggerPrice}`,
  ].filter((each) => each !== undefined);
  return withNotice(desk, `Amend ${wholeDeedOf(order, isOneWay(desk))} to ${words.join(" ")}`, () =>
    desk.client.orders.amend({ orderId: order.id, ...to }, ONCE),
  );
}

/** Moves the line of a live order: the price of a resting one, the trigger of a waiting one. */
export function move(desk: Desk, order: LiveOrder, price: string): Promise<Refusal> {
  return amend(desk, order, order.trigger === undefined ? { price } : { triggerPrice: price });
}

/** Cancels several live orders, one after the other; stops at the first refusal. */
export async function cancelSome(desk: Desk, orders: readonly LiveOrder[]): Promise<Refusal> {
  for (const order of orders) {
    const refused = await cancel(desk, order);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Cancels every order that rests, or waits for a price, of a contract or of all. */
export function cancelAll(
  desk: Desk,
  kind: "normal" | "plan" = "normal",
  contract?: Contract,
): Promise<Refusal> {
  const what = kind === "normal" ? "open order" : "plan order";
  const request = { cancelOrderType: kind, ...(contract && { symbol: contract.symbol }) };
  return withNotice(desk, `Cancel every ${what}${contract ? ` of ${contract.name}` : ""}`, () =>
    desk.client.orders.cancelAll(request),
  );
}

/** Closes every position of a contract, or of all, at market; one that stays open is a refusal. */
export function closeAll(desk: Desk, contract?: Contract): Promise<Refusal> {
  return withNotice(desk, `Close every position${contract ? ` of ${contract.name}` : ""}`, async () => {
    const rows = await desk.client.positions.close(contract ? { symbol: contract.symbol } : {}, ONCE);
    const open = rows.filter(({ success }) => !success);
    if (open.length === 0) return;
    throw new Error(`${open.length} of ${rows.length} stay open: ${open[0]!.errorMessage}`);
  });
}

export function setLeverage(desk: Desk, { symbol, name }: Contract, leverage: string): Promise<Refusal> {
  const marginMode = marginModeOf(desk.account.view.value?.modes, symbol);
  const set = () =>
    desk.client.account.setLeverage({
      symbol,
      marginMode,
      longLeverage: leverage,
      shortLeverage: leverage,
    });
  return withNotice(desk, `Leverage ${leverage}× of ${name}`, set, { changed: "settings" });
}

export function setMarginMode(desk: Desk, { symbol, name }: Contract, mode: MarginMode): Promise<Refusal> {
  const set = () => desk.client.positions.setMode({ symbol, marginMode: mode });
  return withNotice(desk, `${mode === CROSS ? "Cross" : "Isolated"} margin of ${name}`, set, {
    changed: "settings",
  });
}

export function setPositionMode(desk: Desk, mode: PositionMode): Promise<Refusal> {
  const set = () => desk.client.account.setPositionMode({ positionMode: mode });
  return withNotice(desk, `Position mode ${POSITION_MODES[mode]}`, set, { changed: "settings" });
}

/** Adds margin to an isolated leg, or takes some away. @param amount negative: away */
export function adjustMargin(desk: Desk, position: v2.Position, amount: string): Promise<Refusal> {
  return withNotice(desk, `Margin ${amount}`, () =>
    desk.client.positions.adjustMargin({ isolatedPositionId: position.id, collateralAmount: amount }),
  );
}

const STANDS_STILL = "The display stands still; go on first.";
const NO_CONNECTION = "Not sent: there is no connection to the venue.";

/** What belongs to a change besides its words. */
interface Change {
  /** "settings" where leverage or modes change: they are not read again after other changes. */
  readonly changed?: "settings";
  /** The order that the change places. */
  readonly order?: OrderId;
}

interface OrderId {
  readonly symbol: string;
  readonly clientId: string;
}

/**
 * Runs a change, reports its outcome, and reads the account at once. Nothing is sent while the display is
 * frozen, or without a connection. An order whose answer did not come is looked up, and this does not
 * resolve until the venue has said what became of it: only then may it be sent again.
 */
async function withNotice(
  desk: Desk,
  words: string,
  run: () => Promise<unknown>,
  { changed, order }: Change = {},
): Promise<Refusal> {
  const hindrance = isFrozen.value
    ? STANDS_STILL
    : desk.market.line.value === "open"
      ? undefined
      : NO_CONNECTION;
  if (hindrance !== undefined) {
    desk.notices.add("bad", `${words}: not sent`, hindrance);
    return hindrance;
  }
  const sentAtMs = performance.now();
  try {
    await run();
    desk.notices.add("good", `${words}: accepted`);
    return undefined;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (!isUnknown(error)) {
      const isUnsent = error instanceof NoAnswerError || error instanceof ThrottledError;
      desk.notices.add("bad", `${words}: ${isUnsent ? "not sent" : "refused"}`, sentence);
      return isUnsent && order !== undefined ? withPrice(desk, sentence, order) : sentence;
    }
    desk.armed.set(false);
    desk.notices.add("bad", `${words}: not known`, sentence);
    if (order === undefined) return sentence;
    const arrivesUntilMs = isCut(error) ? 0 : sentAtMs + SIGNATURE_MS;
    return await lookedUp(desk, words, order, sentence, arrivesUntilMs);
  } finally {
    desk.account.refresh(changed);
  }
}

/** How many of the newest orders are searched for a missing one. */
const LOOKED_AT = 100;
/** The wait before the venue is asked again, ms. */
const AGAIN_MS = 2_000;
/** How long a signature is valid, ms: a request that is under way for longer is refused when it arrives. */
const SIGNATURE_MS = 30_000;
const NOT_THERE = `Not sent: the venue has no order of this id among the last ${LOOKED_AT}.`;

/** Whether the connection broke during a request: the venue gets no more of it than it has by then. */
function isCut(error: unknown): boolean {
  return error instanceof NoAnswerError && (error.cause as Error | undefined)?.name !== "TimeoutError";
}

/**
 * Finds out what became of an order whose answer is missing. That it does not exist counts only at the
 * second look-up, and once the request cannot arrive any more.
 *
 * @param unknown the text where the venue refuses the look-up
 */
async function lookedUp(
  desk: Desk,
  words: string,
  order: OrderId,
  unknown: string,
  arrivesUntilMs: number,
): Promise<Refusal> {
  const { symbol, clientId } = order;
  const asked = { symbol, states: "all", pageSize: LOOKED_AT } as const;
  for (let missed = 0; ; ) {
    try {
      const orders = await desk.client.orders.history(asked);
      const found = orders.find(({ client_oid }) => client_oid === clientId);
      if (found !== undefined) {
        desk.notices.add("good", `${words}: it came, and is ${found.status}`);
        return undefined;
      }
      if (++missed > 1 && performance.now() >= arrivesUntilMs) {
        desk.notices.add("bad", `${words}: not sent`, NOT_THERE);
        return withPrice(desk, NOT_THERE, order);
      }
    } catch (error) {
      if (!isTransient(error)) return unknown;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * A sentence about an order that was not sent, with the present price: whoever presses again sends it at
 * that.
 */
function withPrice({ contract, market }: Desk, sentence: string, { symbol }: OrderId): string {
  const { value: shown } = contract;
  const last = market.ticker.value?.lastPrice;
  if (shown.symbol !== symbol || last === undefined) return sentence;
  return `${sentence} ${shown.name} is at ${withThousands(last)} now.`;
}
