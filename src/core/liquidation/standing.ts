import { ISOLATED, LONG, NONE, SHARED } from "../codes.ts";
import { sharedStanding } from "../margin/available.ts";
import { maintenance } from "../margin/maintenance.ts";
import type { State } from "../state.ts";
import type { Quanta } from "../units/units.ts";

/** What an entry is worth at the marks, and what it must be worth. */
export interface Standing {
  readonly equity: Quanta;
  /** Rounded up; the closing fee is in it for the shared entry. */
  readonly requirement: Quanta;
}

/** The shared entry of an account: equity and Σ over symbols of what must be kept. */
export function standingOfShared(s: State, account: number): Standing {
  const { equity, margin } = s.scratch;
  sharedStanding(s, account, equity, margin);
  let requirement = 0n;
  const { accounts, holdings, contracts } = s;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    const long = holdings.longSize[h]!;
    const short = holdings.shortSize[h]!;
    if (holdings.marginMode[h] !== SHARED || long + short === 0) continue;
    const contract = contracts[holdings.contract[h]!]!;
    requirement += maintenance(
      contract,
      { long, short, feeRate: holdings.takerRate[h]! },
      contract.markPoints,
    );
  }
  return { equity: equity.toQuanta(), requirement };
}

/** The entry of an isolated position (slot): wallet plus unrealized PnL, and the requirement of its size alone. */
export function standingOfIsolated(s: State, p: number): Standing {
  const { positions, entries, scratch } = s;
  const contract = s.contracts[positions.contract[p]!]!;
  const size = positions.size[p]!;
  const isLong = positions.leg[p] === LONG;
  const value = scratch.notional.setProduct(size, contract.markPoints * contract.quantaPerPointLot);
  const equity = entries.amount.read(positions.entry[p]!, scratch.equity).addSigned(isLong ? 1 : -1, value);
  const legs = { long: isLong ? size : 0, short: isLong ? 0 : size, feeRate: 0 };
  return { equity: equity.toQuanta(), requirement: maintenance(contract, legs, contract.markPoints) };
}

/** equity ≤ requirement, with something to require. */
export function isInBreach({ equity, requirement }: Standing): boolean {
  return equity <= requirement && (requirement > 0n || equity < 0n);
}

/** What an entry may part with and still not be in breach. */
export function spareOf({ equity, requirement }: Standing): Quanta {
  const spare = requirement > 0n ? equity - requirement - 1n : equity;
  return spare > 0n ? spare : 0n;
}

/** Whether the account has a position in shared mode. */
export function hasShared(s: State, account: number): boolean {
  const { positions } = s;
  for (let p = s.accounts.positionHead[account]!; p !== NONE; p = positions.accountNext[p]!) {
    if (positions.marginMode[p] !== ISOLATED) return true;
  }
  return false;
}
