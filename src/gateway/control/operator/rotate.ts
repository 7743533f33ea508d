import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { checkName, operatorName } from "./name.ts";
import { newToken, tokenHash } from "./tokens.ts";

/** `POST /control/operators/rotate`: another token; the one before is void from here on. */
export const rotateOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/rotate",
  summary: "Give an operator another token, shown this once; the one before is void",
  answer: control.OperatorRotated,
  parameters: { name: operatorName },
  async handle({ submit, rng }, { name }) {
    const token = newToken(rng);
    await submit({ type: "rotateOperator", name: checkName(name), tokenHash: tokenHash(token) });
    return { name, token };
  },
});
