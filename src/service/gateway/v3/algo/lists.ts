import type { Input, v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/algo.ts";
import type { OrderView } from "../../../../kernel/core/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { endedAndLive, livePage } from "../../trading/ordersOf.ts";
import { endedSpan } from "../../trading/span.ts";
import { showAlgoOrder } from "../order/translate.ts";
import { contractOfFilter } from "../symbol.ts";

const SPAN_DAYS = 90;

/** Conditional orders that wait for their trigger, newest first. */
export const openAlgoOrders = privateOperation(
  declared.openAlgoOrders,
  waiting(() => true),
);

/** The trailing stops among them. */
export const openTrailingOrders = privateOperation(
  declared.openTrailingOrders,
  waiting(({ callbackRate }) => callbackRate !== 0),
);

function waiting(isListed: (order: OrderView) => boolean) {
  return async (
    { engine, account, contracts }: PrivateContext,
    input: Input<typeof declared.openAlgoOrders.parameters>,
  ): Promise<v3.AlgoOrder[]> => {
    const contract = contractOfFilter(contracts, input.symbol)?.contract;
    const live = await engine.query({ type: "orders", account, contract, which: "plan" });
    const page = livePage(live.filter(isListed), { ...input, page: input.page - 1 });
    return page.map((order) => showAlgoOrder(order, contracts.at(order.contract)));
  };
}

/** Trailing stops that have ended, newest first. */
export const trailingHistory = privateOperation(
  declared.trailingHistory,
  async ({ history, account, contracts, now }, input): Promise<v3.AlgoOrder[]> => {
    const { rows } = await history.orders({
      account,
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      family: "trailing",
      ...endedSpan(input, now(), SPAN_DAYS),
      limit: input.limit,
      before: input.beforeId,
    });
    return rows.map((row) => showAlgoOrder(row, contracts.at(row.contract)));
  },
);

/** Conditional orders, waiting, triggered or ended, newest first. */
export const allAlgoOrders = privateOperation(
  declared.allAlgoOrders,
  async (context, input): Promise<v3.AlgoOrders> => {
    const { contracts } = context;
    const { rows, more } = await endedAndLive(context, {
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      family: "plan",
      ...endedSpan(input, context.now(), SPAN_DAYS),
      limit: input.limit,
      before: input.beforeId,
    });
    return {
      orders: rows.map((order) => showAlgoOrder(order, contracts.at(order.contract))),
      hasMore: more,
    };
  },
);
