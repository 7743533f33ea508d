import { Type } from "typebox";
import { signed } from "../../operation.ts";
import { decimal, optional } from "../../parameter.ts";
import * as v3 from "../index.ts";

export const simBalance = signed({
  method: "GET",
  path: "/capi/v3/sim/balance",
  summary: "Balance of the paper account",
  meaning:
    "On paper, with simulated funds: What the account is worth, and how that divides into available and frozen: the two add up to the balance.",
  call: "paper.balance",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {},
  response: Type.Array(v3.Balance),
});

export const simReset = signed({
  method: "POST",
  path: "/capi/v3/sim/reset",
  summary: "Start the paper account anew (ours)",
  meaning:
    "Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance.",
  call: "paper.reset",
  isForgotten: true,
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    amount: optional(decimal("Balance to begin with, above 0, at most 1000000000"), "100000"),
  },
  response: Type.Array(v3.Balance),
});
