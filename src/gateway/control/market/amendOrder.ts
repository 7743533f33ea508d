import { control, decimal, invalidParameter, optional, text, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, lotsOf, ticksOf } from "../parameters.ts";
import { orderNamed, shownWhole } from "./showOrder.ts";

/**
 * `POST /control/orders/amend`: another price or size for an order that rests, another trigger besides for one that waits, under its id, as if
 * its owner had (docs/reference/orders.md). Answers the order as it is then.
 */
export const amendOrder = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/orders/amend",
  summary: "Change an order that rests or waits, as if its owner had",
  answer: control.OrderView,
  parameters: {
    account: accountText,
    order: text("Its id, or the client's id.", 64),
    price: optional(
      decimal(
        "New limit price, of a waiting order that at which it executes; without it the order keeps its own.",
      ),
    ),
    size: optional(decimal("New size of the whole order, what is filled included.")),
    triggerPrice: optional(decimal("New trigger price of an order that waits.")),
  },
  async handle(context, { account: name, order: asked, price, size, triggerPrice }) {
    if (price === undefined && size === undefined && triggerPrice === undefined)
      throw invalidParameter("price", "price, size or triggerPrice must be given");
    const { account } = await accountOf(context, name);
    const order = await orderNamed(context, account, asked);
    if (order === undefined) throw new WireError("refused", `account ${name} never had an order ${asked}`);
    const contract = (await context.engine.query({ type: "contracts" }))[order.contract]!;
    const command = {
      type: "amendOrder",
      account,
      order: order.order,
      triggerPrice: triggerPrice === undefined ? 0 : ticksOf(contract, triggerPrice, "triggerPrice"),
      price: price === undefined ? 0 : ticksOf(contract, price, "price"),
      size: size === undefined ? 0 : lotsOf(contract, size),
      clientId: "",
    } as const;
    await context.submit(command, order.contract);
    return shownWhole(context, (await orderNamed(context, account, String(order.order)))!);
  },
});
