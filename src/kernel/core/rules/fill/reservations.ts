import {
  BUY,
  CANCEL_REDUCE_ONLY,
  isClosePosition,
  isOpening,
  LONG,
  legOf,
  SHORT,
  STATE_UNTRIGGERED,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import type { State } from "../../data/state/state.ts";
import type { HoldingSlot, Leg, OrderSlot, PositionId } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { orderEnded, orderResized } from "../../events/orderEvents.ts";
import { targetPosition } from "../../events/tradeEvents.ts";

/*
 * Live close orders reserve the lots they would close, so that together they never close more than is held.
 * An exit (a triggered close, an order of closePositions) has precedence: fill by fill it takes reserved
 * lots from them, unless the contract's risk rule says that exits yield. `position` is an id everywhere
 * here; 0 means any position of the leg.
 *
 * A one-way account's closes are reduce-only: each may be for the whole leg, whatever others would close;
 * when together they are for more than the leg, those that would fill last shrink at once. So they are
 * counted like reservations, and keep no other order out.
 */

/**
 * Whether an order on its way into the book is an exit, which takes lots that resting closes have reserved.
 */
export function makesRoom(s: State, slot: OrderSlot): boolean {
  const { orders } = s;
  if (isOpening(orders.action[slot])) return false;
  const isExit =
    isClosePosition(orders.kind[slot]) || orders.conditions.triggerPrice[orders.condition[slot]] !== 0;
  return isExit && (isOneWay(s, orders.account[slot]) || exitsMakeRoom(s.contracts[orders.contract[slot]]));
}

/** Whether exits of a contract have precedence over resting closes. */
function exitsMakeRoom(contract: Contract): boolean {
  return !contract.riskRule.exitsYield;
}

/**
 * How many lots an exit may close: all of a leg or position; or, where exits yield, the lots that no live
 * close order has reserved.
 */
export function exitLots(
  s: State,
  contract: Contract,
  holding: HoldingSlot,
  leg: Leg,
  position: PositionId,
): Lots {
  return exitsMakeRoom(contract)
    ? heldLots(s, holding, leg, position)
    : closableLots(s, holding, leg, position);
}

/**
 * Lots of a leg, or of one position of it, that no live close order has reserved; all of them where closes
 * reserve nothing.
 */
export function closableLots(s: State, holding: HoldingSlot, leg: Leg, position: PositionId): Lots {
  if (holding === NONE) return 0;
  if (isOneWay(s, s.holdings.account[holding])) return heldLots(s, holding, leg, position);
  const ofLeg = freeOfLeg(s, holding, leg);
  return position === 0 ? ofLeg : Math.min(ofLeg, freeOfPosition(s, position));
}

/** Lots of a leg, or of one position of it. */
export function heldLots(
  { holdings, positions }: State,
  holding: HoldingSlot,
  leg: Leg,
  position: PositionId,
): Lots {
  if (holding === NONE) return 0;
  if (position === 0) return leg === LONG ? holdings.longSize[holding] : holdings.shortSize[holding];
  const slot = positions.byId.get(position);
  return slot === NONE ? 0 : positions.size[slot];
}

/**
 * Makes the reduce-only orders of a one-way account's holding smaller, those first that would fill last, or
 * ends them, where together they are for more than the leg has: it shrank, or another order came.
 */
export function trimReduceOnly(s: State, holding: HoldingSlot): void {
  makeRoom(s, holding, LONG, 0, 0);
  makeRoom(s, holding, SHORT, 0, 0);
}

/** Frees `lots` for an exit (slot) from the reservations of other closes; the exit itself stays as it is. */
export function makeRoomFor(s: State, exit: OrderSlot, lots: Lots): void {
  const { orders } = s;
  const leg = legOf(orders.action[exit]);
  makeRoom(s, orders.holding[exit], leg, orders.position[exit], lots, exit);
}

/**
 * Makes room for an exit's `lots` if it has no position to close: where closes bound to the positions of the
 * leg have reserved them all, some of those closes shrink or end.
 */
export function freeTarget(s: State, exit: OrderSlot, lots: Lots): void {
  if (targetPosition(s, exit) === NONE) makeRoomFor(s, exit, lots);
}

/**
 * Makes room for the `lots` of an exit's next fill. Returns whether the exit's target is another position by
 * that: an older one, which closes had reserved and which comes first.
 */
export function makeRoomChangesTarget(s: State, exit: OrderSlot, lots: Lots): boolean {
  const target = targetPosition(s, exit);
  makeRoomFor(s, exit, lots);
  return targetPosition(s, exit) !== target;
}

/**
 * Frees `lots` of a leg or position: close orders that have reserved them shrink or are canceled, the worst
 * price first, and at one price the newest first. Orders bound to the position come first, as long as it
 * lacks free lots; then any of the leg.
 *
 * @param exit the order (slot) that the lots are for: its own reservation does not count
 */
export function makeRoom(
  s: State,
  holding: HoldingSlot,
  leg: Leg,
  position: PositionId,
  lots: Lots,
  exit: OrderSlot = NONE,
): void {
  const { orders } = s;
  const wanted = exit === NONE ? lots : lots - orders.remaining[exit];
  for (;;) {
    const ofPosition = position === 0 ? 0 : wanted - freeOfPosition(s, position);
    const missing = ofPosition > 0 ? ofPosition : wanted - freeOfLeg(s, holding, leg);
    if (missing <= 0) return;
    const worst = worstClose(s, holding, leg, position, ofPosition > 0, exit);
    if (worst === NONE) return;
    assert(orders.remaining[worst] > 0, "a close that has reserved lots has some");
    if (orders.remaining[worst] > missing) orderResized(s, worst, { size: orders.size[worst] - missing });
    else orderEnded(s, worst, CANCEL_REDUCE_ONLY);
  }
}

/**
 * The live close order of a leg whose price is furthest from trading, the newest of several; `except` is
 * left out. Slot or NONE.
 */
function worstClose(
  s: State,
  holding: HoldingSlot,
  leg: Leg,
  position: PositionId,
  boundOnly: boolean,
  except: OrderSlot,
): OrderSlot {
  const { orders, holdings } = s;
  let worst: OrderSlot = NONE;
  for (let slot = holdings.orderHead[holding]; slot !== NONE; slot = orders.holdingNext[slot]) {
    if (isOpening(orders.action[slot]) || legOf(orders.action[slot]) !== leg) continue;
    if (slot === except || orders.state[slot] === STATE_UNTRIGGERED) continue;
    const bound = orders.position[slot];
    const concerns = boundOnly ? bound === position : position === 0 || bound === 0 || bound === position;
    if (concerns && (worst === NONE || isWorseOrEqual(s, slot, worst))) worst = slot;
  }
  return worst;
}

function isWorseOrEqual(s: State, a: OrderSlot, b: OrderSlot): boolean {
  const { orders } = s;
  return orders.side[a] === BUY ? orders.price[a] <= orders.price[b] : orders.price[a] >= orders.price[b];
}

function freeOfLeg({ holdings }: State, holding: HoldingSlot, leg: Leg): Lots {
  return leg === LONG
    ? holdings.longSize[holding] - holdings.longReserved[holding]
    : holdings.shortSize[holding] - holdings.shortReserved[holding];
}

function freeOfPosition({ positions }: State, position: PositionId): Lots {
  const slot = positions.byId.get(position);
  return slot === NONE ? 0 : positions.size[slot] - positions.reserved[slot];
}
