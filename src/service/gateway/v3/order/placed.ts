import type { v3 } from "../../../../interface/wire/index.ts";
import { WireError, v3 as wire } from "../../../../interface/wire/index.ts";
import { JsonText } from "../../operation.ts";

/** The answer of an accepted placement, built by hand: client ids hold nothing that JSON would escape. */
export function placedText(order: number, clientId: string): JsonText {
  return new JsonText(
    `{"orderId":"${order}","clientOrderId":"${clientId}","success":true,"errorCode":"","errorMessage":""}`,
  );
}

const SUCCESS = { success: true, errorCode: "", errorMessage: "" } as const;

/** What became of one order of several. */
export function outcomeOf(result: number | WireError): Pick<v3.Placed, keyof typeof SUCCESS> {
  if (!(result instanceof WireError)) return SUCCESS;
  if (result.kind === "cancelNotFound" || result.kind === "orderNotFound") {
    return { success: false, errorCode: "ORDER_NOT_FOUND", errorMessage: "orderId not exist" };
  }
  const code = wire.codeOf(result) ?? wire.errors[result.kind].status;
  return { success: false, errorCode: String(code), errorMessage: wire.errorText(result) };
}
