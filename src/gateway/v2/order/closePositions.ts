import { Type } from "typebox";
import type { OrderView, PositionView, RecordView } from "../../../core/index.ts";
import { decodeEvents, KIND_CLOSE_POSITION, legOf, NONE } from "../../../core/index.ts";
import { optional, text, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { refusalOf } from "../refusals.ts";

/** Closes every position at market, of one symbol or of all; flat accounts get an empty list. */
export const closePositions = privateOperation({
  method: "POST",
  path: "/capi/v2/order/closePositions",
  summary: "Close positions at market",
  source: "published documentation, close positions",
  weight: { ip: 40, uid: 50 },
  access: "place",
  orders: { family: "place" },
  parameters: { symbol: optional(text("Trading pair; all without it")) },
  response: Type.Array(v2.ClosedPosition),
  async handle(context, { symbol }): Promise<v2.ClosedPosition[]> {
    const { engine, account, contracts } = context;
    const contract = contracts.ofFilter(symbol);
    const before = await engine.query({ type: "positions", account, contract: contract?.contract });
    const { rejection, events } = await context.submit({
      type: "closePositions",
      account,
      contract: contract?.contract ?? NONE,
    });
    if (rejection !== undefined && rejection.type !== "nothingToClose") throw refusalOf(rejection, contract);
    const orders = closingOrders(events);
    return before.map((position) => {
      const order = orders.find((each) => closes(each, position));
      return {
        positionId: position.position,
        success: order !== undefined,
        successOrderId: order?.order ?? 0,
        errorMessage: order !== undefined ? "" : whyOpen(position),
      };
    });
  },
});

type ClosingOrder = Pick<OrderView, "order" | "contract" | "action" | "kind" | "position">;

function closingOrders(events: RecordView): ClosingOrder[] {
  const orders: ClosingOrder[] = [];
  for (const { event } of decodeEvents(events)) {
    if (event.type !== "orderPlaced") continue;
    const order = event as unknown as ClosingOrder;
    if (order.kind === KIND_CLOSE_POSITION) orders.push(order);
  }
  return orders;
}

/** In combined mode an order names no position: there is one a leg. */
function closes(order: ClosingOrder, { position, contract, leg }: PositionView): boolean {
  if (order.position !== 0) return order.position === position;
  return order.contract === contract && legOf(order.action) === leg;
}

function whyOpen({ reserved }: PositionView): string {
  return reserved > 0 ? "its size is reserved by pending close orders" : "it could not be closed";
}
