import type { OrderView, PositionView, RecordView } from "../../core/index.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  decodeEvents,
  IOC,
  KIND_CLOSE_POSITION,
  LONG,
  legOf,
  NONE,
  PLAIN_ORDER,
} from "../../core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { carryOut } from "./carryOut.ts";
import { refusalOf } from "./refusals.ts";

/** What became of a position that was to be closed. */
export interface Closing {
  readonly position: PositionView;
  /** Id of the order that closes it; 0: there is none. */
  readonly order: number;
  /** Why there is none; "" where there is one. */
  readonly why: string;
}

/** Closes every position at market, one order each, of a contract or of all; nothing to close is an empty list. */
export async function closeAll(
  context: PrivateContext,
  contract: ContractSpec | undefined,
): Promise<readonly Closing[]> {
  const { engine, account } = context;
  const before = await engine.query({ type: "positions", account, contract: contract?.contract });
  const { rejection, events } = await context.submit({
    type: "closePositions",
    account,
    contract: contract?.contract ?? NONE,
  });
  if (rejection !== undefined && rejection.type !== "nothingToClose") throw refusalOf(rejection, contract);
  const orders = closingOrders(events);
  return before.map((position) => {
    const order = orders.find((each) => closes(each, position))?.order ?? 0;
    return { position, order, why: order === 0 ? whyOpen(position) : "" };
  });
}

/** Closes one position at market, as far as no other order that closes has reserved it. */
export async function closeOne(
  context: PrivateContext,
  position: PositionView,
  contract: ContractSpec,
): Promise<Closing> {
  const size = Math.min(position.size - position.reserved, contract.orderLotsMax);
  if (size === 0) return { position, order: 0, why: whyOpen(position) };
  const { id } = await carryOut(
    context,
    {
      ...PLAIN_ORDER,
      account: context.account,
      contract: contract.contract,
      action: position.leg === LONG ? CLOSE_LONG : CLOSE_SHORT,
      timeInForce: IOC,
      market: true,
      price: 0,
      size,
      position: position.position,
      closeCapped: true,
      requestHash: context.requestHash,
    },
    contract,
  );
  return { position, order: id, why: "" };
}

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

/** Why a position stays open although it was to be closed. */
function whyOpen({ reserved }: PositionView): string {
  return reserved > 0 ? "its size is reserved by pending close orders" : "it could not be closed";
}
