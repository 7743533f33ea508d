import { Type } from "typebox";
import { choice, decimal, id, optional, v3, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { isZero, lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import { modifyTpSl, placeTpSl } from "../../trading/tpSl.ts";
import { outcomeOf } from "../order/placed.ts";
import { clientIdParameter, positionSideParameter, workingTypeParameter } from "../parameters.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

/** A refusal by the rules of the market is an answer with `success` false. */
export const placeTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v3/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss on a position",
  meaning: "Places a take-profit or stop-loss for a position, the whole of it where no quantity is given.",
  call: "algo.placeTpSlOrder",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    symbol: symbolParameter,
    clientAlgoId: clientIdParameter,
    planType: choice("Take-profit or stop-loss", { TAKE_PROFIT: 1, STOP_LOSS: 0 }),
    triggerPrice: decimal("Trigger price"),
    executePrice: optional(decimal("Limit price; none or 0: market")),
    quantity: optional(decimal("Quantity, base coin; none or 0: the whole position")),
    positionSide: positionSideParameter,
    triggerPriceType: workingTypeParameter,
  },
  response: Type.Array(v3.OrderOutcome),
  async handle(context, input): Promise<v3.OrderOutcome[]> {
    const { account, requestHash } = context;
    const contract = contractOf(context.contracts, input.symbol);
    const { quantity } = input;
    const result = await placeTpSl(context, contract, () => ({
      type: "placeTpSl",
      account,
      contract: contract.contract,
      leg: input.positionSide,
      takeProfit: input.planType === 1,
      triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
      triggerSource: input.triggerPriceType,
      price: ticksOrNone(contract, "executePrice", input.executePrice),
      size: quantity === undefined || isZero(quantity) ? 0 : lotsOf(contract, "quantity", quantity),
      marginMode: 0,
      position: 0,
      requestHash,
      clientId: input.clientAlgoId,
    }));
    return [{ orderId: result instanceof WireError ? 0 : result, ...outcomeOf(result) }];
  },
});

/** The order keeps its id. */
export const modifyTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v3/modifyTpSlOrder",
  summary: "Change trigger and execution price of a take-profit or stop-loss",
  meaning: "Moves trigger and price of a take-profit or stop-loss; its id stays.",
  call: "algo.modifyTpSlOrder",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 5 },
  access: "trade",
  orders: { family: "place" },
  parameters: {
    orderId: id("Order id"),
    triggerPrice: decimal("Trigger price"),
    executePrice: optional(decimal("Limit price; none or 0: market")),
    triggerPriceType: workingTypeParameter,
  },
  response: v3.Modified,
  async handle(context, input): Promise<v3.Modified> {
    await modifyTpSl(context, { ...input, triggerSource: input.triggerPriceType });
    return { success: true };
  },
});
