import {
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  HEDGE_NET,
  HEDGE_SUM,
  REDUCE_BY_FIFTHS,
  REDUCE_BY_TWO_TIERS,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { indexOf } from "../../data/contract/indexSources.ts";
import { IMPACT_MAX_UNITS, MARK_MEDIAN_OF_THREE } from "../../data/contract/markPrice.ts";
import type { Body } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { admitCount, admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { ContractIndex } from "../../data/units/kinds.ts";
import { contractIndex } from "../../data/units/kinds.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../../data/units/units.ts";
import { watchAgain } from "../../events/accountEvents.ts";
import {
  contractChanged,
  contractListed,
  contractStatusChanged,
  delistingSet,
  fundRuleChanged,
  indexChanged,
  markChanged,
  markRuleChanged,
  priceReported,
  pushingChanged,
  riskRuleChanged,
} from "../../events/contractEvents.ts";
import type { Trial } from "../../events/marginHealth.ts";
import { breachesOf, trialOfRule, trialOfTerms } from "../../events/trial.ts";
import { collectBreachedBands } from "../../events/watch.ts";
import { cancelHolding } from "../order/cancel.ts";
import { isCode } from "../order/fields.ts";
import { resumeTriggers } from "../order/statusChange.ts";
import { collectTriggers } from "../order/triggers.ts";
import { brokenListingRule, brokenTermsRule } from "./termRules.ts";

/** The most outside sources of one contract. */
const SOURCES_MAX = 64;
/** Longest exponential average, in samples. */
const WINDOW_MAX = 3_600;

/** Commands on contracts and their prices. Each returns false when refused. */

export function listContract(s: State, command: Body<"listContract">): boolean {
  const taken = s.contractBySymbol.get(command.symbol);
  const relisted = taken !== undefined && s.contracts[taken].status === CONTRACT_DELISTED;
  if (taken !== undefined && !relisted) return refuse(s, R.symbolTaken, { contract: taken });
  const rule = brokenListingRule(command);
  if (rule !== 0) return refuse(s, R.invalidContract, { rule });
  s.outcomeId = s.contracts.length;
  contractListed(s, { contract: contractIndex(s.contracts.length), ...command });
  return true;
}

export function changeContract(s: State, command: Body<"changeContract">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  const rule = brokenTermsRule(command, contract.quantaPerTickLot);
  if (rule !== 0) return refuse(s, R.invalidContract, { rule });
  if (!command.anyway && !carried(s, trialOfTerms(s, contract, command))) return false;
  s.outcomeId = command.contract;
  contractChanged(s, command);
  for (const account of s.holdingOf[command.contract].keys()) watchAgain(s, account); // tiers may have changed
  return true;
}

/**
 * Halting cancels every live order of the contract, in order of the accounts' first touch. Any status takes
 * back a notice of delisting; delisting itself settles positions (delist.ts), and is final.
 */
export function setContractStatus(s: State, command: Body<"setContractStatus">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  const { status } = command;
  if (contract.status === CONTRACT_DELISTED) return refuseField(s, command, "contract", "final");
  if (!isCode(status, CONTRACT_TRADING, CONTRACT_HALTED)) return refuseField(s, command, "status", "known");
  s.outcomeId = command.contract;
  if (contract.delistingDue > 0) delistingSet(s, { contract: command.contract, due: 0 });
  contractStatusChanged(s, { contract: command.contract, status });
  if (status > CONTRACT_CANCEL_ONLY) {
    for (const holding of s.holdingOf[command.contract].values())
      cancelHolding(s, holding, CANCEL_ALL_ORDERS, CANCEL_ADMIN);
  }
  if (status === CONTRACT_TRADING) resumeTriggers(s, contract);
  return true;
}

/**
 * Sets the index prices of a beat; each moves its mark. All rows are checked before the first is taken, so it
 * is all or none. `pushed` notes whether pushes feed the contracts from now on.
 */
export function setIndex(s: State, command: Body<"setIndex">, pushed: boolean): boolean {
  for (const { contract: index, points } of command.prices) {
    const contract = s.contracts[index];
    if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
    const max = contract.priceMax * POINTS_PER_TICK;
    if (!Number.isSafeInteger(points) || points < POINTS_PER_TICK || points > max) {
      return refuse(s, R.indexOutOfRange, { contract: index, points, max });
    }
  }
  for (const { contract: index, points } of command.prices) {
    const contract = s.contracts[contractIndex(index)];
    if ((contract.pushed === 1) !== pushed) pushingChanged(s, { contract: contract.index, pushed });
    if (contract.indexPoints !== points) indexChanged(s, { contract: contract.index, points });
    refreshMark(s, contract);
  }
  return true;
}

/**
 * Takes prices of outside sources, and computes the contracts' indexes anew. All rows are checked before the
 * first is taken.
 */
export function reportPrices(s: State, command: Body<"reportPrices">): boolean {
  for (const row of command.prices) {
    const { contract: index, source, points } = row;
    const contract = s.contracts[index];
    if (contract === undefined) return refuse(s, R.unknownContract, { contract: index });
    if (!admitWhole(s, row, "source") || !admitCount(s, row, "weight")) return false;
    const max = contract.priceMax * POINTS_PER_TICK;
    if (!Number.isSafeInteger(points) || points < POINTS_PER_TICK || points > max) {
      return refuse(s, R.indexOutOfRange, { contract: index, points, max });
    }
    if (!contract.sources.has(source) && contract.sources.size >= SOURCES_MAX) {
      return refuse(s, R.venueFull, { limit: SOURCES_MAX });
    }
  }
  const touched = new Set<ContractIndex>();
  for (const price of command.prices) {
    const index = contractIndex(price.contract);
    if (s.contracts[index].pushed === 0) pushingChanged(s, { contract: index, pushed: true });
    priceReported(s, { ...price, contract: index });
    touched.add(index);
  }
  for (const index of touched) refreshIndex(s, s.contracts[index]);
  return true;
}

export function setMarkRule(s: State, command: Body<"setMarkRule">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  if (!isCode(command.method, 0, MARK_MEDIAN_OF_THREE)) return refuseField(s, command, "method", "known");
  if (!admitWhole(s, command, "window", [1, WINDOW_MAX])) return false;
  if (!admitWhole(s, command, "boundRate", [0, RATE_ONE - 1])) return false;
  if (!admitWhole(s, command, "impactUnits", [1, IMPACT_MAX_UNITS])) return false;
  markRuleChanged(s, command);
  s.outcomeId = command.contract;
  refreshMark(s, contract);
  return true;
}

/**
 * Computes the index of a contract with outside sources anew, since sources may have reported or fallen
 * silent.
 */
export function refreshIndex(s: State, contract: Contract): void {
  if (contract.sources.size > 0) {
    const points = indexOf(contract.sources.values(), s.time);
    // Without a live source the last index stays.
    if (points !== undefined && points !== contract.indexPoints)
      indexChanged(s, { contract: contract.index, points });
  }
  refreshMark(s, contract);
}

/** Computes the mark by its rule, at least one point; a new mark queues the triggers that it fires. */
export function refreshMark(s: State, contract: Contract): void {
  const points = contract.markNow(s.time);
  if (points === 0 || points === contract.markPoints) return;
  markChanged(s, { contract: contract.index, points });
  collectBreachedBands(s, contract);
  collectTriggers(s, contract);
}

/**
 * `setRiskRule`: the margin requirements change at once, everything else from the next event that it
 * concerns. So the rule is refused where it would put anybody in breach, unless `anyway` is set: then these
 * accounts are liquidated in the steps that follow. With `newOnly` it applies to new positions only.
 */
export function setRiskRule(s: State, command: Body<"setRiskRule">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  const { reduction, hedge } = command;
  if (!isCode(hedge, HEDGE_NET, HEDGE_SUM)) return refuseField(s, command, "hedge", "known");
  if (!isCode(reduction, REDUCE_BY_TWO_TIERS, REDUCE_BY_FIFTHS))
    return refuseField(s, command, "reduction", "known");
  const asks = !command.anyway && !command.newOnly;
  if (asks && !carried(s, trialOfRule(s, contract, command))) return false;
  s.outcomeId = command.contract;
  riskRuleChanged(s, command);
  for (const account of s.holdingOf[command.contract].keys()) watchAgain(s, account);
  return true;
}

/**
 * Whether every entry could meet a contract's requirements under a trial of new rules; else the refusal says
 * how many could not, and names the first.
 */
export function carried(s: State, trial: Trial): boolean {
  const breaches = breachesOf(s, trial);
  const [first] = breaches;
  return (
    first === undefined ||
    refuse(s, R.wouldBreach, { entries: breaches.length, account: first.account, position: first.position })
  );
}

/**
 * `setFundRule`: applies from the next take-over on; the fund keeps the positions that it has. Neither
 * figure may be below 0.
 */
export function setFundRule(s: State, command: Body<"setFundRule">): boolean {
  for (const name of ["floor", "notionalMax"] as const)
    if (command[name] < 0n) return refuseField(s, command, name, "atLeast", 0);
  fundRuleChanged(s, command);
  return true;
}
