import * as declared from "../../../../interface/wire/control/operations/market.ts";
import { invalidParameter, sizeText, WireError } from "../../../../interface/wire/index.ts";
import { closeAll } from "../../trading/closeAll.ts";
import { legs, wordOf } from "../../words.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf, lotsAsked, ticksAsked } from "../parameters.ts";
import { placeOrder } from "./placeOrder.ts";
import { orderAfter, orderNamed, shownOrder, shownWhole, showOrder } from "./showOrder.ts";

/** `GET /control/orders`: an account's live orders, newest first. */
const listOrders = controlOperation(declared.listOrders, async (context, { account: name }) => {
  const { engine } = context;
  const { account } = await accountNamed(context, name);
  const contracts = await engine.query({ type: "contracts" });
  const orders = await engine.query({ type: "orders", account, contract: undefined, which: "all" });
  return orders.map((order) => shownOrder(contracts[order.contract]!, order));
});

/**
 * `POST /control/orders/amend`: gives a resting order another price or size, or a waiting one another
 * trigger besides, under the same id, as if its owner had asked (docs/reference/orders.md). Answers the
 * order as it is then.
 */
const amendOrder = controlOperation(
  declared.amendOrder,
  async (context, { account: name, order: asked, price, size, triggerPrice }) => {
    if (price === undefined && size === undefined && triggerPrice === undefined)
      throw invalidParameter("price", "price, size or triggerPrice must be given");
    const { account } = await accountNamed(context, name);
    const order = await orderNamed(context, account, asked);
    if (order === undefined) throw new WireError("refused", `account ${name} never had an order ${asked}`);
    const contract = (await context.engine.query({ type: "contracts" }))[order.contract]!;
    const command = {
      type: "amendOrder",
      account,
      order: order.order,
      triggerPrice: triggerPrice === undefined ? 0 : ticksAsked(contract, triggerPrice, "triggerPrice"),
      price: price === undefined ? 0 : ticksAsked(contract, price, "price"),
      size: size === undefined ? 0 : lotsAsked(contract, size),
      clientId: "",
    } as const;
    await context.submit(command, order.contract);
    return shownWhole(context, await orderAfter(context, account, order.order, "amended"));
  },
);

/**
 * `POST /control/orders/cancel`: cancels an order of anybody; its owner sees the reason as the operator's.
 */
const cancelOrder = controlOperation(declared.cancelOrder, async ({ submit }, { order }) => {
  await submit({ type: "adminCancel", order });
  return { order };
});

/**
 * `POST /control/positions/close`: closes an account's positions at market, as if its owner had: all, those
 * of a symbol, or one. Answers each with the order that closes it and what is left of it, or why there is no
 * order.
 */
const closePositions = controlOperation(
  declared.closePositions,
  async (context, { account: name, symbol, position }) => {
    const { engine } = context;
    const { account } = await accountNamed(context, name);
    const contract = symbol === undefined ? undefined : await contractOf(context, symbol);
    const closings = await closeAll(
      { engine, account, submit: (command) => context.acting.submit(command) },
      { contract, position, cancelAttached: false },
    );
    if (closings.length === 0) throw new WireError("refused", "there is no position to close");
    const contracts = await engine.query({ type: "contracts" });
    const held = await engine.query({ type: "positions", account, contract: contract?.contract });
    const left = new Map(held.map((each) => [each.position, each.size]));
    return closings.map(({ position: { position, contract, leg, size }, order, why }) => {
      const of = contracts[contract]!;
      return {
        position,
        symbol: of.symbol,
        leg: wordOf(legs, leg),
        size: sizeText(of, size),
        order: order === 0 ? undefined : order,
        left: sizeText(of, left.get(position) ?? 0),
        why: why || undefined,
      };
    });
  },
);

/** The operations of orders. */
export const orderOperations: readonly ControlOperation[] = [
  listOrders,
  showOrder,
  placeOrder,
  amendOrder,
  cancelOrder,
  closePositions,
];
