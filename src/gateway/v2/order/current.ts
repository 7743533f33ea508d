import { Type } from "typebox";
import { v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { livePage, livePageParameters } from "../../trading/livePage.ts";
import { showOrder } from "../show/order.ts";

/** Orders that rest in the book or are on their way there, newest first. */
export const current = privateOperation({
  method: "GET",
  path: "/capi/v2/order/current",
  summary: "Current orders",
  meaning: "Orders that rest in the book, newest first.",
  call: "orders.current",
  source: "published documentation, current orders",
  weight: { ip: 2, uid: 2 },
  access: "read",
  parameters: livePageParameters,
  response: Type.Array(v2.Order),
  async handle({ engine, account, contracts }, input): Promise<v2.Order[]> {
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const live = await engine.query({ type: "orders", account, contract, which: "resting" });
    const orders = wanted === undefined ? live : live.filter(({ order }) => order === wanted);
    return livePage(orders, input).map((order) => showOrder(order, contracts.at(order.contract)));
  },
});
