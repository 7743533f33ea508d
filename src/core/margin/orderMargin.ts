import { LONG } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state.ts";
import type { Money } from "../units/money.ts";
import type { Leverage, Lots, Points, Rate, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK } from "../units/units.ts";

/**
 * Adds to `into` what an opening order of `lots` at `price` freezes:
 *
 * ```
 * base   = limit price (long), max(limit price, mark) (short)
 * frozen = ⌈base·s / leverage⌉ + ⌈base·s·takerRate⌉ + ⌈s·max(0, d·(limit − mark))⌉
 * ```
 *
 * The last term is the open loss: being filled worse than the mark. Each part is rounded up, on the venue's side;
 * the loss is exact. `mark` is the mark at acceptance, so that a mark update touches no order.
 *
 * @see docs/reference/margin.md, order margin
 */
export function addOrderMargin(
  s: State,
  contract: Contract,
  leg: number,
  price: Ticks,
  lots: Lots,
  mark: Points,
  leverage: Leverage,
  takerRate: Rate,
  into: Money,
): void {
  const { product, orderValue: value } = s.scratch;
  const limit = price * POINTS_PER_TICK;
  const base = leg === LONG || limit > mark ? limit : mark;
  const perLot = contract.quantaPerPointLot;
  value.setProduct(lots, base * perLot);
  into.add(product.copy(value).overLeverageCeil(leverage));
  into.add(product.copy(value).timesRateCeil(takerRate));
  const worse = leg === LONG ? limit - mark : mark - limit;
  if (worse > 0) into.add(product.setProduct(lots, worse * perLot));
}
