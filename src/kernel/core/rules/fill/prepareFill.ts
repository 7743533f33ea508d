import { ISOLATED, isOpening, legOf, MOVE_MARGIN, SEPARATED } from "../../data/codes.ts";
import { fillFee } from "../../data/ledger/fees.ts";
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
 * Prepares a fill before it is booked: its position must exist, and be funded.
 *
 * A fill that takes a one-way account through zero is booked in two parts: first the lots that close, then
 * those that open. `closed` is the number of lots of the first part; 0 for a fill that is booked whole.
 */

/**
 * ⌈value / leverage⌉ + fee: how much an isolated opening fill moves to its position's entry.
 *
 * @param closed lots of the same fill that were booked before as its closing part
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
 * The fee of a part of a fill, into `into`: fee(closed + lots) − fee(closed), each fee truncated, so that
 * both parts together cost what the whole fill costs.
 *
 * @param lots lots of this part
 * @param closed lots of the same fill that were booked before as its closing part
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
 * How many of `lots` the next fill of an order may take. An order that closes takes at most the size of its
 * position; unless it is bound to that position, it leaves the lots that orders bound to it have reserved.
 * An order that opens takes all, also where its fill first closes the other leg of a one-way account
 * (data/net/resolve.ts).
 */
export function capacity(s: State, slot: OrderSlot, lots: Lots): Lots {
  const { orders, positions } = s;
  if (isOpening(orders.action[slot])) return lots;
  const p = targetPosition(s, slot);
  assert(p !== NONE, "a close has a position to take from");
  const size = positions.size[p];
  const isBound = orders.position[slot] !== 0;
  return Math.min(lots, isBound ? size : size - positions.reserved[p]);
}

/**
 * Makes sure the order's position exists and, isolated, is funded for these lots of a fill. Returns the
 * position.
 *
 * @param closed lots of the same fill that were booked before as its closing part
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
  const action = fillAction(s, slot); // the fill's action: in one-way mode an order that opens may first close
  assert(lots > 0 && price > 0, "a fill has lots and a price");
  if (!isOpening(action)) return p;
  const holding = orders.holding[slot];
  const marginMode = orders.marginMode[slot];
  const separatedMode = orders.separatedMode[slot];
  const contract = s.contracts[orders.contract[slot]];
  const account = orders.account[slot];
  if (p === NONE) {
    const leg = legOf(action);
    const openOrder = separatedMode === SEPARATED ? orders.id[slot] : 0;
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
