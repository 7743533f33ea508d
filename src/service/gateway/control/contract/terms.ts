import { termParameters, tier } from "../../../../interface/wire/control/parameters.ts";
import type { JsonObject, Parameter } from "../../../../interface/wire/index.ts";
import { invalidParameter, readParameters } from "../../../../interface/wire/index.ts";
import type { ContractView } from "../../../../kernel/core/index.ts";
import type { Listing } from "../operation.ts";

/** The terms of a contract that may change while it is listed. */
export type Terms = Omit<
  Listing,
  | "type"
  | "symbol"
  | "baseCoin"
  | "quoteCoin"
  | "priceDecimals"
  | "priceStep"
  | "sizeDecimals"
  | "lotStep"
  | "contractsPerLot"
>;

/** Every parameter sets a term, and every term has a parameter. */
type TermInput = {
  readonly [K in keyof typeof termParameters]: (typeof termParameters)[K] extends Parameter<infer T>
    ? T
    : never;
};

/** The terms after a change. @param before the terms so far, which stay where nothing is given */
export function changedTerms(before: Terms, { tiers, ...given }: TermInput): Terms {
  const terms = { ...before, ...defined(given) };
  return tiers === undefined ? terms : { ...terms, tiers: tiers.map(tierOf) };
}

/** The terms of a listed contract. */
export function termsOf(contract: ContractView): Terms {
  const { tiers, ...rest } = contract;
  const names = Object.keys(termParameters).filter((name) => name !== "tiers");
  const terms = Object.fromEntries(names.map((name) => [name, rest[name as keyof typeof rest]]));
  return { ...terms, tiers: tiers.map((each) => ({ ...each })) } as unknown as Terms;
}

function tierOf(item: JsonObject, i: number): Terms["tiers"][number] {
  for (const name of Object.keys(item)) {
    if (!Object.hasOwn(tier, name))
      throw invalidParameter(`tiers[${i}].${name}`, `of ${Object.keys(tier).join(", ")}`);
  }
  const { notionalMax, maintenanceRate, leverageMax } = readParameters(tier, item);
  return { boundUnits: notionalMax, maintenanceRate, leverageMax };
}

function defined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
