import { LONG } from "../codes.ts";
import { fillFee } from "../ledger/fillFee.ts";
import type { State } from "../state.ts";
import { bigDivCeil, bigDivFloor } from "../units/divide.ts";
import type { Lots, Ticks } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";

/**
 * Sets the liquidation fee of the next fill of a ladder's order, into its register:
 *
 * ```
 * fee = min( ⌊λ·v⌋, max(0, surplus) )       surplus = what the fill brings above the bankruptcy value of its lots, net of
 *                                            the trading fee
 * ```
 *
 * So it never takes what the rest of the position will need. Returns whether there is any; a copy for the fund's income is left in `charged`.
 */
export function chargeLiquidation(s: State, taker: number, lots: Lots, price: Ticks): boolean {
  const { orders, holdings, scratch } = s;
  const basis = s.bankruptcy!;
  const contract = s.contracts[orders.contract[taker]!]!;
  const isLong = s.positions.leg[s.positions.byId.get(basis.position)] === LONG;
  const value = scratch.value.setProduct(lots, price * contract.quantaPerTickLot);
  const rate = holdings.takerRate[orders.holding[taker]!]!;
  const fee = fillFee(contract, value, rate, scratch.fee).toQuanta();
  const whole = basis.value * BigInt(lots);
  const surplus = isLong
    ? value.toQuanta() - fee - bigDivCeil(whole, BigInt(basis.lots))
    : bigDivFloor(whole, BigInt(basis.lots)) - value.toQuanta() - fee;
  const most = (value.toQuanta() * BigInt(contract.terms.liquidationFeeRate)) / BigInt(RATE_ONE);
  const charged = surplus < most ? surplus : most;
  if (charged <= 0n) return false;
  scratch.liquidationFee.fromQuanta(charged);
  scratch.charged.copy(scratch.liquidationFee);
  return true;
}
