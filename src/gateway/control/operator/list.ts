import * as declared from "../../../wire/control/operations/operator.ts";
import { controlOperation } from "../operation.ts";
import { wordOf } from "../words.ts";
import { FIRST_OPERATOR, roles } from "./roles.ts";

/** `GET /control/operators`: who operates the venue, without anything secret; times are market time. */
export const listOperators = controlOperation(declared.listOperators, async ({ engine, caller }) => {
  const operators = await engine.query({ type: "operators" });
  const first = { name: FIRST_OPERATOR, role: "admin", addedTime: null, tokenTime: null } as const;
  const added = operators.map(({ name, role, addedTime, tokenTime }) => ({
    name,
    role: wordOf(roles, role),
    addedTime,
    tokenTime,
  }));
  return { you: caller.name, operators: [first, ...added] };
});
