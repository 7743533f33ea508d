import type { v2 } from "../../../../interface/wire/index.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import { TRIGGER_ON_LAST } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { lotsOf, ticksOf, ticksOrNone } from "../../trading/grid.ts";
import { modifyTpSl, placeTpSl } from "../../trading/tpSl.ts";

/**
 * Places a take-profit or stop-loss on a position; without a size, on the whole position. A refusal by the
 * rules of the market is an answer with `success` false and `orderId` 0, and says why in `errorMessage` where
 * the profile shows it.
 */
export const placeTpSlOrder = privateOperation(
  declared.placeTpSlOrder,
  async (context, input): Promise<v2.TpSlPlaced[]> => {
    const { account, contracts, profile, requestHash } = context;
    const contract = contracts.of(input.symbol);
    const result = await placeTpSl(context, contract, () => ({
      type: "placeTpSl",
      account,
      contract: contract.contract,
      leg: input.positionSide,
      takeProfit: input.planType === 1,
      triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
      triggerSource: TRIGGER_ON_LAST,
      price: ticksOrNone(contract, "executePrice", input.executePrice),
      size: input.size === undefined ? 0 : lotsOf(contract, "size", input.size),
      endsWithLeg: false,
      priceProtect: false,
      marginMode: input.marginMode,
      position: input.positionId ?? 0,
      requestHash,
      clientId: input.clientOrderId,
    }));
    if (!(result instanceof WireError)) return [{ success: true, orderId: result }];
    const failed = { success: false, orderId: 0 };
    return [profile.errorMessage === "shown" ? { ...failed, errorMessage: result.message } : failed];
  },
);

export const modifyTpSlOrder = privateOperation(
  declared.modifyTpSlOrder,
  async (context, input): Promise<v2.Envelope> => {
    await modifyTpSl(context, { ...input, triggerSource: input.triggerPriceType });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
);
