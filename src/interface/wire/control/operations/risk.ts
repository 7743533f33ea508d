import { decimal, integer, optional } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, amountText, contractText, legChoice } from "../parameters.ts";

export const adlRanks = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/adl",
  summary: "Show who is deleveraged first in a contract, with the lights 5 to 1",
  answer: control.AdlRanks,
  parameters: { symbol: contractText },
});

export const deleverageAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/deleverage",
  summary: "Close part of an account's leg against the first in the auto-deleveraging queue",
  answer: control.Deleveraged,
  parameters: {
    account: accountText,
    symbol: contractText,
    leg: legChoice,
    size: decimal("In the base coin, at most the leg's oldest position."),
  },
});

export const explainAccount = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/explain/account",
  summary: "Explain an account's numbers at this instant, formula by formula",
  answer: control.ExplainedAccount,
  parameters: { account: accountText },
});

export const explainLiquidation = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/explain/liquidation",
  summary: "Explain an account's last liquidation: its fills and bills in order",
  answer: control.ExplainedLiquidation,
  parameters: {
    account: accountText,
    position: optional(
      integer("Only the liquidation of this isolated position; 0: of the shared positions."),
    ),
  },
});

export const explainRejection = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/explain/rejection",
  summary: "Explain why a request was refused, with the numbers that decided",
  answer: control.ExplainedRejection,
  parameters: {
    account: accountText,
    request: optional(integer("Its id in the request log; without it the last one refused.", { min: 1 })),
  },
});

export const showFund = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/fund",
  summary: "Show what the insurance fund is worth and what it has taken over",
  answer: control.FundView,
  parameters: {},
});

export const depositFund = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/fund/deposit",
  summary: "Pay into the insurance fund",
  answer: control.FundView,
  parameters: { amount: amountText },
});

export const withdrawFund = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/fund/withdraw",
  summary: "Drain the insurance fund, so that counterparties are deleveraged instead",
  answer: control.FundView,
  parameters: { amount: amountText },
});

export const setFundRule = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/fund/rule",
  summary: "Limit what the insurance fund may take over; what it may not is deleveraged",
  answer: control.FundView,
  parameters: {
    floor: optional(
      decimal("It takes over nothing that would leave its equity at mark below this, USDT."),
      "0",
    ),
    notionalMax: optional(
      decimal("What its positions may be worth at mark together, USDT; 0: no limit."),
      "0",
    ),
  },
});

export const showFunding = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/funding",
  summary: "Show funding rates and when they are paid",
  answer: control.Fundings,
  parameters: {},
});

export const settleFunding = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/funding/settle",
  summary: "Settle a contract's funding now; the next period ends when it would have",
  answer: control.FundingSettled,
  parameters: { symbol: contractText },
});

export const skipFunding = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/funding/skip",
  summary: "End a contract's funding period now without payment",
  answer: control.FundingSkipped,
  parameters: { symbol: contractText },
});

export const liquidateAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/liquidate",
  summary: "Liquidate an account whatever its margin",
  answer: control.AccountMoney,
  parameters: {
    account: accountText,
    position: optional(integer("Id of an isolated position; without it the shared positions.", { min: 1 })),
  },
});
