import {
  invalidParameter,
  LEVERAGE_DECIMALS,
  lotText,
  quantaOfText,
  refusal,
  sizeText,
  stepsOf,
  tickText,
  unitsOf,
} from "../../../interface/wire/index.ts";
import type { ContractSpec } from "../contracts.ts";

/** Above every contract's prices; larger ones are refused before anything is computed with them. */
export const TICKS_MAX = 2 ** 40;

/**
 * A size in lots, above 0. Clients take the step out of the text of this refusal and send again, so the
 * fragment `stepSize '0.0001'` is part of the interface.
 */
export function lotsOf(contract: ContractSpec, name: string, decimal: string): number {
  const lots = stepsOf(decimal, contract.sizeDecimals, contract.lotStep);
  if (lots === undefined) throw offGrid(name, decimal, lotText(contract));
  if (lots <= 0) throw invalidParameter(name, `it must be above 0, got '${decimal}'`);
  if (lots > contract.orderLotsMax) {
    const max = sizeText(contract, contract.orderLotsMax);
    throw refusal("INVALID_ARGUMENT", `${name} '${decimal}' is above the maximum '${max}'`, "sizeTooLarge");
  }
  return lots;
}

/** A price in ticks, above 0. */
export function ticksOf(contract: ContractSpec, name: string, decimal: string): number {
  const ticks = stepsOf(decimal, contract.priceDecimals, contract.priceStep);
  if (ticks === undefined) throw offGrid(name, decimal, tickText(contract));
  if (ticks <= 0) throw invalidParameter(name, `it must be above 0, got '${decimal}'`);
  if (ticks > TICKS_MAX) throw invalidParameter(name, `it is too large, got '${decimal}'`);
  return ticks;
}

/** A price in ticks where 0 or nothing means none. */
export function ticksOrNone(contract: ContractSpec, name: string, decimal: string | undefined): number {
  return decimal === undefined || isZero(decimal) ? 0 : ticksOf(contract, name, decimal);
}

/**
 * Above the money of every account; larger amounts are refused before anything is computed with them. In
 * quanta.
 */
const MONEY_MAX = 10n ** 21n;

/** An amount of money in quanta, of any sign but not 0. */
export function moneyOf(name: string, decimal: string): bigint {
  const amount = quantaOfText(decimal);
  if (amount === undefined)
    throw invalidParameter(name, `at most eight decimals, got '${decimal}'`, "precisionExceeded");
  if (amount > MONEY_MAX || amount < -MONEY_MAX)
    throw invalidParameter(name, `it is too large, got '${decimal}'`);
  if (amount === 0n) throw invalidParameter(name, "it must not be 0");
  return amount;
}

/** Leverage in hundredths, above 0. */
export function leverageOf(name: string, decimal: string): number {
  const leverage = unitsOf(decimal, LEVERAGE_DECIMALS);
  if (leverage === undefined)
    throw invalidParameter(name, `at most two decimals, got '${decimal}'`, "precisionExceeded");
  if (leverage <= 0 || leverage > 1_000_000) throw invalidParameter(name, `${decimal} is not a leverage`);
  return leverage;
}

function offGrid(name: string, decimal: string, step: string): Error {
  return refusal(
    "INVALID_ARGUMENT",
    `${name} must be a number that matches the stepSize '${step}', current ${name} '${decimal}'`,
  );
}

/** Whether a decimal is 0, however written. */
export function isZero(decimal: string): boolean {
  return /^-?[0.]+$/.test(decimal);
}
