import type { AskedOrder } from "./happening.ts";

type Fields = Readonly<Record<string, unknown>>;

const V2_ACTIONS: Readonly<Record<string, string>> = {
  1: "open long",
  2: "open short",
  3: "close long",
  4: "close short",
  buy: "buy",
  sell: "sell",
};

/**
 * The orders that a request asks to place, in the words of V2 and V3, each with what the answer says of it.
 *
 * @param reason why all of the request was refused; "" if it was not
 */
export function askedOrders(body: string, answer: string, reason: string): readonly AskedOrder[] {
  const asked = objectOf(body);
  const items = asked["orderDataList"] ?? asked["batchOrders"];
  if (!Array.isArray(items)) {
    const order = orderOf(asked, asked, reason);
    return order.size === "" ? [] : [order];
  }
  const answers = answersOf(answer);
  return items.map((item: Fields | null, i) => orderOf(item ?? {}, asked, reason || refusalIn(answers[i])));
}

function orderOf(item: Fields, { symbol }: Fields, refusal: string): AskedOrder {
  const { type, side, positionSide } = item;
  const isOpen = (side === "BUY") === (positionSide === "LONG");
  const v3 = `${isOpen ? "open" : "close"} ${String(positionSide).toLowerCase()}`;
  const isMarket = String(item["match_price"] ?? item["match_type"] ?? "0") === "1" || type === "MARKET";
  return {
    symbol: text(item["symbol"] ?? symbol),
    action: side === undefined ? (V2_ACTIONS[text(type)] ?? "close") : v3,
    size: text(item["size"] ?? item["quantity"]),
    price: isMarket ? "" : text(item["price"] ?? item["execute_price"] ?? item["triggerPrice"]),
    clientId: text(item["client_oid"] ?? item["newClientOrderId"] ?? item["clientAlgoId"]),
    refusal,
  };
}

/** The elements of a batch's answer. */
function answersOf(answer: string): readonly Fields[] {
  const parsed: unknown = answer === "" ? [] : JSON.parse(answer);
  const list = Array.isArray(parsed) ? parsed : (parsed as Fields)["order_info"];
  return Array.isArray(list) ? (list as Fields[]) : [];
}

function refusalIn(answer: Fields | undefined): string {
  return text(answer?.["error_message"] ?? answer?.["errorMessage"]);
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

/** The fields of a JSON object; none of anything else, which the venue refused as a whole. */
function objectOf(body: string): Fields {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}
