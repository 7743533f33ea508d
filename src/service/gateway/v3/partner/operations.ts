import type { Operation } from "../../operation.ts";
import { getAffiliateUIDs, getChannelUserTradeAndAsset } from "./affiliates.ts";
import { getAssert, getDealData, verifyReferrals } from "./agency.ts";
import { getAffiliateCommission, querySubChannelTransactions } from "./commission.ts";

/** The partner family: an agent's view of those it brought and of its rebates. */
export const partnerOperations: readonly Operation[] = [
  getAffiliateUIDs,
  getChannelUserTradeAndAsset,
  getAffiliateCommission,
  querySubChannelTransactions,
  verifyReferrals,
  getAssert,
  getDealData,
];
