import type { ContractView } from "../../../core/index.ts";
import type { JsonObject, Parameter } from "../../../wire/index.ts";
import { flag, integer, invalidParameter, objects, optional, readParameters } from "../../../wire/index.ts";
import type { Listing } from "../operation.ts";
import { leverage, rate } from "../parameters.ts";

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

const tier = {
  notionalMax: integer("Notional up to which the tier reaches, whole USDT.", { min: 1 }),
  maintenanceRate: rate("Maintenance margin, a fraction."),
  leverageMax: leverage("Greatest leverage in the tier."),
};

/** A term by its own name: what is left out stays. */
export const termParameters = {
  orderLotsMin: optional(integer("Smallest order, in lots.", { min: 1 })),
  orderLotsMax: optional(integer("Largest order, in lots.", { min: 1 })),
  marketOpenLotsMax: optional(integer("Largest market order that opens, in lots.", { min: 1 })),
  positionLotsMax: optional(integer("Largest position, in lots.", { min: 1 })),
  leverageMin: optional(leverage("Smallest leverage.")),
  leverageMax: optional(leverage("Greatest leverage.")),
  leverageDefault: optional(leverage("Leverage of accounts that set none.")),
  bandBuyRate: optional(rate("How far above the mark a buy may be, a fraction.")),
  bandSellRate: optional(rate("How far below the mark a sell may be, a fraction.")),
  makerRate: optional(rate("Maker fee, a fraction; below 0: a rebate.")),
  takerRate: optional(rate("Taker fee, a fraction.")),
  liquidationFeeRate: optional(rate("Fee of a liquidation, a fraction.")),
  fundingIntervalMs: optional(integer("Time between settlements of funding.", { min: 1_000 })),
  fundingOffsetMs: optional(integer("When in the interval it settles.")),
  interestRate: optional(rate("Interest part of funding, a fraction.")),
  fundingClampRate: optional(rate("How far funding follows the premium, a fraction.")),
  fundingCapRate: optional(rate("Largest funding, a fraction.")),
  openOrdersMax: optional(integer("Resting orders of one account.", { min: 1 })),
  orphanTriggersKeep: optional(
    flag("Whether take-profits and stop-losses outlive their position (default)."),
  ),
  separatedCloseFifo: optional(
    flag("In separated mode a close that names no position takes the oldest first (default), or is refused."),
  ),
  apiTradable: optional(flag("Whether clients may trade it.")),
  tiers: optional(objects("Margin tiers, ascending.", tier, 32)),
};

/** Every name has a term, and every term a name. */
type TermInput = {
  readonly [K in keyof typeof termParameters]: (typeof termParameters)[K] extends Parameter<infer T>
    ? T
    : never;
};

/** The terms after a change. @param before what holds where nothing is given */
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
