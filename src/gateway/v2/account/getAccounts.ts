import { v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showAccount } from "../show/account.ts";

export const getAccounts = privateOperation({
  method: "GET",
  path: "/capi/v2/account/getAccounts",
  summary: "Account list: settings and collateral",
  meaning:
    "Settings of the account, of each symbol, and everything that it holds as collateral. Fee rates are those that are charged.",
  call: "account.list",
  source: "interface document, endpoint 1",
  weight: { ip: 5, uid: 5 },
  access: "read",
  parameters: {},
  response: v2.AccountList,
  async handle(context): Promise<v2.AccountList> {
    return showAccount(await accountOf(context), context.contracts, context.profile);
  },
});
