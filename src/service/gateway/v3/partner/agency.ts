import { invalidParameter, moneyText, v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/partner.ts";
import { BILL_DEPOSIT } from "../../../../kernel/core/index.ts";
import { dayText } from "../../../../kernel/host/clock.ts";
import { privateOperation } from "../../operation.ts";
import { daysOf } from "./period.ts";
import { checkCount, referralsOf } from "./referrals.ts";

const DEPOSITS_SHOWN = 100;

/** Whether the agent brought these accounts, in the order in which they are named. */
export const verifyReferrals = privateOperation(
  declared.verifyReferrals,
  async (context, { userIds }): Promise<v3.partner.VerifiedReferrals> => {
    const brought = new Set((await referralsOf(context)).map(({ account }) => account));
    return userIds.map((uid) => ({ uid, isRefferal: brought.has(uid) }));
  },
);

/** What one of those that the agent brought is worth now, and its deposits of some days. */
export const getAssert = privateOperation(
  declared.getAssert,
  async (context, input): Promise<v3.partner.ReferralAssets> => {
    const { engine, history } = context;
    const { userId: account } = input;
    const period = daysOf(input, context.now());
    if ((await referralsOf(context, account)).length === 0)
      throw invalidParameter("userId", `${account} is not a referral of yours`);
    const assets = (await engine.query({ type: "assets", account }))!;
    const { deposited } = await history.activity({ account, by: "time", ...period });
    const { rows } = await history.bills({
      account,
      type: BILL_DEPOSIT,
      ...period,
      limit: DEPOSITS_SHOWN,
    });
    return {
      availableBalance: moneyText(assets.available),
      fundingTotalUsdt: "0",
      spotProTotalUsdt: "0",
      unimarginTotalUsdt: moneyText(assets.equity),
      depositTotalAmount: moneyText(deposited),
      depositList: rows.map(({ coin, amount, time }) => ({
        coin: v3.words.assets[coin]!,
        amount: moneyText(amount),
        time,
      })),
    };
  },
);

/** What those that the agent brought traded on some days; whoever it did not bring is left out. */
export const getDealData = privateOperation(
  declared.getDealData,
  async (context, input): Promise<v3.partner.DealData> => {
    const { history } = context;
    const period = daysOf(input, context.now());
    const wanted = (await referralsOf(context)).filter(
      ({ account }) => input.userIds === undefined || input.userIds.includes(account),
    );
    checkCount(wanted, "userIds");
    const data = wanted.map(async ({ account }) => {
      const activity = await history.activity({ account, by: "time", ...period });
      return {
        userId: account,
        spotDealAmountUsdt: "0",
        futuresProDealAmountUsdt: moneyText(activity.takerValue + activity.makerValue),
        spotProDealAmountUsdtTemp: "0",
      };
    });
    const [startTime, endTime] = [dayText(period.from), dayText(period.to)];
    return { data: await Promise.all(data), startTime, endTime };
  },
);
