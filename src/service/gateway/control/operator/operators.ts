import * as declared from "../../../../interface/wire/control/operations/operator.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import { wordOf } from "../../words.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation, FIRST_OPERATOR, roles } from "../operation.ts";
import { newToken, tokenHash } from "./tokens.ts";

/** `GET /control/operators`: who operates the venue, without anything secret; times are market time. */
const listOperators = controlOperation(declared.listOperators, async ({ engine, caller }) => {
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

/** `POST /control/operators/add`: this answer is the only place where the token is shown. */
const addOperator = controlOperation(
  declared.addOperator,
  async ({ submit, keys: { rng } }, { name, role }) => {
    const token = newToken(rng);
    await submit({ type: "addOperator", name: checkName(name), role, tokenHash: tokenHash(token) });
    return { name, role: wordOf(roles, role), token };
  },
);

/** `POST /control/operators/rotate`: another token; the one before is void from here on. */
const rotateOperator = controlOperation(
  declared.rotateOperator,
  async ({ submit, keys: { rng } }, { name }) => {
    const token = newToken(rng);
    await submit({ type: "rotateOperator", name: checkName(name), tokenHash: tokenHash(token) });
    return { name, token };
  },
);

/**
 * `POST /control/operators/remove`: the operator's token is void from here on; what the operator did stays
 * in the journal under the name.
 */
const removeOperator = controlOperation(declared.removeOperator, async ({ submit }, { name }) => {
  await submit({ type: "removeOperator", name: checkName(name) });
  return { name };
});

/** Refuses a text that is no name of an operator who can be added, changed or removed. */
function checkName(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw invalidParameter("name", "letters, digits, '-', '_' and '.' only");
  if (name === FIRST_OPERATOR)
    throw invalidParameter(
      "name",
      "admin has the venue's own token, which is set where the venue is started",
    );
  return name;
}

/** The operations of operators. */
export const operatorOperations: readonly ControlOperation[] = [
  listOperators,
  addOperator,
  rotateOperator,
  removeOperator,
];
