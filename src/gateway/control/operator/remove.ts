import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { checkName, operatorName } from "./name.ts";

/** `POST /control/operators/remove`: its token is void from here on; what it did stays in the journal under its name. */
export const removeOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/remove",
  summary: "Let somebody operate the venue no longer",
  answer: control.OperatorRemoved,
  parameters: { name: operatorName },
  async handle({ submit }, { name }) {
    await submit({ type: "removeOperator", name: checkName(name) });
    return { name };
  },
});
