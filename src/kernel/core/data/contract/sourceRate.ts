import type { Rate } from "../units/units.ts";
import type { Contract } from "./contract.ts";

/** The funding rate that another market states for a contract, within the contract's own cap. */
export function sourceRateOf({ sourceRate, terms }: Contract): Rate {
  return Math.max(-terms.fundingCapRate, Math.min(terms.fundingCapRate, sourceRate));
}
