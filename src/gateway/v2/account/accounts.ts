import { v2 } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showRetiredAccount } from "../show/retiredAccount.ts";

/** Retired in favour of getAccounts, and still the first call of many programs. */
export const accounts = privateOperation({
  method: "GET",
  path: "/capi/v2/account/accounts",
  summary: "Account list, retired form",
  meaning: "The account list in its retired form: other names, positions included.",
  call: "account.retired",
  source: "published documentation, retired account list",
  weight: { ip: 5, uid: 5 },
  access: "read",
  parameters: {},
  response: v2.RetiredAccount,
  handle: retiredAccount,
});

/** The retired form, with the positions of all contracts. */
export async function retiredAccount(context: PrivateContext): Promise<v2.RetiredAccount> {
  const { engine, account, contracts } = context;
  const view = await accountOf(context);
  const positions = await engine.query({ type: "positions", account, contract: undefined });
  return showRetiredAccount(view, positions, contracts);
}
