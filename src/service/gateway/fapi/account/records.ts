import * as declared from "../../../../interface/wire/fapi/operations/account.ts";
import type { Order } from "../../../../interface/wire/fapi/order.ts";
import { KIND_AGREEMENT } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { rateLimits } from "../market/exchangeInfo.ts";
import { spanOf } from "../order/lists.ts";
import { isOfVenue, showOrder } from "../order/showOrder.ts";
import { contractOfFilter } from "../symbol.ts";

const PAGE = 1_000;

/** Orders that the venue itself placed for the account (liquidations, deleveraging), oldest first. */
export const forceOrders = privateOperation(
  declared.forceOrders,
  async ({ account, contracts, history, now, rules }, input): Promise<Order[]> => {
    const contract = contractOfFilter(contracts, input.symbol)?.contract;
    const span = spanOf(input, now());
    const isAsked = (kind: number) =>
      input.autoCloseType === undefined || (kind === KIND_AGREEMENT) === (input.autoCloseType === "ADL");
    const found: Order[] = [];
    let before: number | undefined;
    for (let more = true; more && found.length < input.limit; ) {
      const page = await history.orders({
        account,
        contract,
        family: "normal",
        ...span,
        limit: PAGE,
        before,
      });
      const fit = page.rows.filter((row) => isOfVenue(row) && isAsked(row.kind));
      found.push(...fit.map((row) => showOrder(row, contracts.at(row.contract), rules)));
      before = page.rows.at(-1)?.order;
      more = page.more;
    }
    return found.slice(0, input.limit).reverse();
  },
);

/** The limits of orders, as in exchangeInfo. */
export const orderLimits = privateOperation(declared.orderLimits, async () =>
  rateLimits().filter(({ rateLimitType }) => rateLimitType === "ORDERS"),
);

/** The venue restricts nobody because of ratios of orders. */
export const tradingStatus = privateOperation(declared.tradingStatus, async ({ now }) => ({
  indicators: {},
  updateTime: now(),
}));
