import {
  CANCEL_OCO,
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
import type { State } from "../../data/state/state.ts";
import { closingActionOf } from "../../data/tables/orders.ts";
import type { OrderSlot, PositionSlot } from "../../data/units/kinds.ts";
import type { Lots } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { orderEnded, orderPlaced, orderResized } from "../../events/orderEvents.ts";

/**
 * What a fill of an order means for its preset take-profit and stop-loss. The filled order may be the parent: its
 * children appear with its first fill and grow with later ones, or by the contract's risk rule appear with the fill
 * that completes it. Or it may be a child: any fill of a child cancels its sibling.
 *
 * A child that has triggered is on its own: what the parent fills after that gets a fresh pair. A child that the client
 * canceled is not made again (orderEnded clears the parent's preset).
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
    if (conditions.presetTakeProfit[own] !== 0) follow(s, slot, position, lots, whole, true);
    if (conditions.presetStopLoss[own] !== 0) follow(s, slot, position, lots, whole, false);
    return;
  }
  const sibling = conditions.parent[own] === 0 ? NONE : conditions.sibling[own];
  if (sibling !== NONE) orderEnded(s, sibling, CANCEL_OCO);
}

/** Lets the waiting child grow by the fill, or gives it its parent's size; makes a child where none waits. */
function follow(
  s: State,
  parent: OrderSlot,
  position: PositionSlot,
  lots: Lots,
  whole: boolean,
  takeProfit: boolean,
): void {
  const { orders, draft } = s;
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
  const leg = legOf(orders.action[parent]);
  draft.reset();
  draft.account = orders.account[parent];
  draft.contract = orders.contract[parent];
  draft.kind = takeProfit ? KIND_PRESET_TAKE_PROFIT : KIND_PRESET_STOP_LOSS;
  draft.action = closingActionOf(leg);
  draft.market = true;
  draft.timeInForce = IOC;
  draft.size = size;
  draft.state = STATE_UNTRIGGERED;
  draft.marginMode = orders.marginMode[parent];
  draft.separatedMode = orders.separatedMode[parent];
  draft.position = draft.separatedMode === SEPARATED ? s.positions.id[position] : 0;
  draft.leverage = orders.leverage[parent];
  draft.triggerPrice = takeProfit ? conditions.presetTakeProfit[own] : conditions.presetStopLoss[own];
  draft.triggerSource = presetSource(conditions.presetsOnMark[own], takeProfit);
  draft.triggerDirection = (leg === LONG) === takeProfit ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  draft.parent = orders.id[parent];
  orderPlaced(s, draft);
}
