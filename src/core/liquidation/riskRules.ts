import type { Quanta } from "../units/units.ts";

/** What venues do differently about losses, a contract: docs/reference/liquidation.md, options. */
export interface RiskRule {
  /** Isolated payers of funding pay in full, past their requirement and their margin; else down to the requirement. */
  readonly fundingInFull: boolean;
  /** What is left of an isolated entry after its liquidation goes to the insurance fund; else back to its account. */
  readonly residualToFund: boolean;
}

export const DEFAULT_RISK_RULE: RiskRule = { fundingInFull: false, residualToFund: false };

/** What the insurance fund may take over. */
export interface FundRule {
  /** Its equity at mark stays at or above this, losses of the take-over included. */
  readonly floor: Quanta;
  /** Σ notional of its positions at mark stays at or below this; 0: no limit. */
  readonly notionalMax: Quanta;
}

export const DEFAULT_FUND_RULE: FundRule = { floor: 0n, notionalMax: 0n };
