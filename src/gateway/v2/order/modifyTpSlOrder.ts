import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { modifyTpSl } from "../../trading/tpSl.ts";

export const modifyTpSlOrder = privateOperation(
  declared.modifyTpSlOrder,
  async (context, input): Promise<v2.Envelope> => {
    await modifyTpSl(context, { ...input, triggerSource: input.triggerPriceType });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
);
