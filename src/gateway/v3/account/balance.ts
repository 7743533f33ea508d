import { COIN_USDT } from "../../../core/index.ts";
import type { v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";
import { showBalance } from "../show/balance.ts";

export const balance = privateOperation(declared.balance, async (context): Promise<v3.Balance[]> => {
  return [showBalance(await assetsOf(context), COIN_USDT)];
});
