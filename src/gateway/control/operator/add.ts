import * as declared from "../../../wire/control/operations/operator.ts";
import { controlOperation } from "../operation.ts";
import { wordOf } from "../words.ts";
import { checkName } from "./name.ts";
import { roles } from "./roles.ts";
import { newToken, tokenHash } from "./tokens.ts";

/** `POST /control/operators/add`: this answer is the only place where the token is shown. */
export const addOperator = controlOperation(declared.addOperator, async ({ submit, rng }, { name, role }) => {
  const token = newToken(rng);
  await submit({ type: "addOperator", name: checkName(name), role, tokenHash: tokenHash(token) });
  return { name, role: wordOf(roles, role), token };
});
