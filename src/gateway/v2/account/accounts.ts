import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showRetiredAccount } from "../show/retiredAccount.ts";

/** Retired in favour of getAccounts, and still the first call of many programs. */
export const accounts = privateOperation(declared.accounts, retiredAccount);

/** The retired form, with the positions of all contracts. */
export async function retiredAccount(context: PrivateContext): Promise<v2.RetiredAccount> {
  const { engine, account, contracts } = context;
  const view = await accountOf(context);
  const positions = await engine.query({ type: "positions", account, contract: undefined });
  return showRetiredAccount(view, positions, contracts);
}
