import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { BatchItem, ChangedOrder } from "../../../../interface/wire/fapi/order.ts";
import { CONDITIONAL, orderParameters, RESULT } from "../../../../interface/wire/fapi/orderParameters.ts";
import { type Input, readParameters, WireError } from "../../../../interface/wire/index.ts";
import { isOpening, KIND_NORMAL, orderAction, STATE_PENDING } from "../../../../kernel/core/index.ts";
import type { Outcome } from "../../../../kernel/engine/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/ordersOf.ts";
import { type Draft, outcomesOfEach } from "../../trading/placeEach.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { contractOf } from "../symbol.ts";
import { asConditional, conditionalCommand, IN_ORDER } from "./conditionalCommand.ts";
import { orderCommand, servedElsewhere } from "./orderCommand.ts";
import { itemOf, leftIn, placedIn } from "./outcome.ts";
import { isOneOrder, type ShownOrder, showChanged } from "./showOrder.ts";

/** Places an order. This has no weight: orders are counted instead. */
export const placeOrder = privateOperation(declared.placeOrder, async (context, input) => {
  const { command, contract } = draftOf(context, input, context.requestHash);
  const outcome = await submitOrThrow(context, command, contract);
  return answerOf(context, outcome, input.newOrderRespType);
});

/** Places up to 5 orders; an order that fails does not affect the others. */
export const placeOrders = privateOperation(
  declared.placeOrders,
  async (context, { batchOrders }): Promise<BatchItem[]> => {
    const responseTypes: number[] = [];
    const outcomes = await outcomesOfEach(context, batchOrders, (item, requestHash) => {
      const input = readParameters(orderParameters, item);
      responseTypes[batchOrders.indexOf(item)] = input.newOrderRespType;
      return draftOf(context, input, requestHash);
    });
    return Promise.all(
      outcomes.map((outcome, index) =>
        itemOf(
          context,
          outcome instanceof WireError ? outcome : answerOf(context, outcome, responseTypes[index]!),
        ),
      ),
    );
  },
);

/**
 * The command of an order. A conditional type is taken here where the profile says so; otherwise the refusal
 * names the operation for it.
 */
function draftOf(context: PrivateContext, input: Input<typeof orderParameters>, requestHash: number): Draft {
  if ((input.type & CONDITIONAL) === 0) return orderCommand(context, input, requestHash);
  const contract = contractOf(context.contracts, input.symbol);
  if (!isOneOrder(context.rules)) throw servedElsewhere();
  return {
    command: conditionalCommand(context, contract, asConditional(input), requestHash, IN_ORDER),
    contract,
  };
}

/**
 * An order as its placement is answered. RESULT: as the command left it; ACK: as it was accepted. A repeated
 * request is answered with the order as it stands.
 */
async function answerOf(
  context: PrivateContext,
  { events, id }: Outcome,
  responseType: number,
): Promise<ChangedOrder> {
  const shownIn = responseType === RESULT ? leftIn : placedIn;
  const view = shownIn(events, id) ?? (await findOrder(context, id));
  if (view === undefined) throw new Error(`invariant: order ${id} was placed`);
  return showChanged(view, context.contracts.at(view.contract), context.rules);
}

/** Checks an order as its placement would, and shows it with id 0: nothing is placed. */
export const testOrder = privateOperation(declared.testOrder, async (context, input) => {
  const { engine, operation, now, rules } = context;
  if ((input.type & CONDITIONAL) !== 0) {
    if (!isOneOrder(rules)) throw servedElsewhere();
    throw new FapiError(-1116, "Invalid orderType. Only LIMIT and MARKET are tried");
  }
  const { command, contract } = orderCommand(context, input, 0);
  const { refusal, largest } = await engine.query({ type: "estimate", order: command });
  if (refusal !== undefined) throw refusalOf(refusal, { contract, command, operation });
  const action = orderAction(command.action);
  // A close of more than is held is made smaller.
  const size = isOpening(action) ? command.size : Math.min(command.size, largest);
  const time = now();
  const order: ShownOrder = {
    ...{
      order: 0,
      clientId: command.clientId,
      kind: KIND_NORMAL,
      action,
      state: STATE_PENDING,
      cancelReason: 0,
    },
    ...{ market: command.market, price: command.price, timeInForce: command.timeInForce },
    ...{ size, remaining: size, filledValue: 0n },
    ...{ triggerPrice: 0, triggerSource: 0, triggerDirection: 0, triggeredTime: 0 },
    ...{ callbackRate: 0, activationPrice: 0, priceProtect: false, endsWithLeg: false },
    ...{ selfTradeMode: command.selfTradeMode, goodTill: command.goodTill, priceMatch: command.priceMatch },
    ...{ createdTime: time, updatedTime: time },
  };
  return showChanged(order, contract, rules);
});
