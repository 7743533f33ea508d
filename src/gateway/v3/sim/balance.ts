import { Type } from "typebox";
import { COIN_SUSDT } from "../../../core/index.ts";
import { decimal, invalidParameter, optional, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { moneyOf } from "../../trading/grid.ts";
import { PAPER_FUNDS, PAPER_FUNDS_MAX } from "../../trading/paperFunds.ts";
import { showBalance } from "../show/balance.ts";
import { PAPER_SOURCE, paperContext } from "./paperAccount.ts";

export const simBalance = privateOperation({
  method: "GET",
  path: "/capi/v3/sim/balance",
  summary: "Balance of the paper account",
  meaning:
    "On paper, with simulated funds: What the account is worth, and how that divides into available and frozen: the two add up to the balance.",
  call: "paper.balance",
  source: PAPER_SOURCE,
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: Type.Array(v3.Balance),
  async handle(context): Promise<v3.Balance[]> {
    return [showBalance(await assetsOf(await paperContext(context)), COIN_SUSDT)];
  },
});

/** Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance. */
export const simReset = privateOperation({
  method: "POST",
  path: "/capi/v3/sim/reset",
  summary: "Start the paper account anew (ours)",
  meaning:
    "Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance.",
  call: "paper.reset",
  isForgotten: true,
  source: PAPER_SOURCE,
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    amount: optional(decimal("Balance to begin with, above 0, at most 1000000000; default 100000")),
  },
  response: Type.Array(v3.Balance),
  async handle(context, { amount: given }): Promise<v3.Balance[]> {
    const amount = given === undefined ? PAPER_FUNDS : moneyOf("amount", given);
    if (amount <= 0n) throw invalidParameter("amount", "it must be above 0");
    if (amount > PAPER_FUNDS_MAX) throw invalidParameter("amount", "it must be at most 1000000000");
    const paper = await paperContext(context); // opened first, where it is not yet
    await carryOut(context, { type: "resetPaper", account: context.account, amount });
    return [showBalance(await assetsOf(paper), COIN_SUSDT)];
  },
});
