import { ISOLATED } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { State } from "../../data/state/state.ts";
import { MEETS_POOL } from "../../data/tables/accountRules.ts";
import type { Leg, PositionSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { fundingSettled } from "../../events/fundingEvents.ts";
import { bookFunding, capIsolated, dueOf, receiptOf } from "../funding/settleFunding.ts";

/**
 * Each position settles with the pool by itself; the pool pays what is due whether or not it was paid in
 * full.
 */
export function poolPaysFunding(
  s: State,
  contract: Contract,
  open: readonly PositionSlot[],
  payingLeg: Leg,
): void {
  const { positions, scratch } = s;
  const { value } = scratch;
  const pool = s.funds[MEETS_POOL];
  let received = 0n;
  for (const p of open) {
    if (positions.account[p] === pool) continue;
    const pays = positions.leg[p] === payingLeg;
    if (pays) dueOf(s, contract, p, value);
    else receiptOf(s, contract, p, value);
    if (pays && positions.marginMode[p] === ISOLATED) capIsolated(s, contract, p, value);
    received += pays ? value.toQuanta() : -value.toQuanta();
    bookFunding(s, contract, p, pays ? -1 : 1, value);
  }
  if (received === 0n) return;
  fundingSettled(s, NONE, {
    contract: contract.index,
    account: pool,
    rate: contract.fundingRate,
    amount: value.fromQuanta(received),
  });
}
