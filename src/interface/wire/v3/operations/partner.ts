import { signed } from "../../operation.ts";
import { choice, filterId, optional, text } from "../../parameter.ts";
import * as v3 from "../index.ts";
import {
  dayParameters,
  idList,
  pageParameter,
  pageParameters,
  pageSizeParameter,
  periodParameters,
  uidParameter,
} from "../partnerParameters.ts";

export const ofReferrals = {
  method: "GET",
  weight: { ip: 20, uid: 20 },
  access: "read",
  parameters: { uid: uidParameter, ...periodParameters, ...pageParameters },
} as const;

export const ofAgency = {
  method: "GET",
  weight: { ip: 10, uid: 10 },
  access: "read",
} as const;

export const productType = choice("FUTURES, or SPOT, where there is nothing", {
  SPOT: "SPOT",
  FUTURES: "FUTURES",
});

export const getAffiliateUIDs = signed({
  ...ofReferrals,
  path: "/api/v3/rebate/affiliate/getAffiliateUIDs",
  summary: "Users that the agent brought in a period",
  meaning: "The users that an agent brought.",
  call: "partner.getAffiliateUIDs",
  response: v3.partner.AffiliateUids,
});

export const getChannelUserTradeAndAsset = signed({
  ...ofReferrals,
  path: "/api/v3/rebate/affiliate/getChannelUserTradeAndAsset",
  summary: "Deposits, withdrawals, trading and rebates of the users that the agent brought",
  meaning: "What the users that an agent brought traded and moved.",
  call: "partner.getChannelUserTradeAndAsset",
  response: v3.partner.UserTradeAndAsset,
});

export const verifyReferrals = signed({
  ...ofAgency,
  path: "/api/v3/agency/verifyReferrals",
  summary: "Whether the agent brought these accounts",
  meaning: "Whether users were brought by the agent who asks.",
  call: "partner.verifyReferrals",
  parameters: { userIds: idList("Accounts, separated by commas, at most 100") },
  response: v3.partner.VerifiedReferrals,
});

export const getAssert = signed({
  ...ofAgency,
  path: "/api/v3/agency/getAssert",
  summary: "Assets and deposits of a user that the agent brought",
  meaning: "What a user that an agent brought holds and deposited.",
  call: "partner.getAssert",
  parameters: { userId: filterId("The account"), ...dayParameters },
  response: v3.partner.ReferralAssets,
});

export const getDealData = signed({
  ...ofAgency,
  path: "/api/v3/agency/getDealData",
  summary: "What users that the agent brought have traded",
  meaning: "How much users that an agent brought traded in a time.",
  call: "partner.getDealData",
  parameters: {
    userIds: optional(idList("Accounts, separated by commas, at most 100; default all")),
    ...dayParameters,
  },
  response: v3.partner.DealData,
});

export const getAffiliateCommission = signed({
  method: "GET",
  path: "/api/v3/rebate/affiliate/getAffiliateCommission",
  summary: "Rebates that the agent was paid",
  meaning: "The rebates that an agent was paid, by user and day.",
  call: "partner.getAffiliateCommission",
  weight: { ip: 20, uid: 20 },
  access: "read",
  parameters: {
    uid: uidParameter,
    ...periodParameters,
    coin: optional(text("Only rebates in this coin; all are in USDT", 20)),
    productType: optional(productType, "SPOT"),
    ...pageParameters,
  },
  response: v3.partner.AffiliateCommission,
});

export const querySubChannelTransactions = signed({
  method: "POST",
  path: "/api/v3/rebate/affiliate/querySubChannelTransactions",
  summary: "Rebates that the agent's sub-agents were paid",
  meaning: "What the agents below an agent traded and earned.",
  call: "partner.querySubChannelTransactions",
  weight: { ip: 10, uid: 10 },
  access: "read",
  parameters: {
    subUid: optional(filterId("Only this sub-agent")),
    ...periodParameters,
    productType,
    pageNum: pageParameter,
    pageSize: pageSizeParameter,
  },
  response: v3.partner.SubChannelTransactions,
});
