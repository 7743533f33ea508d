import { moneyText, rateText, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/partner.ts";
import type { RebateRow } from "../../../readmodel/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { figuresOf, pageBoundsOf } from "./paging.ts";
import { periodOf } from "./period.ts";
import { referralsOf } from "./referrals.ts";

/** The last week, where no time is given; at most three months. */
const COMMISSION = { days: 7, daysMax: 92 };
const COIN = "USDT";

/** Rebates that the agent was paid, newest first. */
export const getAffiliateCommission = privateOperation(
  declared.getAffiliateCommission,
  async (context, input): Promise<v3.partner.AffiliateCommission> => {
    const { history, account: agent, engine } = context;
    const period = periodOf(input, context.now(), COMMISSION);
    const isPaid = input.productType === "FUTURES" && (input.coin ?? COIN).toUpperCase() === COIN;
    if (!isPaid) return { channelCommissionInfoItems: [], ...figuresOf(0, input) };
    const asked = { agents: [agent], account: input.uid, ...period, ...pageBoundsOf(input) };
    const { rows, total } = await history.rebates(asked);
    const all = await engine.query({ type: "referrals", agent: undefined });
    const agents = new Set(all.map((each): number => each.agent));
    const items = rows.map(async (row) => {
      const { takerValue, makerValue } = await paidFor(context, row);
      return {
        uid: row.account,
        date: row.time,
        coin: COIN,
        fee: moneyText(row.fees),
        commission: moneyText(row.amount),
        rate: rateText(row.rate),
        productType: input.productType,
        symbol: "",
        sourceType: agents.has(row.account) ? 2 : 1,
        takerAmount: moneyText(takerValue),
        makerAmount: moneyText(makerValue),
      };
    });
    return { channelCommissionInfoItems: await Promise.all(items), ...figuresOf(total, input) };
  },
);

/** Rebates that were paid to those of the agent's users who are agents themselves, newest first. */
export const querySubChannelTransactions = privateOperation(
  declared.querySubChannelTransactions,
  async (context, input): Promise<v3.partner.SubChannelTransactions> => {
    const { history } = context;
    const period = periodOf(input, context.now());
    const asked = { page: input.pageNum, pageSize: input.pageSize };
    const agents =
      input.productType === "SPOT"
        ? []
        : (await referralsOf(context, input.subUid)).map(({ account }) => account);
    const { rows, total } = await history.rebates({ agents, ...period, ...pageBoundsOf(asked) });
    const records = rows.map(async (row) => {
      const { takerValue, makerValue } = await paidFor(context, row);
      return {
        subAffiliateUid: String(row.agent),
        productType: input.productType,
        date: row.time,
        tradingVolume: moneyText(takerValue + makerValue),
        netTradingFee: moneyText(row.fees - row.amount),
        paidCommission: moneyText(row.amount),
      };
    });
    const { pages, pageSize: size } = figuresOf(total, asked);
    return { records: await Promise.all(records), total, size, current: asked.page, pages };
  },
);

/** What was traded from the payment before a rebate, or the referral, up to it. */
function paidFor({ history }: PrivateContext, { account, sinceSeq, seq }: RebateRow) {
  return history.activity({ account, by: "seq", from: sinceSeq + 1, to: seq });
}
