import type { Command, Rejection } from "../../../core/index.ts";
import { objects, readParameters, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { symbolParameter } from "../parameters.ts";
import { refusalOf } from "../refusals.ts";
import { orderCommand, orderMarginMode, orderParameters } from "./placement.ts";

const ORDERS_MAX = 20;
/** Request hashes are 52 bits; each order of a batch has its own. */
const HASHES = 2 ** 52;

/** Places up to 20 orders; one that fails leaves the others alone. */
export const batchOrders = privateOperation({
  method: "POST",
  path: "/capi/v2/order/batchOrders",
  summary: "Place several orders of one symbol",
  source: "published documentation, batch orders",
  weight: { ip: 5, uid: 10 },
  access: "place",
  orders: { family: "place", count: ({ orderDataList }) => orderDataList.length },
  parameters: {
    symbol: symbolParameter,
    marginMode: orderMarginMode,
    orderDataList: objects("Orders, as in placeOrder", orderParameters, ORDERS_MAX),
  },
  response: v2.BatchPlaced,
  async handle(context, { symbol, marginMode, orderDataList }): Promise<v2.BatchPlaced> {
    const contract = context.contracts.of(symbol);
    const { account, requestHash } = context;
    const items = orderDataList.map((source, index) => {
      const hash = (requestHash + index) % HASHES || 1;
      return tried(() =>
        orderCommand(
          { account, contract, marginMode, requestHash: hash },
          readParameters(orderParameters, source),
        ),
      );
    });
    const commands = items.filter(
      (item): item is Command & { type: "placeOrder" } => !(item instanceof WireError),
    );
    const outcomes = commands.length === 0 ? [] : await context.submitAll(commands);
    let next = 0;
    return {
      order_info: items.map((item, index) => {
        const given = orderDataList[index]!.client_oid;
        const client_oid = typeof given === "string" ? given : "";
        if (item instanceof WireError) return failed(client_oid, item);
        const { rejection, id } = outcomes[next++]!;
        if (rejection !== undefined)
          return failed(client_oid, refusalOf(rejection satisfies Rejection, contract));
        return { order_id: String(id), client_oid, result: true, error_code: "", error_message: "" };
      }),
      result: true,
    };
  },
});

function failed(client_oid: string, { kind, message }: WireError): v2.BatchPlaced["order_info"][number] {
  const { code } = v2.errors[kind];
  return { order_id: "", client_oid, result: false, error_code: code, error_message: message };
}

function tried<T>(make: () => T): T | WireError {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof WireError) return cause;
    throw cause;
  }
}
