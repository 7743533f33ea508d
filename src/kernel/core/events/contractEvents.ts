import { BASIS_SAMPLES } from "../data/contract/basisSamples.ts";
import { Contract } from "../data/contract/contract.ts";
import { silentFrom } from "../data/contract/indexSources.ts";
import {
  exponentialAfter,
  exponentialOf,
  MARK_EXPONENTIAL_BASIS,
  MARK_MEDIAN_OF_THREE,
} from "../data/contract/markPrice.ts";
import { sourceRateOf } from "../data/contract/sourceRate.ts";
import { encode } from "../data/encoding/layout.ts";
import { fundingRateOf, nextSettlement } from "../data/funding/fundingRate.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { markRuleFields } from "../data/model/contracts.ts";
import { termsOf } from "../data/model/generated/contractColumns.ts";
import {
  writeContractStatusChanged,
  writeDelistingSet,
  writeIndexChanged,
  writeMarkChanged,
  writeMarkRuleChanged,
  writePriceReported,
  writePushingChanged,
  writeRiskRuleChanged,
  writeSourceFollowed,
  writeTimeAdvanced,
} from "../data/model/generated/eventRecords.ts";
import { riskRuleFields } from "../data/model/riskRules.ts";
import type { State } from "../data/state/state.ts";
import { divFloor } from "../data/units/divide.ts";
import { fieldsOf } from "../data/units/kinds.ts";
import type { Points, TimeMs } from "../data/units/units.ts";
import { assert, NONE } from "../data/units/units.ts";
import { resolveRates } from "./accountEvents.ts";

/** The functions that change contracts, their prices, and market time. */

const SAMPLE_MS = 1000;
const PREMIUM_SAMPLE_MS = 5000;

export function contractListed(s: State, event: Recorded<"contractListed">): void {
  const contract = new Contract(event.contract, event, s.orders, s.holdings);
  contract.fundingRate = fundingRateOf(0, contract.terms);
  contract.fundingDue = nextSettlement(contract.terms, s.time);
  assert(event.contract === s.contracts.length, "contracts are counted as they are listed");
  s.contracts.push(contract);
  s.contractClockChanged();
  s.contractBySymbol.set(event.symbol, event.contract);
  s.holdingOf.push(new Map());
  encode(eventLayouts.contractListed, event, s.events, s.index);
}

export function contractChanged(s: State, event: Recorded<"contractChanged">): void {
  const contract = s.contracts[event.contract];
  contract.changeTerms(termsOf(event));
  contract.fundingDue = nextSettlement(contract.terms, s.time);
  s.contractClockChanged();
  s.house.indexesMoved = true;
  for (const holding of s.holdingOf[event.contract].values()) resolveRates(s, holding);
  encode(eventLayouts.contractChanged, event, s.events, s.index);
}

export function contractStatusChanged(s: State, event: Recorded<"contractStatusChanged">): void {
  s.contracts[event.contract].status = event.status;
  s.contractClockChanged();
  s.house.indexesMoved = true;
  writeContractStatusChanged(s.events, s.index, event);
}

export function delistingSet(s: State, event: Recorded<"delistingSet">): void {
  s.contracts[event.contract].delistingDue = event.due;
  s.contractClockChanged();
  writeDelistingSet(s.events, s.index, event);
}

export function indexChanged(s: State, event: Recorded<"indexChanged">): void {
  const { contract, points } = event;
  assert(points > 0 && Number.isSafeInteger(points), "an index is more than 0, and exact");
  s.contracts[contract].indexPoints = points;
  s.house.indexesMoved = true;
  writeIndexChanged(s.events, s.index, event);
}

export function pushingChanged(s: State, event: Recorded<"pushingChanged">): void {
  s.contracts[event.contract].pushed = event.pushed ? 1 : 0;
  writePushingChanged(s.events, s.index, event);
}

export function sourceFollowed(s: State, event: Recorded<"sourceFollowed">): void {
  const contract = s.contracts[event.contract];
  contract.sourceMark = event.sourceMark;
  contract.sourceRate = event.sourceRate;
  contract.hasSourceRate = event.hasSourceRate ? 1 : 0;
  contract.held = event.held ? 1 : 0;
  if (event.hasSourceRate) contract.fundingRate = sourceRateOf(contract);
  writeSourceFollowed(s.events, s.index, event);
}

/** What of a trade of another market could not be repeated here; it changes nothing. */
export function tradeLeftOut(s: State, event: Recorded<"tradeLeftOut">): void {
  encode(eventLayouts.tradeLeftOut, event, s.events, s.index);
}

export function markChanged(s: State, event: Recorded<"markChanged">): void {
  const { contract, points } = event;
  assert(points > 0 && Number.isSafeInteger(points), "a mark is more than 0, and exact");
  s.contracts[contract].markPoints = points;
  s.house.indexesMoved = true;
  s.deleveraging = undefined;
  writeMarkChanged(s.events, s.index, event);
}

/**
 * Market time reaches `time`. Each whole second passed takes one basis sample of every two-sided book, every
 * fifth one premium sample too. Nothing has changed since the previous command, so that all of them are
 * samples of the present state.
 */
export function timeAdvanced(s: State, event: Recorded<"timeAdvanced">): void {
  const { time } = event;
  const seconds = divFloor(time, SAMPLE_MS) - divFloor(s.time, SAMPLE_MS);
  const premiums = divFloor(time, PREMIUM_SAMPLE_MS) - divFloor(s.time, PREMIUM_SAMPLE_MS);
  assert(seconds >= 0 && premiums >= 0, "market time never decreases");
  s.time = time;
  if (seconds > 0) for (const contract of s.contracts) sample(contract, seconds, premiums);
  writeTimeAdvanced(s.events, s.index, event);
}

/** Samples a contract's present state: its basis once for each of `seconds`, its premium `premiums` times. */
function sample(contract: Contract, seconds: number, premiums: number): void {
  if (contract.held === 1) return;
  const basis = contract.basisNow();
  if (basis !== undefined) {
    contract.basis.push(basis, Math.min(seconds, BASIS_SAMPLES));
    contract.exponentialBasis = averaged(contract, basis, seconds);
  }
  if (premiums === 0) return;
  const premium = contract.premiumNow();
  if (premium !== undefined) contract.premium.push(premium, premiums);
}

/** The exponential average after `seconds` samples of `basis`; 0 where no rule asks for it. */
function averaged(contract: Contract, basis: Points, seconds: number): number {
  const { method, window } = contract.markRule;
  if (method !== MARK_EXPONENTIAL_BASIS) return 0;
  return exponentialAfter(contract.exponentialBasis, basis, window, seconds);
}

/** Whether further samples of `basis`, or time alone, would move the contract's mark. */
function isSettled(contract: Contract, basis: Points): boolean {
  const { method, window } = contract.markRule;
  if (contract.held === 1 || contract.sourceMark > 0) return true;
  if (method === MARK_MEDIAN_OF_THREE) return false; // its price of the index moves with the time left of the funding period
  if (method === MARK_EXPONENTIAL_BASIS) {
    return exponentialAfter(contract.exponentialBasis, basis, window, 1) === contract.exponentialBasis;
  }
  return contract.basis.settledAt(basis);
}

/** A source of a contract's index reported. */
export function priceReported(s: State, event: Recorded<"priceReported">): void {
  const { source, points, weight } = event;
  const { sources } = s.contracts[event.contract];
  if (sources.size === 0) s.contractClockChanged();
  sources.set(source, { source, points, weight, time: s.time });
  writePriceReported(s.events, s.index, event);
}

export function markRuleChanged(s: State, event: Recorded<"markRuleChanged">): void {
  const contract = s.contracts[event.contract];
  contract.markRule = fieldsOf(markRuleFields, event);
  contract.exponentialBasis = exponentialOf(contract.basis.mean());
  s.contractClockChanged();
  writeMarkRuleChanged(s.events, s.index, event);
}

/**
 * A time before which no sample is due, found at no cost: the next whole second; or now, where an index has
 * sources.
 */
export function noSampleBefore(s: State): TimeMs {
  for (const contract of s.contractClock.moving) if (contract.sources.size > 0) return s.time;
  return nextSecond(s);
}

/** When samples are taken next. */
export function nextSecond({ time }: State): TimeMs {
  return (divFloor(time, SAMPLE_MS) + 1) * SAMPLE_MS;
}

/**
 * When the next sample would move a mark, or a source of an index falls silent; Infinity while every average
 * has settled.
 */
export function nextSampleDue(s: State): TimeMs {
  let due = Number.POSITIVE_INFINITY;
  for (const contract of s.contracts) {
    if (contract.sources.size > 0) due = Math.min(due, silentFrom(contract.sources.values(), s.time));
    const basis = contract.basisNow();
    if (basis !== undefined && !isSettled(contract, basis)) {
      due = Math.min(due, nextSecond(s));
    }
  }
  return due;
}

/** The functions that change the risk rule of a contract and the rule of the insurance fund. */

/** With `newOnly`, holders of positions keep the rule that they have until they hold none. */
export function riskRuleChanged(s: State, event: Recorded<"riskRuleChanged">): void {
  const { holdings } = s;
  const contract = s.contracts[event.contract];
  const kept = event.newOnly ? contract.keep(contract.riskRule) : 0;
  for (const h of s.holdingOf[event.contract].values()) {
    const holds = holdings.longHead[h] !== NONE || holdings.shortHead[h] !== NONE;
    if (!event.newOnly) holdings.keptRule[h] = 0;
    else if (holds && holdings.keptRule[h] === 0) holdings.keptRule[h] = kept;
  }
  contract.changeRiskRule(fieldsOf(riskRuleFields, event));
  writeRiskRuleChanged(s.events, s.index, event);
}

export function fundRuleChanged(s: State, { floor, notionalMax }: Recorded<"fundRuleChanged">): void {
  s.fundRule = { floor, notionalMax };
  encode(eventLayouts.fundRuleChanged, { floor, notionalMax }, s.events, s.index);
}
