import type { CommandOf } from "../../data/messages/command.ts";
import { refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot, Ticks } from "../../data/units/kinds.ts";
import { POINTS_PER_TICK } from "../../data/units/units.ts";
import { orderModified, orderResized } from "../../events/orderEvents.ts";
import { admitNotional, admitPresets, admitSize, admitTrading, smallestOrder } from "./admit.ts";
import { admitHighest, admitTrigger } from "./waiting.ts";

/**
 * `amendOrder` of an order that waits: another trigger, execution price or size. It keeps its direction and
 * the price that it watches. It froze nothing, so no margin is asked for: that is checked when it fires.
 *
 * @param to the new values; 0 leaves one as it is: a market order stays one unless it gets a price, an order
 * for the whole position stays one unless it gets a size
 */
export function amendWaiting(
  s: State,
  slot: OrderSlot,
  to: Pick<CommandOf<"amendOrder">, "triggerPrice" | "price" | "size">,
): boolean {
  const { orders, draft } = s;
  const contract = s.contracts[orders.contract[slot]];
  const action = orders.action[slot];
  const { conditions } = orders;
  const own = orders.condition[slot];
  const triggerPrice = to.triggerPrice || conditions.triggerPrice[own];
  const price = to.price || orders.price[slot];
  const size = to.size || orders.size[slot];
  const source = conditions.triggerSource[own];
  if (!admitTrading(s, contract, action)) return false;
  const trails = conditions.callbackRate[own] !== 0;
  if (trails && to.triggerPrice !== 0) return refuseField(s, to, "triggerPrice", "trails");
  if (trails && to.price !== 0) return refuseField(s, to, "price", "trails");
  if (to.size !== 0 && conditions.endsWithLeg[own] === 1) return refuseField(s, to, "size", "notWhole");
  const lotsMin = smallestOrder(contract.terms, orders.size[slot]);
  const market = to.price === 0 && orders.market[slot] === 1;
  if (size !== 0 && !admitSize(s, contract, action, market, size, lotsMin)) return false;
  if (!admitHighest(s, contract, triggerPrice, price)) return false;
  const pointsOf = (ticks: Ticks) => (ticks === 0 ? contract.markPoints : ticks * POINTS_PER_TICK);
  const isWorthLess = size * pointsOf(price) < orders.size[slot] * pointsOf(orders.price[slot]);
  if (isWorthLess && !admitNotional(s, contract, action, pointsOf(price), size)) return false;
  draft.reset();
  draft.action = action;
  draft.presetTakeProfit = conditions.presetTakeProfit[own];
  draft.presetStopLoss = conditions.presetStopLoss[own];
  if (!admitPresets(s, draft, (price || triggerPrice) * POINTS_PER_TICK)) return false;
  if (!trails && !admitTrigger(s, contract, triggerPrice, source, conditions.triggerDirection[own]))
    return false;
  s.outcomeId = orders.id[slot];
  if (triggerPrice !== conditions.triggerPrice[own] || price !== orders.price[slot])
    orderModified(s, slot, { triggerPrice, triggerSource: source, price });
  if (size !== orders.size[slot]) orderResized(s, slot, { size });
  return true;
}
