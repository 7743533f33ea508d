import { type v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/algo.ts";
import { privateOperation } from "../../operation.ts";
import { isZero, lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import { modifyTpSl, placeTpSl } from "../../trading/tpSl.ts";
import { outcomeOf } from "../order/translate.ts";
import { contractOf } from "../symbol.ts";

/** A refusal by the rules of the market is an answer with `success` false. */
export const placeTpSlOrder = privateOperation(
  declared.placeTpSlOrder,
  async (context, input): Promise<v3.OrderOutcome[]> => {
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
      endsWithLeg: false,
      priceProtect: false,
      marginMode: 0,
      position: 0,
      requestHash,
      clientId: input.clientAlgoId,
    }));
    return [{ orderId: result instanceof WireError ? 0 : result, ...outcomeOf(result) }];
  },
);

/** The order keeps its id. */
export const modifyTpSlOrder = privateOperation(
  declared.modifyTpSlOrder,
  async (context, input): Promise<v3.Modified> => {
    await modifyTpSl(context, { ...input, triggerSource: input.triggerPriceType });
    return { success: true };
  },
);
