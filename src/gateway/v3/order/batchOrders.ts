import { Type } from "typebox";
import {
  invalidParameter,
  objects,
  optional,
  readParameters,
  texts,
  v3,
  WireError,
} from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { oneOf } from "./cancelOne.ts";
import { outcomeOf } from "./placed.ts";
import { orderDraft, orderParameters } from "./placement.ts";

const PATH = "/capi/v3/batchOrders";
const PLACED_MAX = 10;
/** What a batch counts against the limit on orders, however many it holds. */
const COUNTED = 5;
const CANCELED_MAX = 10;

/** Places up to 10 orders; one that fails leaves the others alone. */
export const placeOrders = privateOperation({
  method: "POST",
  path: PATH,
  summary: "Place several orders",
  meaning: "Places up to 10 orders. One that is refused leaves the others alone.",
  call: "orders.placeOrders",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place", count: COUNTED },
  parameters: { batchOrders: objects("Orders, as in POST order", orderParameters, PLACED_MAX) },
  response: Type.Array(v3.Placed),
  async handle(context, { batchOrders }): Promise<v3.Placed[]> {
    const results = await placeEach(context, batchOrders, (item, requestHash) =>
      orderDraft(context, readParameters(orderParameters, item), requestHash),
    );
    return results.map((result, index) => {
      const given = batchOrders[index]!.newClientOrderId;
      return {
        orderId: result instanceof WireError ? "" : String(result),
        clientOrderId: typeof given === "string" ? given : "",
        ...outcomeOf(result),
      };
    });
  },
});

/** Cancels up to 10 orders, by ids or by client ids, each once. */
export const cancelOrders = privateOperation({
  method: "DELETE",
  path: PATH,
  deletesByBody: true,
  summary: "Cancel several orders",
  meaning: "Cancels up to 10 orders, by ids or by the client's.",
  call: "orders.cancelOrders",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: {
    family: "cancel",
    count: ["orderIdList", "origClientOrderIdList"],
  },
  parameters: {
    orderIdList: optional(texts("Order ids; either these or the clients' must be given"), []),
    origClientOrderIdList: optional(texts("Client's own ids"), []),
  },
  response: Type.Array(v3.Canceled),
  async handle(context, { orderIdList, origClientOrderIdList }): Promise<v3.Canceled[]> {
    const ids = [...new Set(orderIdList)];
    const clientIds = [...new Set(origClientOrderIdList)];
    const count = ids.length + clientIds.length;
    if (count === 0) throw oneOf("orderIdList", "origClientOrderIdList");
    if (count > CANCELED_MAX) {
      const name = ids.length > 0 ? "orderIdList" : "origClientOrderIdList";
      throw invalidParameter(name, `more than ${CANCELED_MAX} orders`, "batchTooLarge");
    }
    const results = await cancel(context, [...ids.map(byId), ...clientIds.map(byClientId)], false);
    return results.map((result, index) => ({
      orderId: ids[index] ?? (result instanceof WireError || result === 0 ? "" : String(result)),
      origClientOrderId: clientIds[index - ids.length] ?? "",
      ...outcomeOf(result),
    }));
  },
});
