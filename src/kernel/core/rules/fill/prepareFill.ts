import { ISOLATED, isOpening, legOf, MOVE_MARGIN } from "../../data/codes.ts";
import { fillFee } from "../../data/ledger/fillFee.ts";
import { fillAction } from "../../data/net/resolve.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot, PositionSlot, Ticks } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Lots } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { moneyMoved } from "../../events/ledgerEvents.ts";
import { positionOpened } from "../../events/positionEvents.ts";
import { targetPosition } from "../../events/tradeEvents.ts";

/*
 * What must be there before a fill is booked: its position, and its margin.
 */

/**
 * ⌈value / leverage⌉ + fee: what an isolated opening fill moves to its position's entry.
 *
 * @param closed lots that the same fill closed before
 */
export function isolatedMargin(
  s: State,
  slot: OrderSlot,
  lots: Lots,
  price: Ticks,
  isTaker: boolean,
  closed: Lots = 0,
): Money {
  const { orders } = s;
  const { value, move, fee } = s.scratch;
  const holding = orders.holding[slot];
  const contract = s.contracts[orders.contract[slot]];
  feeOfPart(s, slot, lots, price, isTaker, closed, fee);
  value.setProduct(lots, price * contract.quantaPerTickLot);
  const leverage = leverageFor(s, holding, legOf(orders.action[slot]), ISOLATED);
  return move.copy(value).overLeverageCeil(leverage).add(fee);
}

/**
 * The fee of `lots` of a fill, into `into`: what the fee of the whole, truncated once, leaves for them after
 * that of what it `closed`.
 */
export function feeOfPart(
  s: State,
  slot: OrderSlot,
  lots: Lots,
  price: Ticks,
  isTaker: boolean,
  closed: Lots,
  into: Money,
): Money {
  const { orders, holdings } = s;
  const { partValue, otherFee } = s.scratch;
  const holding = orders.holding[slot];
  const contract = s.contracts[orders.contract[slot]];
  const perLot = price * contract.quantaPerTickLot;
  const rate = isTaker ? holdings.takerRate[holding] : holdings.makerRate[holding];
  fillFee(contract, partValue.setProduct(closed + lots, perLot), rate, into);
  return closed === 0
    ? into
    : into.subtract(fillFee(contract, partValue.setProduct(closed, perLot), rate, otherFee));
}

/**
 * How many of `lots` the next fill of an order may take: a close at most those of the position that it
 * closes.
 */
export function capacity(s: State, slot: OrderSlot, lots: Lots): Lots {
  const { orders, positions } = s;
  if (isOpening(orders.action[slot])) return lots;
  const p = targetPosition(s, slot);
  assert(p !== NONE, "a close has a position to take from");
  const size = positions.size[p];
  return Math.min(lots, orders.position[slot] === 0 ? size - positions.reserved[p] : size);
}

/**
 * Makes sure the order's position exists and, isolated, is funded for these lots of a fill. Returns the
 * position.
 *
 * @param closed lots that the same fill closed before
 */
export function prepare(
  s: State,
  slot: OrderSlot,
  lots: Lots,
  price: Ticks,
  isTaker: boolean,
  closed: Lots = 0,
): PositionSlot {
  const { orders, positions, accounts } = s;
  let p = targetPosition(s, slot);
  const action = fillAction(s, slot);
  assert(lots > 0 && price > 0, "a fill has lots and a price");
  if (!isOpening(action)) return p;
  const holding = orders.holding[slot];
  const marginMode = orders.marginMode[slot];
  const separatedMode = orders.separatedMode[slot];
  const contract = s.contracts[orders.contract[slot]];
  const account = orders.account[slot];
  if (p === NONE) {
    const leg = legOf(action);
    const openOrder = separatedMode === 2 ? orders.id[slot] : 0;
    const leverage = leverageFor(s, holding, leg, marginMode);
    p = positionOpened(s, {
      account,
      contract: contract.index,
      leg,
      marginMode,
      separatedMode,
      openOrder,
      leverage,
    });
  }
  if (marginMode === ISOLATED) {
    const move = isolatedMargin(s, slot, lots, price, isTaker, closed);
    if (move.sign() > 0)
      moneyMoved(s, MOVE_MARGIN, accounts.entry[account], positions.entry[p], move, contract.index);
  }
  assert(targetPosition(s, slot) === p, "what was made ready is what the fill takes");
  return p;
}
