import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { livePage } from "../../trading/livePage.ts";
import { showOrder } from "../show/order.ts";

/** Orders that rest in the book or are on their way there, newest first. */
export const current = privateOperation(
  declared.current,
  async ({ engine, account, contracts }, input): Promise<v2.Order[]> => {
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const live = await engine.query({ type: "orders", account, contract, which: "resting" });
    const orders = wanted === undefined ? live : live.filter(({ order }) => order === wanted);
    return livePage(orders, input).map((order) => showOrder(order, contracts.at(order.contract)));
  },
);
