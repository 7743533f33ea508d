import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import { CONDITIONAL } from "../../../../interface/wire/fapi/orderParameters.ts";
import { isOpening, KIND_NORMAL, orderAction, STATE_PENDING } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { orderCommand, servedElsewhere } from "./orderCommand.ts";
import { isOneOrder, type ShownOrder, showChanged } from "./showOrder.ts";

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
