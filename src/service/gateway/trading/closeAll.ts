import type { Command, OrderView, PositionView, RecordView } from "../../../kernel/core/index.ts";
import { decodeEvents, isClosePosition, legOf, NONE } from "../../../kernel/core/index.ts";
import type { Outcome } from "../../../kernel/engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { refusalOf } from "./refusals.ts";

/** The outcome for a position that was to be closed. */
export interface Closing {
  readonly position: PositionView;
  /** Id of the order that closes it; 0: there is none. */
  readonly order: number;
  /** Why there is no order; "" where there is one. */
  readonly why: string;
}

/** Which positions are closed, and whether their orders are cancelled. */
export interface Closings {
  /** Undefined: all. */
  readonly contract: ContractSpec | undefined;
  /** Only this position; undefined: all. */
  readonly position?: number;
  /** Whether the take-profits and stop-losses of positions that end are cancelled. */
  readonly cancelAttached: boolean;
}

/** Closes positions at market, one order each; the list is empty where there is nothing to close. */
export async function closeAll(
  context: Pick<PrivateContext, "engine" | "account"> & {
    submit(command: Extract<Command, { type: "closePositions" }>): Promise<Outcome>;
  },
  { contract, position = 0, cancelAttached }: Closings,
): Promise<readonly Closing[]> {
  const { engine, account } = context;
  const open = await engine.query({ type: "positions", account, contract: contract?.contract });
  const { rejection, events } = await context.submit({
    type: "closePositions",
    account,
    contract: contract?.contract ?? NONE,
    position,
    cancelAttached,
  });
  if (rejection !== undefined && rejection.type !== "nothingToClose")
    throw refusalOf(rejection, { contract });
  const orders = closingOrders(events);
  return open
    .filter((each) => position === 0 || each.position === position)
    .map((each) => {
      const order = orders.find((placed) => closes(placed, each))?.order ?? 0;
      return { position: each, order, why: order === 0 ? whyOpen(each) : "" };
    });
}

type ClosingOrder = Pick<OrderView, "order" | "contract" | "action" | "kind" | "position">;

function closingOrders(events: RecordView): ClosingOrder[] {
  const orders: ClosingOrder[] = [];
  for (const { event } of decodeEvents(events)) {
    if (event.type !== "orderPlaced") continue;
    const order = event as unknown as ClosingOrder;
    if (isClosePosition(order.kind)) orders.push(order);
  }
  return orders;
}

/**
 * Whether an order closes a position. In combined mode an order names no position: there is one for each
 * leg.
 */
function closes(order: ClosingOrder, { position, contract, leg }: PositionView): boolean {
  if (order.position !== 0) return order.position === position;
  return order.contract === contract && legOf(order.action) === leg;
}

/** Why a position stays open although it was to be closed. */
function whyOpen({ reserved }: PositionView): string {
  return reserved > 0 ? "its size is reserved by pending close orders" : "it could not be closed";
}
