import * as declared from "../../../wire/control/operations/key.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/keys/disable`: for good. */
export const disableKey = controlOperation(declared.disableKey, async ({ submit }, { apiKey }) => {
  await submit({ type: "disableKey", key: apiKey });
  return { apiKey };
});
