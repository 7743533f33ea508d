import { watchAgain } from "../account/accountEvents.ts";
import { CANCEL_ALL_ORDERS, CONTRACT_CANCEL_ONLY, CONTRACT_DELISTED, CONTRACT_TRADING } from "../codes.ts";
import type { Command } from "../command.ts";
import { cancelHolding } from "../order/cancel.ts";
import { collectTriggers } from "../order/triggers.ts";
import { leaveBands } from "../liquidation/watch.ts";
import { refuse } from "../refuse.ts";
import { rejections as R } from "../rejection.ts";
import type { State } from "../state.ts";
import { POINTS_PER_TICK } from "../units/units.ts";
import type { Contract } from "./contract.ts";
import { brokenListingRule, brokenTermsRule } from "./contract.ts";
import {
  contractChanged,
  contractListed,
  contractStatusChanged,
  indexChanged,
  markChanged,
} from "./contractEvents.ts";

/** Commands on contracts and their prices. Each returns false when refused. */

type Body<T extends Command["type"]> = Omit<Extract<Command, { type: T }>, "type">;

export function listContract(s: State, command: Body<"listContract">): boolean {
  const taken = s.contractBySymbol.get(command.symbol);
  const relisted = taken !== undefined && s.contracts[taken]!.status === CONTRACT_DELISTED;
  if (taken !== undefined && !relisted) return refuse(s, R.symbolTaken.code, taken);
  const rule = brokenListingRule(command);
  if (rule !== 0) return refuse(s, R.invalidContract.code, rule);
  s.outcomeId = s.contracts.length;
  contractListed(s, { contract: s.contracts.length, ...command });
  return true;
}

export function changeContract(s: State, command: Body<"changeContract">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract.code, command.contract);
  const rule = brokenTermsRule(command);
  if (rule !== 0) return refuse(s, R.invalidContract.code, rule);
  s.outcomeId = command.contract;
  contractChanged(s, command);
  for (const account of s.holdingOf[command.contract]!.keys()) watchAgain(s, account); // tiers may have changed
  return true;
}

/** Halting and delisting cancel every live order of the contract, in order of the accounts' first touch. */
export function setContractStatus(s: State, command: Body<"setContractStatus">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract.code, command.contract);
  const { status } = command;
  const final = contract.status === CONTRACT_DELISTED && status !== CONTRACT_DELISTED;
  if (final || !Number.isInteger(status) || status < CONTRACT_TRADING || status > CONTRACT_DELISTED) {
    return refuse(s, R.invalidValue.code, 2, status);
  }
  s.outcomeId = command.contract;
  contractStatusChanged(s, command.contract, status);
  if (status > CONTRACT_CANCEL_ONLY) {
    for (const holding of s.holdingOf[command.contract]!.values())
      cancelHolding(s, holding, CANCEL_ALL_ORDERS, true);
  }
  return true;
}

/** The index prices of a beat; each moves its mark. All are judged before the first is taken. */
export function setIndex(s: State, command: Body<"setIndex">): boolean {
  for (const { contract: index, points } of command.prices) {
    const contract = s.contracts[index];
    if (contract === undefined) return refuse(s, R.unknownContract.code, index);
    const max = contract.priceMax * POINTS_PER_TICK;
    if (!Number.isSafeInteger(points) || points < POINTS_PER_TICK || points > max) {
      return refuse(s, R.indexOutOfRange.code, index, points, max);
    }
  }
  for (const { contract: index, points } of command.prices) {
    const contract = s.contracts[index]!;
    if (contract.indexPoints !== points) indexChanged(s, index, points);
    refreshMark(s, contract);
  }
  return true;
}

/** Mark = index + mean basis, at least one point; a new mark collects the triggers that watch it. */
export function refreshMark(s: State, contract: Contract): void {
  if (contract.indexPoints === 0) return;
  const points = Math.max(1, contract.indexPoints + contract.basis.mean());
  if (points === contract.markPoints) return;
  markChanged(s, contract.index, points);
  leaveBands(s, contract);
  collectTriggers(s, contract);
}
