import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import { lotText, sizeText, tickText, unitsOf } from "../../../../interface/wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { TICKS_MAX } from "../../trading/grid.ts";

/*
 * Prices and quantities by the filters of exchangeInfo: each rule has a code of its own. Rules that depend
 * on the market or the account are the core's.
 */

/** A quantity in lots, above 0. */
export function lotsOf(contract: ContractSpec, name: string, decimal: string): number {
  const units = unitsOf(decimal, contract.sizeDecimals);
  const given = `${name} '${decimal}'`;
  if (units === undefined) throw tooPrecise(given, contract.sizeDecimals);
  if (units <= 0) throw new FapiError(-4003, `Quantity less than or equal to zero. ${given}`);
  const lots = units / contract.lotStep;
  if (lots > contract.orderLotsMax)
    throw new FapiError(
      -4005,
      `Quantity greater than max quantity. ${given}, the most is '${sizeText(contract, contract.orderLotsMax)}'`,
    );
  if (Number.isInteger(lots)) return lots;
  throw new FapiError(-4023, `Qty not increased by step size. ${given}, the step is '${lotText(contract)}'`);
}

/** A price in ticks, above 0. */
export function ticksOf(contract: ContractSpec, name: string, decimal: string): number {
  return onGrid(contract, name, decimal, (given) => ({
    negative: [-4001, `Price less than 0. ${given}`],
    zero: [-4013, `Price less than min price. ${given}, the least is '${tickText(contract)}'`],
    large: [-4002, `Price greater than max price. ${given}`],
  }));
}

/** A price in ticks, above 0, at which an order triggers or begins to follow. */
export function triggerOf(contract: ContractSpec, name: string, decimal: string): number {
  return onGrid(contract, name, decimal, (given) => {
    const small = [
      -4006,
      `Stop price less than zero. ${given}, the least is '${tickText(contract)}'`,
    ] as const;
    return { negative: small, zero: small, large: [-4007, `Stop price greater than max price. ${given}`] };
  });
}

type Refusal = readonly [code: number, text: string];

function onGrid(
  contract: ContractSpec,
  name: string,
  decimal: string,
  refusals: (given: string) => Readonly<Record<"negative" | "zero" | "large", Refusal>>,
): number {
  const units = unitsOf(decimal, contract.priceDecimals);
  const given = `${name} '${decimal}'`;
  if (units === undefined) throw tooPrecise(given, contract.priceDecimals);
  if (units < 0) throw new FapiError(...refusals(given).negative);
  if (units === 0) throw new FapiError(...refusals(given).zero);
  const ticks = units / contract.priceStep;
  if (ticks > TICKS_MAX) throw new FapiError(...refusals(given).large);
  if (Number.isInteger(ticks)) return ticks;
  throw new FapiError(
    -4014,
    `Price not increased by tick size. ${given}, the tick is '${tickText(contract)}'`,
  );
}

function tooPrecise(given: string, decimals: number): FapiError {
  return new FapiError(
    -1111,
    `Precision is over the maximum defined for this asset. ${given}, at most ${decimals} decimals`,
  );
}
