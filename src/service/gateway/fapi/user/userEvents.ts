import type { UserEvent } from "../../../../interface/wire/fapi/userStream.ts";
import type { AccountUpdate, FillImage, OrderImage } from "../../../../kernel/core/index.ts";
import { CANCEL_NONE, STATE_CANCELED, STATE_FILLED, STATE_OPEN } from "../../../../kernel/core/index.ts";
import type { ContractList } from "../../contracts.ts";
import type { OrderRules } from "../../operation.ts";
import { hasNotTriggered } from "../order/showOrder.ts";
import { joined, type WholeFill } from "../order/showTrade.ts";
import { accountEvent, configEvents, type MarkOf, marginCallEvents } from "./accountEvents.ts";
import {
  algoEvent,
  executionOf,
  liteEvent,
  type Moment,
  orderEvent,
  type Progress,
  tradeEvent,
} from "./orderEvents.ts";

/** A trade of an order, and how far the order was after it. */
interface Traded {
  readonly order: OrderImage;
  readonly fill: FillImage;
  readonly whole: WholeFill;
  readonly progress: Progress;
}

/** What the events of an account need besides its updates. */
export interface UserEventContext {
  readonly contracts: ContractList;
  readonly markOf: MarkOf;
  readonly rulesOf: (account: number) => OrderRules;
}

/**
 * The events of an update of an account, in the order in which live servers send them: settings; what
 * came (an order first is NEW, also one at market), and what was changed so that it traded; of trades the
 * short events, then balances and positions, then one event each; what ended, and what else was changed.
 */
export function userEvents(
  update: AccountUpdate,
  context: UserEventContext,
  moment: Moment,
): readonly UserEvent[] {
  const { contracts, rulesOf, markOf } = context;
  const rules = rulesOf(update.account);
  const of = ({ contract }: { readonly contract: number }) => contracts.at(contract);
  const trades = tradesOf(update);
  const conditional = update.orders.filter(({ triggerPrice }) => triggerPrice !== 0);
  const isMoved = (order: OrderImage) => order.change === "amended" && !hasEnded(order);
  const waiting = conditional.filter(
    (order) => hasNotTriggered(order) || order.change === "triggered" || isMoved(order),
  );
  const finished = conditional.filter((order) => hasEnded(order) && !hasNotTriggered(order));
  const fresh = update.orders.filter(
    (order) => executionOf(order, rules) === "NEW" || order.change === "triggered",
  );
  const moved = movedBeforeTrades(update);
  const rest = update.orders.filter(
    (order) =>
      order.state === STATE_CANCELED ||
      !(fresh.includes(order) || moved.some((each) => each.order === order.order)),
  );
  const balances = accountEvent(update, contracts, rules, markOf, moment);
  return [
    ...configEvents(update, contracts, rules, markOf, moment),
    ...waiting.map((order) =>
      algoEvent(hasNotTriggered(order) || isMoved(order) ? order : asItCame(order), of(order), rules, moment),
    ),
    ...fresh.map((order) => orderEvent(asItCame(order), "NEW", of(order), rules, moment)),
    ...moved.map((order) => orderEvent(order, "AMENDMENT", of(order), rules, moment)),
    ...trades.map(({ order, fill, whole }) => liteEvent(order, fill, whole, of(order), rules, moment)),
    ...(balances === undefined ? [] : [balances]),
    ...trades.map(({ order, fill, whole, progress }) =>
      tradeEvent(order, fill, whole, progress, of(order), rules, moment),
    ),
    ...rest.flatMap((order) => {
      const execution = executionOf(order, rules);
      return execution === undefined ? [] : [orderEvent(order, execution, of(order), rules, moment)];
    }),
    ...marginCallEvents(update, contracts, rules, markOf, moment),
    ...finished.map((order) => algoEvent(order, of(order), rules, moment)),
  ];
}

function hasEnded({ state }: OrderImage): boolean {
  return state === STATE_FILLED || state === STATE_CANCELED;
}

/**
 * The orders that were changed and then traded, as they stood between: an order that a new price lets take is
 * told of as changed first. One that rested and was made smaller after its trade is told of in that order.
 */
function movedBeforeTrades({ orders, fills }: AccountUpdate): readonly OrderImage[] {
  return orders.flatMap((order): OrderImage[] => {
    const own = fills.filter((fill) => fill.order === order.order);
    const isFirst = order.state === STATE_FILLED || own.some(({ maker }) => !maker);
    if (order.change !== "amended" || own.length === 0 || !isFirst) return [];
    const [lots, value] = own.reduce(([size, sum], fill) => [size + fill.size, sum + fill.value], [0, 0n]);
    const remaining = order.remaining + lots;
    const filledValue = order.filledValue - value;
    return [{ ...order, state: STATE_OPEN, cancelReason: CANCEL_NONE, remaining, filledValue }];
  });
}

/** An order before it was filled. */
function asItCame(order: OrderImage): OrderImage {
  return { ...order, state: STATE_OPEN, cancelReason: CANCEL_NONE, remaining: order.size, filledValue: 0n };
}

/** The trades of an update, each with its order as it stood after it. */
function tradesOf({ orders, fills }: AccountUpdate): readonly Traded[] {
  const byId = new Map(orders.map((order) => [order.order, order] as const));
  const wholes = joined(fills);
  // Counted from the end, where it is known how far an order is.
  const left = new Map<number, Progress>();
  return wholes
    .toReversed()
    .flatMap(([fill, whole]): Traded[] => {
      const order = byId.get(fill.order);
      if (order === undefined) return [];
      const progress = left.get(fill.order) ?? {
        lots: order.size - order.remaining,
        value: order.filledValue,
      };
      left.set(fill.order, { lots: progress.lots - whole.lots, value: progress.value - whole.value });
      return [{ order, fill, whole, progress }];
    })
    .reverse();
}
