import { Type } from "typebox";
import type { EventOf, RecordView } from "../../../core/index.ts";
import { decodeEvents, KIND_CLOSE_POSITION, NONE } from "../../../core/index.ts";
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
    const placed = ordersByPosition(events);
    const left = before.filter(({ position }) => !placed.has(position));
    return [
      ...[...placed].map(([positionId, successOrderId]) => ({
        positionId,
        success: true,
        successOrderId,
        errorMessage: "",
      })),
      ...left.map(({ position, reserved }) => ({
        positionId: position,
        success: false,
        successOrderId: 0,
        errorMessage:
          reserved > 0 ? "its size is reserved by pending close orders" : "it could not be closed",
      })),
    ];
  },
});

function ordersByPosition(events: RecordView): ReadonlyMap<number, number> {
  const orders = new Map<number, number>();
  for (const { event } of decodeEvents(events)) {
    if (event.type !== "orderPlaced") continue;
    const placed = event as unknown as EventOf<"orderPlaced"> & {
      kind: number;
      position: number;
      order: number;
    };
    if (placed.kind === KIND_CLOSE_POSITION) orders.set(placed.position, placed.order);
  }
  return orders;
}
