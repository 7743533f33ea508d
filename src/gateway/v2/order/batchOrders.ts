import { objects, readParameters, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { symbolParameter } from "../parameters.ts";
import { orderCommand, orderMarginMode, orderParameters } from "./placement.ts";

const ORDERS_MAX = 20;

/** Places up to 20 orders; one that fails leaves the others alone. */
export const batchOrders = privateOperation({
  method: "POST",
  path: "/capi/v2/order/batchOrders",
  summary: "Place several orders of one symbol",
  meaning: "Places up to 20 orders of a symbol. One that is refused leaves the others alone.",
  call: "orders.placeBatch",
  source: "published documentation, batch orders",
  weight: { ip: 5, uid: 10 },
  access: "place",
  orders: { family: "place", count: ["orderDataList"] },
  parameters: {
    symbol: symbolParameter,
    marginMode: orderMarginMode,
    orderDataList: objects("Orders, as in placeOrder", orderParameters, ORDERS_MAX),
  },
  response: v2.BatchPlaced,
  async handle(context, { symbol, marginMode, orderDataList }): Promise<v2.BatchPlaced> {
    const contract = context.contracts.of(symbol);
    const { account } = context;
    const results = await placeEach(context, orderDataList, (item, requestHash) => {
      const placement = { account, contract, marginMode, requestHash };
      return { command: orderCommand(placement, readParameters(orderParameters, item)), contract };
    });
    return {
      order_info: results.map((result, index) => {
        const given = orderDataList[index]!.client_oid;
        const client_oid = typeof given === "string" ? given : "";
        if (result instanceof WireError) return failed(client_oid, result);
        return { order_id: String(result), client_oid, result: true, error_code: "", error_message: "" };
      }),
      result: true,
    };
  },
});

function failed(client_oid: string, { kind, message }: WireError): v2.BatchPlaced["order_info"][number] {
  const { code } = v2.errors[kind];
  return { order_id: "", client_oid, result: false, error_code: code, error_message: message };
}
