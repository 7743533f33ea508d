import * as declared from "../../../wire/control/operations/market.ts";
import { invalidParameter, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, lotsAsked, ticksAsked } from "../parameters.ts";
import { orderNamed, shownWhole } from "./showOrder.ts";

/**
 * `POST /control/orders/amend`: another price or size for an order that rests, another trigger besides for one that waits, under its id, as if
 * its owner had (docs/reference/orders.md). Answers the order as it is then.
 */
export const amendOrder = controlOperation(
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
    return shownWhole(context, (await orderNamed(context, account, String(order.order)))!);
  },
);
