import {
  CANCEL_OCO,
  DIRECT_LATE_PRESETS,
  IOC,
  isOpening,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  LONG,
  legOf,
  presetSource,
  SEPARATED,
  STATE_UNTRIGGERED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_QUEUED,
} from "../../data/codes.ts";
import type { LatePresets } from "../../data/messages/event.ts";
import type { State } from "../../data/state/state.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { OrderSlot, PositionSlot } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { directiveDone, presetsDue, presetsPostponed } from "../../events/directiveEvents.ts";
import { orderEnded, orderPlaced, orderResized } from "../../events/orderEvents.ts";

/**
 * What a fill of an order does to its preset take-profit and stop-loss. The filled order may be the parent:
 * its children appear with its first fill and grow with later ones, or, by the contract's risk rule, appear
 * with the fill that completes it. Or it may be a child: any fill of a child cancels its sibling.
 *
 * A child that has triggered no longer grows: later fills of the parent get a new pair. A child that the
 * client canceled is not made again (orderEnded clears the parent's preset).
 */
export function afterFill(s: State, slot: OrderSlot, position: PositionSlot, lots: Lots): void {
  const { orders } = s;
  assert(lots > 0, "a fill has lots");
  if (!orders.hasConditions(slot)) return;
  const { conditions } = orders;
  const own = orders.condition[slot];
  if (isOpening(orders.action[slot])) {
    if (conditions.presetTakeProfit[own] === 0 && conditions.presetStopLoss[own] === 0) return;
    const whole = s.contracts[orders.contract[slot]].riskRule.presetsWhenFilled;
    if (whole && orders.remaining[slot] !== 0) return;
    if (s.directives.ofOrder.size > 0 && postpone(s, slot, position, whole ? orders.size[slot] : lots))
      return;
    follow(s, slot, position, lots, whole);
    return;
  }
  const sibling = conditions.parent[own] === 0 ? NONE : conditions.sibling[own];
  if (sibling !== NONE) orderEnded(s, sibling, CANCEL_OCO);
}

/** Adds a fill's lots to the children of its order. */
function follow(s: State, parent: OrderSlot, position: PositionSlot, lots: Lots, whole: boolean): void {
  const { condition, conditions } = s.orders;
  const own = condition[parent];
  if (conditions.presetTakeProfit[own] !== 0) childFollows(s, parent, position, lots, whole, true);
  if (conditions.presetStopLoss[own] !== 0) childFollows(s, parent, position, lots, whole, false);
}

/** Adds a fill's lots to a waiting child, or gives it its parent's size; makes a child where none waits. */
function childFollows(
  s: State,
  parent: OrderSlot,
  position: PositionSlot,
  lots: Lots,
  whole: boolean,
  takeProfit: boolean,
): void {
  const { orders } = s;
  const { conditions } = orders;
  const own = orders.condition[parent];
  const child = takeProfit ? conditions.takeProfitChild[own] : conditions.stopLossChild[own];
  const waits =
    child !== NONE &&
    orders.state[child] === STATE_UNTRIGGERED &&
    orders.triggerQueued(child) !== TRIGGER_QUEUED;
  const size = whole ? orders.size[parent] : (waits ? orders.size[child] : 0) + lots;
  if (waits) {
    orderResized(s, child, { size });
    return;
  }
  place(s, parentOf(s, parent, position, size), takeProfit);
}

/** The fields that children take from their parent. */
type Parent = Omit<LatePresets, "dueTime">;

function parentOf(s: State, slot: OrderSlot, position: PositionSlot, size: Lots): Parent {
  const { orders } = s;
  const { conditions } = orders;
  const own = orders.condition[slot];
  return {
    order: orders.id[slot],
    account: orders.account[slot],
    contract: orders.contract[slot],
    action: orders.action[slot],
    marginMode: orders.marginMode[slot],
    separatedMode: orders.separatedMode[slot],
    position: s.positions.id[position],
    leverage: orders.leverage[slot],
    presetTakeProfit: conditions.presetTakeProfit[own],
    presetStopLoss: conditions.presetStopLoss[own],
    presetsOnMark: conditions.presetsOnMark[own],
    size,
  };
}

function place(s: State, parent: Parent, takeProfit: boolean): void {
  const { draft } = s;
  const leg = legOf(parent.action);
  draft.reset();
  draft.account = parent.account;
  draft.contract = parent.contract;
  draft.kind = takeProfit ? KIND_PRESET_TAKE_PROFIT : KIND_PRESET_STOP_LOSS;
  draft.action = closingActionOf(leg);
  draft.market = true;
  draft.timeInForce = IOC;
  draft.size = parent.size;
  draft.state = STATE_UNTRIGGERED;
  draft.marginMode = parent.marginMode;
  draft.separatedMode = parent.separatedMode;
  draft.position = parent.separatedMode === SEPARATED ? parent.position : 0;
  draft.leverage = parent.leverage;
  draft.triggerPrice = takeProfit ? parent.presetTakeProfit : parent.presetStopLoss;
  draft.triggerSource = presetSource(parent.presetsOnMark, takeProfit);
  draft.triggerDirection = (leg === LONG) === takeProfit ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  draft.parent = parent.order;
  orderPlaced(s, draft);
}

/**
 * Holds the presets of an order back where a directive says so: the first fill starts the delay, later ones
 * add their lots.
 */
function postpone(s: State, slot: OrderSlot, position: PositionSlot, lots: Lots): boolean {
  const { directives, orders } = s;
  const order = orders.id[slot];
  const directive = directives.has(order, DIRECT_LATE_PRESETS);
  if (directive === undefined) return false;
  const before = directives.late.find((each) => each.order === order);
  const { dueTime, size } = before ?? { dueTime: s.time + directive.ms, size: 0 };
  presetsPostponed(s, { ...parentOf(s, slot, position, size + lots), dueTime });
  return true;
}

/** Whether presets that a directive held back appear now. */
export function presetsAreDue(s: State): boolean {
  return s.directives.late.length > 0 && s.directives.late[0]!.dueTime <= s.time;
}

/**
 * Places the presets that were held back, if the position is still there, or lets them grow where they exist
 * already. The order's later fills then have theirs at once.
 */
export function placeLatePresets(s: State): void {
  const { directives, orders, positions } = s;
  const parent = directives.late[0];
  assert(parent !== undefined, "presets that are due were held back");
  const { order } = parent;
  presetsDue(s, { order });
  const directive = directives.has(order, DIRECT_LATE_PRESETS);
  if (directive !== undefined) directiveDone(s, { directive: directive.directive, order, unmet: 0 });
  const position = positions.byId.get(parent.position);
  if (position === NONE) return;
  const slot = orders.byId.get(order);
  if (slot !== NONE) {
    follow(s, slot, position, parent.size, false);
    return;
  }
  if (parent.presetTakeProfit !== 0) place(s, parent, true);
  if (parent.presetStopLoss !== 0) place(s, parent, false);
}
