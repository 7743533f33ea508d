import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showAccount } from "../show/account.ts";

export const getAccounts = privateOperation(
  declared.getAccounts,
  async (context): Promise<v2.AccountList> => {
    return showAccount(await accountOf(context), context.contracts, context.profile);
  },
);
