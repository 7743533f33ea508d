import { LONG } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state/state.ts";
import { divCeil, divFloor } from "../units/divide.ts";
import type { Leg } from "../units/kinds.ts";
import type { Money } from "../units/money.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Leverage, Lots, Points, Rate, Ticks } from "../units/units.ts";
import { assert, LEVERAGE_ONE, POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";

/**
 * Below this value (900 000 units) and this rate (a half) all of an order's margin is worked out in safe
 * integers of quanta.
 */
const SMALL_QUANTA = 2 ** 53 / LEVERAGE_ONE;
const SMALL_RATE = RATE_ONE / 2;

/**
 * Adds to `into` what an opening order of `lots` at `price` freezes:
 *
 * ```
 * base   = limit price (long), max(limit price, mark) (short)
 * frozen = ⌈base·s / leverage⌉ + ⌈base·s·takerRate⌉ + ⌈s·max(0, d·(limit − mark))⌉
 * ```
 *
 * The last term is the open loss: being filled worse than the mark. Each part is rounded up, on the venue's
 * side; the loss is exact. `mark` is the mark at acceptance, so that a mark update touches no order.
 *
 * @see docs/reference/margin.md, order margin
 */
export function addOrderMargin(
  s: State,
  contract: Contract,
  leg: Leg,
  price: Ticks,
  lots: Lots,
  mark: Points,
  leverage: Leverage,
  takerRate: Rate,
  into: Money,
): void {
  const { product, orderValue: value } = s.scratch;
  assert(price > 0 && lots >= 0 && leverage > 0, "an order has a price, lots and a leverage");
  const limit = price * POINTS_PER_TICK;
  const base = marginBase(leg, price, mark);
  const perLot = contract.quantaPerPointLot;
  const worse = leg === LONG ? limit - mark : mark - limit;
  const quanta = lots * base * perLot;
  if (quanta < SMALL_QUANTA && takerRate < SMALL_RATE) {
    const loss = worse > 0 ? lots * worse * perLot : 0;
    into.addQuanta(divCeil(quanta * LEVERAGE_ONE, leverage) + feeCeil(quanta, takerRate) + loss);
    return;
  }
  value.setProduct(lots, base * perLot);
  into.add(product.copy(value).overLeverageCeil(leverage));
  into.add(product.copy(value).timesRateCeil(takerRate));
  if (worse > 0) into.add(product.setProduct(lots, worse * perLot));
  assert(into.sign() >= 0, "an order's margin is not negative");
}

/**
 * The price that an order's margin is taken of: the limit of a long, the higher of limit and mark of a short.
 */
export function marginBase(leg: Leg, price: Ticks, mark: Points): Points {
  const limit = price * POINTS_PER_TICK;
  return leg === LONG || limit > mark ? limit : mark;
}

/** ⌈quanta × rate⌉. With quanta = u units + r, that is u·rate whole quanta and ⌈r·rate / 1e8⌉. */
function feeCeil(quanta: number, rate: Rate): number {
  const units = divFloor(quanta, QUANTA_PER_UNIT);
  return units * rate + divCeil((quanta - units * QUANTA_PER_UNIT) * rate, RATE_ONE);
}
