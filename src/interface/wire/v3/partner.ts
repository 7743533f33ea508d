import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, shape, text, timeNumber } from "../fields.ts";

/** What the partner family answers: an agent's view of those it brought. */

const uid = text("Account");
const uidNumber = Type.Integer({ description: "Account" });
const momentOr0 = (what: string) => timeNumber(`${what}, Unix ms; 0: never`);
const noSpot = decimal("There is no spot market: 0");
const pages = {
  pages: Type.Integer({ description: "How many pages there are" }),
  pageSize: Type.Integer({ description: "Rows of a page" }),
  total: Type.Integer({ description: "Rows of all pages" }),
};

/** GET rebate/affiliate/getAffiliateUIDs. */
export const AffiliateUids = shape({
  channelUserInfoItemList: Type.Array(
    shape({
      uid,
      registerTime: timeNumber("When the account was opened, Unix ms"),
      kycResult: Type.Boolean({ description: "Nobody is identified here: false" }),
      inviteCode: text("There are no invitation codes: empty"),
      firstDeposit: momentOr0("First deposit"),
      firstTrade: momentOr0("First fill"),
      lastDeposit: momentOr0("Last deposit"),
      lastTrade: momentOr0("Last fill"),
    }),
    { description: "Those whom the agent brought" },
  ),
  ...pages,
});
export type AffiliateUids = Static<typeof AffiliateUids>;

/** GET rebate/affiliate/getChannelUserTradeAndAsset. */
export const UserTradeAndAsset = shape({
  records: Type.Array(
    shape({
      uid,
      depositAmount: decimal("Deposits"),
      withdrawalAmount: decimal("Withdrawals"),
      spotTradingAmount: noSpot,
      futuresTradingAmount: decimal("Value of the fills"),
      commission: decimal("Rebates that were paid to the agent"),
    }),
    { description: "Those whom the agent brought" },
  ),
  ...pages,
});
export type UserTradeAndAsset = Static<typeof UserTradeAndAsset>;

/** GET rebate/affiliate/getAffiliateCommission. */
export const AffiliateCommission = shape({
  channelCommissionInfoItems: Type.Array(
    shape({
      uid: uidNumber,
      date: timeNumber("When it was paid, Unix ms"),
      coin: text("USDT"),
      fee: decimal("Trading fees since the payment before"),
      commission: decimal("The agent's part"),
      rate: decimal("What part that is, a fraction"),
      productType: text("FUTURES"),
      symbol: text("A payment is for all contracts together: empty"),
      sourceType: Type.Integer({ description: "1: by one it brought; 2: by one who brings others" }),
      takerAmount: decimal("Value of the fills as taker since the payment before"),
      makerAmount: decimal("Value of the fills as maker since the payment before"),
    }),
    { description: "Payments, newest first" },
  ),
  ...pages,
});
export type AffiliateCommission = Static<typeof AffiliateCommission>;

/** POST rebate/affiliate/querySubChannelTransactions. */
export const SubChannelTransactions = shape({
  records: Type.Array(
    shape({
      subAffiliateUid: uid,
      productType: text("FUTURES"),
      date: timeNumber("When it was paid, Unix ms"),
      tradingVolume: decimal("Value of the fills that it was paid for"),
      netTradingFee: decimal("Trading fees of them, less the sub-agent's part"),
      paidCommission: decimal("The sub-agent's part"),
    }),
    { description: "Payments, newest first" },
  ),
  total: Type.Integer({ description: "Rows of all pages" }),
  size: Type.Integer({ description: "Rows of a page" }),
  current: Type.Integer({ description: "This page, from 1" }),
  pages: Type.Integer({ description: "How many pages there are" }),
});
export type SubChannelTransactions = Static<typeof SubChannelTransactions>;

/** GET agency/verifyReferrals; the field is spelled so. */
export const VerifiedReferrals = Type.Array(
  shape({ uid: uidNumber, isRefferal: flag("Whether the agent brought it") }),
);
export type VerifiedReferrals = Static<typeof VerifiedReferrals>;

/** GET agency/getAssert. */
export const ReferralAssets = shape({
  availableBalance: decimal("What may back new orders"),
  fundingTotalUsdt: decimal("There is no funding account: 0"),
  spotProTotalUsdt: noSpot,
  unimarginTotalUsdt: decimal("What the account is worth at mark price, isolated positions included"),
  depositTotalAmount: decimal("Deposits"),
  depositList: Type.Array(
    shape({ coin: text("USDT"), amount: decimal("Amount"), time: timeNumber("Unix ms") }),
    { description: "The newest 100 of them, newest first" },
  ),
});
export type ReferralAssets = Static<typeof ReferralAssets>;

/** GET agency/getDealData. */
export const DealData = shape({
  data: Type.Array(
    shape({
      userId: uidNumber,
      spotDealAmountUsdt: noSpot,
      futuresProDealAmountUsdt: decimal("Value of the fills"),
      spotProDealAmountUsdtTemp: noSpot,
    }),
    { description: "Those whom the agent brought" },
  ),
  startTime: text("As given, or the default: yyyy-MM-dd"),
  endTime: text("As given, or the default: yyyy-MM-dd"),
});
export type DealData = Static<typeof DealData>;
