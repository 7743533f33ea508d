import { control, decimal, invalidParameter, optional, text, WireError } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, lotsOf, ticksOf } from "../parameters.ts";
import { orderNamed, shownWhole } from "./showOrder.ts";

/**
 * `POST /control/orders/amend`: another price, another size or both for a resting order, under its id, as if its owner had
 * (docs/reference/orders.md). Answers the order as it is then.
 */
export const amendOrder = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/orders/amend",
  summary: "Change price or size of a resting order, as if its owner had",
  answer: control.OrderView,
  parameters: {
    account: accountText,
    order: text("Its id, or the client's id.", 64),
    price: optional(decimal("New limit price; without it the order keeps its own.")),
    size: optional(decimal("New size of the whole order, what is filled included.")),
  },
  async handle(context, { account: name, order: asked, price, size }) {
    if (price === undefined && size === undefined)
      throw invalidParameter("price", "price or size must be given");
    const { account } = await accountOf(context, name);
    const order = await orderNamed(context, account, asked);
    if (order === undefined) throw new WireError("refused", `account ${name} never had an order ${asked}`);
    const contract = (await context.engine.query({ type: "contracts" }))[order.contract]!;
    const command = {
      type: "amendOrder",
      account,
      order: order.order,
      price: price === undefined ? 0 : ticksOf(contract, price, "price"),
      size: size === undefined ? 0 : lotsOf(contract, size),
      clientId: "",
    } as const;
    await context.submit(command, order.contract);
    return shownWhole(context, (await orderNamed(context, account, String(order.order)))!);
  },
});
