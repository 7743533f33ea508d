import { invalidParameter, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/sim.ts";
import { COIN_SUSDT } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";
import { moneyOf } from "../../trading/grid.ts";
import { PAPER_FUNDS_MAX } from "../../trading/paperFunds.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { showBalance } from "../account/account.ts";
import { paperContext } from "./paperAccount.ts";

export const simBalance = privateOperation(declared.simBalance, async (context): Promise<v3.Balance[]> => {
  return [showBalance(await assetsOf(await paperContext(context)), COIN_SUSDT)];
});

/** Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance. */
export const simReset = privateOperation(declared.simReset, async (context, input): Promise<v3.Balance[]> => {
  const amount = moneyOf("amount", input.amount);
  if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
  if (amount > PAPER_FUNDS_MAX) throw invalidParameter("amount", "it must be at most 1000000000");
  const paper = await paperContext(context); // opened first, where it is not yet
  await submitOrThrow(context, { type: "resetPaper", account: context.account, amount });
  return [showBalance(await assetsOf(paper), COIN_SUSDT)];
});
