import type { Declaration, FieldNames, JsonObject } from "../../interface/wire/index.ts";
import type { AskedOrder } from "./happening.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an order does, by the value of its action's parameter: side and leg, or the side only. */
const ACTIONS: Readonly<Record<string, string>> = {
  1: "open long",
  2: "open short",
  3: "close long",
  4: "close short",
  buy: "buy",
  sell: "sell",
  BUY: "buy",
  SELL: "sell",
};
/** The side that opens each leg. */
const OPENS: Readonly<Record<string, string>> = { LONG: "buy", SHORT: "sell" };

/**
 * The orders that a request asks to place, each with why it was refused. The operation's declaration says
 * which parameters to read: `commands` has their names, `orders.count` the lists of orders.
 *
 * @param reason why all of the request was refused; "" if it was not
 */
export function askedOrders(
  operation: Pick<Declaration, "commands" | "orders" | "takesMarket">,
  asked: JsonObject,
  answer: string,
  reason: string,
): readonly AskedOrder[] {
  const items = operation.orders?.count?.map((name) => asked[name]).find(Array.isArray) as
    | readonly (Fields | null)[]
    | undefined;
  if (items === undefined) {
    const order = orderOf(operation, asked, asked, reason);
    return isNothing(asked, order) ? [] : [order];
  }
  const answers = answersOf(answer);
  return items.map((item, i) => orderOf(operation, item ?? {}, asked, reason || refusalIn(answers[i])));
}

/** Whether a request is about no order: it has no size, and does not close everything either. */
function isNothing({ closePosition }: Fields, { size }: AskedOrder): boolean {
  return size === "" && !isTrue(closePosition);
}

function orderOf(
  { commands = {}, takesMarket = {} }: Pick<Declaration, "commands" | "takesMarket">,
  item: Fields,
  { symbol }: Fields,
  refusal: string,
): AskedOrder {
  const names = Object.values(commands);
  const isMarket = Object.entries(takesMarket).some(([name, word]) => text(item[name]) === word);
  return {
    symbol: text(item["symbol"] ?? symbol),
    action: actionOf(item, names),
    size: given(item, names, "size"),
    ...(isMarket ? { price: "" } : pricesOf(item, names)),
    clientId: given(item, names, "clientId"),
    refusal,
  };
}

/** The price at which an order that does not take the market's trades, and what it waits for. */
function pricesOf(item: Fields, names: readonly FieldNames[]): Pick<AskedOrder, "price" | "waits"> {
  const limit = given(item, names, "price");
  const trigger = given(item, names, "triggerPrice") || given(item, names, "activationPrice");
  const rate = given(item, names, "callbackRate");
  const price = limit || trigger;
  if (rate !== "") return { price, waits: `trailing ${rate}` };
  return limit === "" || trigger === "" ? { price } : { price, waits: `from ${trigger}` };
}

/** "open long"; in one-way mode "buy", or "reduce by sell" for an order that only closes. */
function actionOf(item: Fields, names: readonly FieldNames[]): string {
  const action = ACTIONS[given(item, names, "action")];
  const leg = given(item, names, "leg").toUpperCase();
  const opens = OPENS[leg];
  if (opens !== undefined) return `${action === opens ? "open" : "close"} ${leg.toLowerCase()}`;
  const isClose = isTrue(item["reduceOnly"]) || isTrue(item["closePosition"]);
  return isClose && action !== undefined ? `reduce by ${action}` : (action ?? "change");
}

/** The value of the parameter that fills a field of one of the commands; "" if none of them is given. */
function given(item: Fields, names: readonly FieldNames[], field: string): string {
  const values = names.map((each) => item[each[field] ?? field]);
  return text(values.find((value) => value !== undefined && value !== null));
}

/** The elements of a batch's answer. */
function answersOf(answer: string): readonly Fields[] {
  const parsed: unknown = answer === "" ? [] : JSON.parse(answer);
  const list = Array.isArray(parsed) ? parsed : (parsed as Fields)["order_info"];
  return Array.isArray(list) ? (list as Fields[]) : [];
}

/** The words of an error among the elements, and its code; "" of an element that is none. */
function refusalIn(answer: Fields = {}): string {
  const words = text(answer["error_message"] ?? answer["errorMessage"] ?? answer["msg"]);
  return words === "" ? "" : inWords(answer["error_code"] ?? answer["errorCode"] ?? answer["code"], words);
}

/** A refusal as reports tell it: "-2019 Margin is insufficient." */
export function inWords(code: unknown, words: string): string {
  return `${text(code)} ${words}`.trim();
}

function isTrue(value: unknown): boolean {
  return text(value).toLowerCase() === "true";
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
