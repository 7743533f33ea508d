import { readParameters, v2, WireError } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { orderParameters } from "../../../wire/v2/parameters.ts";
import { privateOperation } from "../../operation.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { orderCommand } from "./placement.ts";

/** Places up to 20 orders; one that fails leaves the others alone. */
export const batchOrders = privateOperation(
  declared.batchOrders,
  async (context, { symbol, marginMode, orderDataList }): Promise<v2.BatchPlaced> => {
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
);

function failed(client_oid: string, { kind, message }: WireError): v2.BatchPlaced["order_info"][number] {
  const { code } = v2.errors[kind];
  return { order_id: "", client_oid, result: false, error_code: code, error_message: message };
}
