import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { place } from "./place.ts";
import { planCommand } from "./placement.ts";

export const plan_order = privateOperation(declared.plan_order, (context, input) => {
  const contract = context.contracts.of(input.symbol);
  const { account, requestHash } = context;
  const placement = { account, contract, marginMode: input.marginMode, requestHash };
  return place(context, planCommand(placement, input), contract);
});
