import { moneyText, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/partner.ts";
import { BILL_DEPOSIT } from "../../../../kernel/core/index.ts";
import type { History } from "../../../readmodel/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { figuresOf, pageOf } from "./paging.ts";
import type { Period } from "./period.ts";
import { periodOf } from "./period.ts";
import { referralsOf } from "./referrals.ts";

/** The users that the agent brought in the period, by id. */
export const getAffiliateUIDs = privateOperation(
  declared.getAffiliateUIDs,
  async (context, input): Promise<v3.partner.AffiliateUids> => {
    const { from, to } = periodOf(input, context.now());
    const brought = (await referralsOf(context, input.uid)).filter(
      ({ referredTime }) => referredTime >= from && referredTime <= to,
    );
    const items = pageOf(brought, input).map(async ({ account, createdTime }) => {
      const deposits = { account, type: BILL_DEPOSIT, limit: 1 };
      const [deposit, trade] = await Promise.all([
        firstAndLast((offset) => context.history.bills({ ...deposits, offset })),
        firstAndLast((offset) => context.history.fills({ account, limit: 1, offset })),
      ]);
      return {
        uid: String(account),
        registerTime: createdTime,
        kycResult: false,
        inviteCode: "",
        firstDeposit: deposit.first,
        firstTrade: trade.first,
        lastDeposit: deposit.last,
        lastTrade: trade.last,
      };
    });
    return { channelUserInfoItemList: await Promise.all(items), ...figuresOf(brought.length, input) };
  },
);

type Timed = Awaited<ReturnType<History["bills"] | History["fills"]>>;

/**
 * When the first and the last row of a list was, 0 where there is none; `page` gives one row, counted from
 * the newest.
 */
async function firstAndLast(page: (offset: number) => Promise<Timed>) {
  const { rows, total } = await page(0);
  const last = rows[0]?.time ?? 0;
  return { first: total > 1 ? (await page(total - 1)).rows[0]!.time : last, last };
}

/** What each of those that the agent brought moved and traded in the period, and what the agent had of it. */
export const getChannelUserTradeAndAsset = privateOperation(
  declared.getChannelUserTradeAndAsset,
  async (context, input): Promise<v3.partner.UserTradeAndAsset> => {
    const period = periodOf(input, context.now());
    const brought = await referralsOf(context, input.uid);
    const { history } = context;
    const records = pageOf(brought, input).map(async ({ account }) => {
      const { deposited, withdrawn, takerValue, makerValue } = await history.activity({
        account,
        by: "time",
        ...period,
      });
      return {
        uid: String(account),
        depositAmount: moneyText(deposited),
        withdrawalAmount: moneyText(withdrawn),
        spotTradingAmount: "0",
        futuresTradingAmount: moneyText(takerValue + makerValue),
        commission: moneyText(await rebatesFor(context, account, period)),
      };
    });
    return { records: await Promise.all(records), ...figuresOf(brought.length, input) };
  },
);

/** What the agent was paid for the fees of an account. */
async function rebatesFor(context: PrivateContext, account: number, period: Period): Promise<bigint> {
  const limit = 1_000;
  let sum = 0n;
  for (let offset = 0; ; offset += limit) {
    const { rows, more } = await context.history.rebates({
      agents: [context.account],
      account,
      ...period,
      limit,
      offset,
    });
    for (const { amount } of rows) sum += amount;
    if (!more) return sum;
  }
}
