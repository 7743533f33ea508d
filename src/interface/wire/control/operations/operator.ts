import { choice } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { operatorName } from "../parameters.ts";
import { roles } from "../words.ts";

export const addOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/add",
  summary: "Add an operator; the token is shown this once",
  answer: control.OperatorAdded,
  parameters: {
    name: operatorName,
    role: choice(
      "What it may do: `read` reads, `operate` changes market, accounts and money, `admin` also makes keys and operators, and stops, resets or copies the venue.",
      roles,
    ),
  },
});

export const listOperators = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/operators",
  summary: "List the operators and their roles",
  answer: control.OperatorsView,
  parameters: {},
});

export const removeOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/remove",
  summary: "Remove an operator",
  answer: control.OperatorRemoved,
  parameters: { name: operatorName },
});

export const rotateOperator = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/operators/rotate",
  summary: "Give an operator another token, which is shown this once; the old one stops working",
  answer: control.OperatorRotated,
  parameters: { name: operatorName },
});
