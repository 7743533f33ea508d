import { optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, orNone, rate } from "../parameters.ts";

export const listReferrals = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/referrals",
  summary: "List the users that agents brought, with the rebates that are due",
  answer: control.Referrals,
  parameters: { agent: optional(text("Only users that this account brought, by id or name.", 64)) },
});

export const payRebates = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/referrals/pay",
  summary: "Pay a user's agent what is due of the user's trading fees",
  answer: control.RebatesPaid,
  parameters: { account: accountText },
});

export const setReferral = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/referrals/set",
  summary: "Name the agent that brought a user and its part of the user's trading fees, or end that",
  answer: control.ReferralSet,
  parameters: {
    account: accountText,
    agent: orNone(text("Who brought it, an account: its id or its name; none ends it.", 64)),
    rebateRate: optional(rate("The agent's part of the trading fees, above 0, at most 1; with an agent.")),
  },
});
