import type { RebateRow } from "../../../readmodel/index.ts";
import { choice, filterId, moneyText, optional, rateText, text, v3 } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { cutOf, figuresOf, pageParameter, pageParameters, pageSizeParameter } from "./paging.ts";
import { periodOf, periodParameters } from "./period.ts";
import { referralsOf, uidParameter } from "./referrals.ts";

const COMMISSION_DAYS = 7;
const COIN = "USDT";
const productType = choice("SPOT, of which there is nothing, or FUTURES", {
  SPOT: "SPOT",
  FUTURES: "FUTURES",
});
const source = "docs/reference/partner.md";

/** Rebates that the agent was paid, newest first. */
export const getAffiliateCommission = privateOperation({
  method: "GET",
  path: "/api/v3/rebate/affiliate/getAffiliateCommission",
  summary: "Rebates that the agent was paid",
  meaning: "The rebates that an agent was paid, by user and day.",
  call: "partner.getAffiliateCommission",
  source,
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
  async handle(context, input): Promise<v3.partner.AffiliateCommission> {
    const { history, account: agent, engine } = context;
    const period = periodOf(input, context.now(), COMMISSION_DAYS);
    const isPaid = input.productType === "FUTURES" && (input.coin ?? COIN).toUpperCase() === COIN;
    if (!isPaid) return { channelCommissionInfoItems: [], ...figuresOf(0, input) };
    const asked = { agents: [agent], account: input.uid, ...period, ...cutOf(input) };
    const { rows, total } = await history.rebates(asked);
    const all = await engine.query({ type: "referrals", agent: undefined });
    const agents = new Set(all.map((each) => each.agent));
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
});

/** Rebates that were paid to those of the agent's users who are agents themselves, newest first. */
export const querySubChannelTransactions = privateOperation({
  method: "POST",
  path: "/api/v3/rebate/affiliate/querySubChannelTransactions",
  summary: "Rebates that the agent's sub-agents were paid",
  meaning: "What the agents below an agent traded and earned.",
  call: "partner.querySubChannelTransactions",
  source,
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
  async handle(context, input): Promise<v3.partner.SubChannelTransactions> {
    const { history } = context;
    const period = periodOf(input, context.now());
    const asked = { page: input.pageNum, pageSize: input.pageSize };
    const agents =
      input.productType === "SPOT"
        ? []
        : (await referralsOf(context, input.subUid)).map(({ account }) => account);
    const { rows, total } = await history.rebates({ agents, ...period, ...cutOf(asked) });
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
});

/** What was traded from the payment before a rebate, or the referral, up to it. */
function paidFor({ history }: PrivateContext, { account, sinceSeq, seq }: RebateRow) {
  return history.activity({ account, by: "seq", from: sinceSeq + 1, to: seq });
}
