import * as declared from "../../../wire/control/operations/operator.ts";
import { controlOperation } from "../operation.ts";
import { checkName } from "./name.ts";

/** `POST /control/operators/remove`: its token is void from here on; what it did stays in the journal under its name. */
export const removeOperator = controlOperation(declared.removeOperator, async ({ submit }, { name }) => {
  await submit({ type: "removeOperator", name: checkName(name) });
  return { name };
});
