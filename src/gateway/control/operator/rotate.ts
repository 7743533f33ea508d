import * as declared from "../../../wire/control/operations/operator.ts";
import { controlOperation } from "../operation.ts";
import { checkName } from "./name.ts";
import { newToken, tokenHash } from "./tokens.ts";

/** `POST /control/operators/rotate`: another token; the one before is void from here on. */
export const rotateOperator = controlOperation(declared.rotateOperator, async ({ submit, rng }, { name }) => {
  const token = newToken(rng);
  await submit({ type: "rotateOperator", name: checkName(name), tokenHash: tokenHash(token) });
  return { name, token };
});
