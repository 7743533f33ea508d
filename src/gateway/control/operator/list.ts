import { control } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { wordOf } from "../words.ts";
import { FIRST_OPERATOR, roles } from "./roles.ts";

/** `GET /control/operators`: who operates the venue, without anything secret; times are market time. */
export const listOperators = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/operators",
  summary: "List the operators and their roles",
  answer: control.OperatorsView,
  parameters: {},
  async handle({ engine, caller }) {
    const operators = await engine.query({ type: "operators" });
    const first = { name: FIRST_OPERATOR, role: "admin", addedTime: null, tokenTime: null } as const;
    const added = operators.map(({ name, role, addedTime, tokenTime }) => ({
      name,
      role: wordOf(roles, role),
      addedTime,
      tokenTime,
    }));
    return { you: caller.name, operators: [first, ...added] };
  },
});
