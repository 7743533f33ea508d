import {
  CANCEL_OCO,
  IOC,
  isOpening,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  LONG,
  legOf,
  NONE,
  presetSource,
  SEPARATED,
  STATE_UNTRIGGERED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
} from "../codes.ts";
import type { State } from "../state.ts";
import type { Lots } from "../units/units.ts";
import { orderEnded, orderPlaced, orderResized } from "./orderEvents.ts";
import { closingActionOf } from "./orders.ts";

/**
 * What a fill of an order means for its preset take-profit and stop-loss. The filled order may be the parent (its
 * children appear with the first fill and grow with the next ones) or a child (any execution of it cancels
 * its sibling).
 *
 * A child that has triggered is on its own: what the parent fills after that gets a fresh pair. A child that the client
 * canceled is not made again (orderEnded clears the parent's preset).
 */
export function afterFill(s: State, slot: number, position: number, lots: Lots): void {
  const { orders } = s;
  if (isOpening(orders.action[slot]!)) {
    if (orders.presetTakeProfit[slot] !== 0) follow(s, slot, position, lots, true);
    if (orders.presetStopLoss[slot] !== 0) follow(s, slot, position, lots, false);
    return;
  }
  const sibling = orders.parent[slot] === 0 ? NONE : orders.sibling[slot]!;
  if (sibling !== NONE) orderEnded(s, sibling, CANCEL_OCO);
}

function follow(s: State, parent: number, position: number, lots: Lots, takeProfit: boolean): void {
  const { orders, draft } = s;
  const child = takeProfit ? orders.takeProfitChild[parent]! : orders.stopLossChild[parent]!;
  if (child !== NONE && orders.state[child] === STATE_UNTRIGGERED && orders.triggerQueued[child] === 0) {
    orderResized(s, child, orders.size[child]! + lots);
    return;
  }
  const leg = legOf(orders.action[parent]!);
  draft.reset();
  draft.account = orders.account[parent]!;
  draft.contract = orders.contract[parent]!;
  draft.kind = takeProfit ? KIND_PRESET_TAKE_PROFIT : KIND_PRESET_STOP_LOSS;
  draft.action = closingActionOf(leg);
  draft.market = true;
  draft.timeInForce = IOC;
  draft.size = lots;
  draft.state = STATE_UNTRIGGERED;
  draft.marginMode = orders.marginMode[parent]!;
  draft.separatedMode = orders.separatedMode[parent]!;
  draft.position = draft.separatedMode === SEPARATED ? s.positions.id[position]! : 0;
  draft.leverage = orders.leverage[parent]!;
  draft.triggerPrice = takeProfit ? orders.presetTakeProfit[parent]! : orders.presetStopLoss[parent]!;
  draft.triggerSource = presetSource(orders.presetsOnMark[parent]!, takeProfit);
  draft.triggerDirection = (leg === LONG) === takeProfit ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW;
  draft.parent = orders.id[parent]!;
  orderPlaced(s, draft);
}
