import type { Input } from "../../../../interface/wire/index.ts";
import {
  invalidParameter,
  missingParameter,
  readParameters,
  v2,
  WireError,
} from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { planParameters } from "../../../../interface/wire/v2/order.ts";
import { batchItemParameters } from "../../../../interface/wire/v2/order.ts";
import { MARKET } from "../../../../interface/wire/v2/parameters.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import { GTC } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText, privateOperation } from "../../operation.ts";
import { closeAll } from "../../trading/closeAll.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { orderCommand, planCommand } from "./translate.ts";

/**
 * Places a limit or market order. The interface document writes plan_order's request against this path, so a
 * body with a trigger places a plan order; `match_price` and `price` say then what `match_type` and
 * `execute_price` do.
 */
export const placeOrder = privateOperation(declared.placeOrder, (context, input) => {
  const contract = context.contracts.of(input.symbol);
  const { account, requestHash } = context;
  const placement = { account, contract, marginMode: input.marginMode, requestHash };
  const { order_type, match_price } = input;
  const plan = planOf(input);
  if (plan !== undefined) return place(context, planCommand(placement, plan), contract);
  if (order_type === undefined) throw missingParameter("order_type");
  if (match_price === undefined) throw missingParameter("match_price");
  return place(context, orderCommand(placement, { ...input, order_type, match_price }), contract);
});

/** A body of placeOrder as that of a plan order, if it has a trigger. */
function planOf(
  input: Input<typeof declared.placeOrder.parameters>,
): Input<typeof planParameters> | undefined {
  const { trigger_price, order_type = GTC, separatedMode } = input;
  const match_type = either("match_type", input.match_type, "match_price", input.match_price);
  const execute_price = either("execute_price", input.execute_price, "price", input.price);
  if (trigger_price === undefined) {
    for (const name of ["match_type", "execute_price"] as const)
      if (input[name] !== undefined)
        throw invalidParameter(name, "it goes with trigger_price", "combinationInvalid");
    return undefined;
  }
  if (match_type === undefined) throw missingParameter("match_type");
  if (order_type !== GTC && match_type !== MARKET)
    throw invalidParameter("order_type", "a plan order takes none", "combinationInvalid");
  if (separatedMode !== undefined)
    throw invalidParameter("separatedMode", "a plan order takes none", "combinationInvalid");
  return { ...input, trigger_price, match_type, execute_price };
}

/** The value of a field, or of another field that means the same here. */
function either<T>(name: string, value: T | undefined, alias: string, other: T | undefined): T | undefined {
  if (value !== undefined && other !== undefined && value !== other)
    throw invalidParameter(alias, `it differs from ${name}`, "combinationInvalid");
  return value ?? other;
}

export const plan_order = privateOperation(declared.plan_order, (context, input) => {
  const contract = context.contracts.of(input.symbol);
  const { account, requestHash } = context;
  const placement = { account, contract, marginMode: input.marginMode, requestHash };
  return place(context, planCommand(placement, input), contract);
});

/** Places up to 20 orders; an order that fails does not affect the others. */
export const batchOrders = privateOperation(
  declared.batchOrders,
  async (context, { symbol, marginMode, orderDataList }): Promise<v2.BatchPlaced> => {
    const contract = context.contracts.of(symbol);
    const { account } = context;
    const results = await placeEach(context, orderDataList, (item, requestHash) => {
      const input = readParameters(batchItemParameters, item);
      if (input.symbol !== undefined && input.symbol !== symbol)
        throw invalidParameter(
          "symbol",
          `it differs from that of the batch, ${symbol}`,
          "combinationInvalid",
        );
      const placement = { account, contract, marginMode: input.marginMode ?? marginMode, requestHash };
      return { command: orderCommand(placement, input), contract };
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

function failed(client_oid: string, error: WireError): v2.BatchPlaced["order_info"][number] {
  const { message: error_message } = error;
  return { order_id: "", client_oid, result: false, error_code: v2.codeOf(error), error_message };
}

/**
 * Closes every position at market, of one symbol or of all; an account without positions gets an empty list.
 */
export const closePositions = privateOperation(
  declared.closePositions,
  async (context, { symbol }): Promise<v2.ClosedPosition[]> => {
    const closings = await closeAll(context, {
      contract: context.contracts.ofFilter(symbol),
      cancelAttached: false,
    });
    return closings.map(({ position, order, why }) => ({
      positionId: position.position,
      success: order !== 0,
      successOrderId: order,
      errorMessage: why,
    }));
  },
);

/**
 * Submits a placement; answers `{"client_oid":…,"order_id":"…"}`, the client's id echoed or null, or throws
 * the refusal. Built by hand, since this is the hottest answer: client ids hold nothing that JSON would
 * escape.
 */
function place(
  context: PrivateContext,
  command: Extract<Command, { type: "placeOrder" | "placePlan" }>,
  contract: ContractSpec,
): Promise<JsonText> {
  return context.submit(command).then(({ id, rejection }) => {
    if (rejection !== undefined)
      throw refusalOf(rejection, { contract, command, operation: context.operation });
    const clientId = command.clientId === "" ? "null" : `"${command.clientId}"`;
    return new JsonText(`{"client_oid":${clientId},"order_id":"${id}"}`);
  });
}
