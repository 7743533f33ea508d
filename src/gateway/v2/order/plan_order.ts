import { v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { symbolParameter } from "../parameters.ts";
import { place } from "./place.ts";
import { orderMarginMode, planCommand, planParameters } from "./placement.ts";

export const plan_order = privateOperation({
  method: "POST",
  path: "/capi/v2/order/plan_order",
  summary: "Place a plan (trigger) order",
  meaning: "Places an order that waits until the last price reaches its trigger.",
  call: "plans.place",
  source: "interface document, endpoint 10",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: { symbol: symbolParameter, ...planParameters, marginMode: orderMarginMode },
  response: v2.Placed,
  handle(context, input) {
    const contract = context.contracts.of(input.symbol);
    const { account, requestHash } = context;
    const placement = { account, contract, marginMode: input.marginMode, requestHash };
    return place(context, planCommand(placement, input), contract);
  },
});
