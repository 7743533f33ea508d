import { LEVERAGE_DECIMALS, RATE_DECIMALS, unitsOf } from "../decimal.ts";
import { invalidParameter } from "../errors.ts";
import type { Parameter } from "../parameter.ts";
import { choice, decimal, flag, integer, objects, optional, text, texts, time } from "../parameter.ts";
import { WIRE_PROFILE_RULE } from "../profile.ts";
import type { RiskOptionName } from "./riskOptions.ts";
import { riskOptions } from "./riskOptions.ts";
import { legs } from "./words.ts";

/** Parameters that several operations of control share. */

export const accountText = text("An account: its id or its name.", 64);
export const contractText = text("A contract: its symbol or its base coin.", 64);

/** A decimal above 0 with at most 8 places. */
export const amountText = decimal("An amount of USDT, a decimal above 0 with at most 8 places.");

export const legChoice = choice("The side of the position.", legs);

/** A fraction with at most 8 places, in 1e-8: 0.0006 is 0.06 %. */
export function rate(description: string): Parameter<number> {
  return scaled(description, RATE_DECIMALS);
}

/** A factor with at most 2 places, in hundredths. */
export function leverage(description: string): Parameter<number> {
  return scaled(description, LEVERAGE_DECIMALS);
}

/** As another parameter, or the word `none`, read as `null`. */
export function orNone<T>(parameter: Parameter<T>): Parameter<T | null> {
  return {
    ...parameter,
    read: (value, name) => (value === "none" ? null : parameter.read(value, name)),
  };
}

/** The parameters of fee settings: one left out stays as it is, `none` follows the contract again. */
export const feeParameters = {
  takerFeeRate: optional(orNone(rate("Taker fee, a fraction; with makerFeeRate. `none`: the contract's."))),
  makerFeeRate: optional(orNone(rate("Maker fee, a fraction; with takerFeeRate. `none`: the contract's."))),
  discount: optional(orNone(rate("Multiplies both fees. `none`: no discount."))),
  takerDiscount: optional(orNone(rate("Multiplies the taker fee; with makerDiscount. `none`: no discount."))),
  makerDiscount: optional(orNone(rate("Multiplies the maker fee; with takerDiscount. `none`: no discount."))),
};

export const tier = {
  notionalMax: integer("Notional up to which the tier reaches, whole USDT.", { min: 1 }),
  maintenanceRate: rate("Maintenance margin, a fraction."),
  leverageMax: leverage("Greatest leverage in the tier."),
};

/** A term by its own name: one left out stays as it is. */
export const termParameters = {
  orderLotsMin: optional(integer("Smallest order, in lots.", { min: 1 })),
  orderLotsMax: optional(integer("Largest order, in lots.", { min: 1 })),
  marketOpenLotsMax: optional(integer("Largest market order that opens, in lots.", { min: 1 })),
  marketLotsMax: optional(integer("Largest order at market, in lots; 0: as large as any.", { min: 0 })),
  notionalMinUnits: optional(
    integer("Smallest value of an order that opens, in whole USDT; 0: none.", { min: 0 }),
  ),
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
  triggerProtectRate: optional(
    rate("How far last and mark price may be apart when a trigger with price protection fires, a fraction."),
  ),
  orphanTriggersKeep: optional(
    flag("Whether take-profits and stop-losses outlive their position (default)."),
  ),
  separatedCloseFifo: optional(
    flag("In separated mode a close that names no position takes the oldest first (default), or is refused."),
  ),
  apiTradable: optional(flag("Whether clients may trade it.")),
  tiers: optional(objects("Margin tiers, ascending.", tier, 32)),
};

/** Parameters of a change that may put accounts in breach of their requirement. */
export const carryingParameters = {
  preview: optional(flag("Show who would be in breach, and change nothing."), false),
  anyway: optional(
    flag(
      "Do it even if somebody would be in breach, and so liquidated at once; without it such a change is refused.",
    ),
    false,
  ),
};

/** One parameter for each option of a contract's risk. */
export const riskParameters = Object.fromEntries(
  Object.entries(riskOptions).map(([name, { description, words }]) => [
    name,
    optional(choice(description, words)),
  ]),
) as { readonly [N in RiskOptionName]: Parameter<number | undefined> };

/** The settings of a new key besides its three strings. */
export const keyParameters = {
  account: accountText,
  label: optional(text("Shown in lists.", 64), ""),
  permissions: optional(texts("Of read, spot, futures, and direct; default the first three.")) as Parameter<
    readonly string[] | undefined
  >,
  addresses: optional(texts("Addresses or CIDR blocks that it may be used from; default all.")),
  activeFrom: optional(time("Market time from which it is valid, Unix ms."), 0),
  expires: optional(time("Market time until which it is valid, Unix ms; 0: for ever."), 0),
  wire: optional(text(`Its wire profile: ${WIRE_PROFILE_RULE}; default: the venue's.`, 200), ""),
};

export const operatorName = text("1 to 64 letters, digits, '-', '_' and '.'.", 64);

export const referenceText = text(
  "A name of your choice for this request: 1 to 64 letters, digits, '-', '_', '.' and ':'. A repetition under the same name does nothing and gets the first answer.",
  64,
);

/** What a passphrase may be; special characters are not allowed, since it travels in a header. */
export const PASSPHRASE_RULE = "1 to 128 letters and digits, no special characters";

function scaled(description: string, decimals: number): Parameter<number> {
  const { schema, read } = decimal(description);
  return {
    schema,
    required: true,
    absent: 0,
    read: (value, name) => {
      const units = unitsOf(read(value, name), decimals);
      if (units === undefined) throw invalidParameter(name, `at most ${decimals} decimals`);
      if (!Number.isSafeInteger(units)) throw invalidParameter(name, "it is too large");
      return units;
    },
  };
}
