import { LONG } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { fillFee } from "../../data/ledger/fees.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivCeil, bigDivFloor } from "../../data/units/divide.ts";
import type { Leg, OrderSlot } from "../../data/units/kinds.ts";
import type { Lots, Quanta, Ticks } from "../../data/units/units.ts";
import { assert, RATE_ONE } from "../../data/units/units.ts";

/**
 * The liquidation fee of a fill, where the lots filled have a bankruptcy value:
 *
 * ```
 * fee = min( ⌊λ·v⌋, max(0, surplus) )       surplus = what the fill brings above the bankruptcy value of its lots,
 *                                            net of the trading fee
 * ```
 *
 * So the fee never takes what the rest of the position will need.
 */
export function liquidationFeeOf(
  contract: Contract,
  leg: Leg,
  fill: { readonly lots: Lots; readonly value: Quanta; readonly fee: Quanta },
  bankruptcy: { readonly value: Quanta; readonly lots: Lots },
): Quanta {
  const whole = bankruptcy.value * BigInt(fill.lots);
  const surplus =
    leg === LONG
      ? fill.value - fill.fee - bigDivCeil(whole, BigInt(bankruptcy.lots))
      : bigDivFloor(whole, BigInt(bankruptcy.lots)) - fill.value - fill.fee;
  const most = (fill.value * BigInt(contract.terms.liquidationFeeRate)) / BigInt(RATE_ONE);
  const charged = surplus < most ? surplus : most;
  assert(charged <= fill.value, "a liquidation fee is no more than its fill is worth");
  return charged > 0n ? charged : 0n;
}

/**
 * Sets the liquidation fee of the next fill of the ladder's order, in its register. Returns whether there is
 * any; `charged` gets a copy for the fund's income.
 */
export function chargeLiquidation(s: State, taker: OrderSlot, lots: Lots, price: Ticks): boolean {
  const { orders, holdings, scratch } = s;
  const basis = s.bankruptcy;
  assert(basis !== undefined && basis.lots >= lots, "a liquidation closes no more than its position");
  const contract = s.contracts[orders.contract[taker]];
  const leg = s.positions.leg[s.positions.byId.get(basis.position)];
  const value = scratch.value.setProduct(lots, price * contract.quantaPerTickLot);
  const rate = holdings.takerRate[orders.holding[taker]];
  const fee = fillFee(contract, value, rate, scratch.fee).toQuanta();
  const charged = liquidationFeeOf(contract, leg, { lots, value: value.toQuanta(), fee }, basis);
  if (charged === 0n) return false;
  scratch.liquidationFee.fromQuanta(charged);
  scratch.charged.copy(scratch.liquidationFee);
  return true;
}
