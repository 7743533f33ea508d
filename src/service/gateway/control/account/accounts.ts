import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { invalidParameter, moneyText } from "../../../../interface/wire/index.ts";
import { ACCOUNT_USER, depositOf } from "../../../../kernel/core/index.ts";
import { checkedName } from "../../auth/accounts.ts";
import { PAPER_FUNDS_MAX } from "../../trading/paperFunds.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, amountOf } from "../parameters.ts";
import { exportAccounts } from "./export.ts";
import { setLatency } from "./latency.ts";
import { manyOperations } from "./many.ts";
import { matching } from "./matching.ts";
import { accountRows, pageAccounts } from "./page.ts";
import { passedBetween } from "./passed.ts";
import { resetAccount } from "./reset.ts";
import { changeAccount } from "./settings.ts";
import { equityHistory, performance, showAccount } from "./show.ts";

/**
 * `GET /control/accounts`: every account, also the venue's own and the house's; with the money of each if
 * asked for.
 */
const listAccounts = controlOperation(declared.listAccounts, async (context, { kind, match, money }) => {
  const accounts = await context.engine.query({ type: "accounts" });
  const wanted = accounts.filter((account) => kind === undefined || account.kind === kind);
  return accountRows(
    context,
    match === undefined
      ? wanted
      : matching(wanted, match.split(","), (why) => invalidParameter("match", why)),
    money,
  );
});

/** `POST /control/accounts/open`: a new account, without an API key yet. */
const openAccount = controlOperation(declared.openAccount, async ({ submit }, { name, balance }) => {
  checkedName(name, "name");
  const amount = balance === undefined ? undefined : amountOf(balance, "balance");
  const { id: account } = await submit({ type: "openAccount", kind: ACCOUNT_USER, name });
  if (amount !== undefined) await submit(depositOf(account, amount));
  return { account, name };
});

/**
 * `POST /control/accounts/paper`: starts a user's paper account anew, or opens it: no orders, no positions,
 * this balance. What was open is closed at mark, without fees.
 */
const resetPaperAccount = controlOperation(declared.resetPaperAccount, async (context, input) => {
  const { account: owner, kind } = await accountNamed(context, input.account);
  if (kind !== ACCOUNT_USER) throw invalidParameter("account", "only users trade on paper");
  const amount = amountOf(input.balance, "balance");
  if (amount > PAPER_FUNDS_MAX) throw invalidParameter("balance", "it must be at most 1000000000");
  const { id: account } = await context.submit({ type: "openPaper", account: owner, amount });
  await context.submit({ type: "resetPaper", account: owner, amount });
  const { wallet } = (await context.engine.query({ type: "assets", account }))!;
  return { account, owner, wallet: moneyText(wallet) };
});

/** The operations of accounts. */
export const accountOperations: readonly ControlOperation[] = [
  listAccounts,
  pageAccounts,
  openAccount,
  ...manyOperations,
  showAccount,
  equityHistory,
  performance,
  passedBetween,
  exportAccounts,
  changeAccount,
  setLatency,
  resetAccount,
  resetPaperAccount,
];
