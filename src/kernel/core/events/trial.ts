import { ISOLATED } from "../data/codes.ts";
import { bracketsOf } from "../data/contract/brackets.ts";
import type { Contract } from "../data/contract/contract.ts";
import type { BreachView } from "../data/messages/query.ts";
import type { ContractTerms } from "../data/model/contracts.ts";
import type { RiskRule } from "../data/model/riskRules.ts";
import type { State } from "../data/state/state.ts";
import { effectiveRates } from "../data/tables/feeSetting.ts";
import type { AccountId, PositionId } from "../data/units/kinds.ts";
import { NONE } from "../data/units/units.ts";
import type { MarginHealth, Trial } from "./marginHealth.ts";
import { hasShared, healthOfIsolated, healthOfShared, isInBreach, marginTermsOf } from "./marginHealth.ts";

/*
 * What a contract would require under other terms or another risk rule: so it is known who could not carry
 * the change before anybody is liquidated.
 */

/** A contract under another risk rule. */
export function trialOfRule(s: State, contract: Contract, riskRule: RiskRule): Trial {
  const margin = contract.marginUnder(riskRule);
  return {
    contract: contract.index,
    marginOf: () => margin,
    feeRateOf: (holding) => s.holdings.takerRate[holding],
  };
}

/** A contract under other terms: tiers and fees. */
export function trialOfTerms(s: State, contract: Contract, terms: ContractTerms): Trial {
  const { accounts, holdings } = s;
  return {
    contract: contract.index,
    marginOf: (holding) => {
      const margin = marginTermsOf(s, holding);
      const { quantaPerPointLot, riskRule } = margin;
      return { quantaPerPointLot, riskRule, brackets: bracketsOf(terms.tiers, riskRule.flatTiers) };
    },
    feeRateOf: (holding) => {
      const account = accounts.fees[holdings.account[holding]];
      return effectiveRates(terms, account, holdings.fees[holdings.rowOf(holding)]).taker;
    },
  };
}

/** The entries that are not in breach now and would be under the trial, by account and position. */
export function breachesOf(s: State, trial: Trial): readonly BreachView[] {
  const { positions } = s;
  const breaches: BreachView[] = [];
  const add = (account: AccountId, position: PositionId, now: MarginHealth, then: MarginHealth): void => {
    if (isInBreach(now) || !isInBreach(then)) return;
    const { equity, requirement } = then;
    breaches.push({ account, position, equity, requirement, requirementNow: now.requirement });
  };
  for (const account of s.holdingOf[trial.contract].keys()) {
    if (!s.accounts.rules[account].isLiquidated) continue;
    if (hasShared(s, account))
      add(account, 0, healthOfShared(s, account), healthOfShared(s, account, "markPoints", trial));
    for (let p = s.accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
      if (positions.marginMode[p] !== ISOLATED || positions.contract[p] !== trial.contract) continue;
      const then = healthOfIsolated(s, p, { margin: trial.marginOf(positions.holding[p]) });
      add(account, positions.id[p], healthOfIsolated(s, p), then);
    }
  }
  return breaches.sort((a, b) => a.account - b.account || a.position - b.position);
}
