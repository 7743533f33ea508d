import type { BatchItem, ChangedOrder } from "../../../../interface/wire/fapi/order.ts";
import { fapi, WireError } from "../../../../interface/wire/index.ts";
import type { PrivateContext } from "../../operation.ts";

/** An element of a batch's answer: the order, or its refusal, of which the request log is told. */
export async function itemOf(
  context: Pick<PrivateContext, "explain">,
  result: WireError | ChangedOrder | Promise<ChangedOrder>,
): Promise<BatchItem> {
  try {
    const settled = await result;
    if (!(settled instanceof WireError)) return settled;
    return refused(context, settled);
  } catch (cause) {
    if (cause instanceof WireError) return refused(context, cause);
    throw cause;
  }
}

function refused(context: Pick<PrivateContext, "explain">, error: WireError): BatchItem {
  context.explain(error);
  return { code: fapi.codeOf(error), msg: fapi.errorText(error) };
}
