import { choice, control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { wordOf } from "../words.ts";
import { checkName, operatorName } from "./name.ts";
import { roles } from "./roles.ts";
import { newToken, tokenHash } from "./tokens.ts";

/** `POST /control/operators/add`: this answer is the only place where the token is shown. */
export const addOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/add",
  summary: "Let somebody operate the venue under a name; the token is shown this once",
  answer: control.OperatorAdded,
  parameters: {
    name: operatorName,
    role: choice(
      "What it may do: `read` reads, `operate` changes market, accounts and money, `admin` also makes keys and operators, and stops, resets or copies the venue.",
      roles,
    ),
  },
  async handle({ submit, rng }, { name, role }) {
    const token = newToken(rng);
    await submit({ type: "addOperator", name: checkName(name), role, tokenHash: tokenHash(token) });
    return { name, role: wordOf(roles, role), token };
  },
});
