import { Type } from "typebox";
import { COIN_USDT } from "../../../core/index.ts";
import { v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";
import { showBalance } from "../show/balance.ts";

export const balance = privateOperation({
  method: "GET",
  path: "/capi/v3/account/balance",
  summary: "Balances by coin",
  meaning:
    "What the account is worth, and how that divides into available and frozen: the two add up to the balance.",
  call: "account.balance",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: Type.Array(v3.Balance),
  async handle(context): Promise<v3.Balance[]> {
    return [showBalance(await assetsOf(context), COIN_USDT)];
  },
});
