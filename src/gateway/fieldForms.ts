import { riskRuleFields } from "../core/index.ts";

/**
 * How a field's value is written: in decimals of its contract's grid, as a time, as true. What is in none of these is an
 * amount of money where it is a bigint, else itself.
 */
export type Form =
  | "price"
  | "points"
  | "size"
  | "rate"
  | "leverage"
  | "time"
  | "flag"
  | "text"
  | "integer"
  | "plain";

const named: Readonly<Record<Exclude<Form, "plain">, readonly string[]>> = {
  price: ["price", "triggerPrice", "presetTakeProfit", "presetStopLoss", "lastPrice"],
  points: ["indexPoints", "markPoints", "sourceMark", "points"],
  size: [
    ...["size", "remaining", "reserved", "lots", "openInterest", "cumOpenSize", "cumCloseSize"],
    ...["longSize", "shortSize", "longOpening", "shortOpening", "longReserved", "shortReserved"],
    ...["orderLotsMin", "orderLotsMax", "marketOpenLotsMax", "positionLotsMax"],
  ],
  rate: [
    ...["bandBuyRate", "bandSellRate", "makerRate", "takerRate", "liquidationFeeRate", "interestRate"],
    ...[
      "fundingClampRate",
      "fundingCapRate",
      "fundingRate",
      "feeRate",
      "markBoundRate",
      "rebateRate",
      "sourceRate",
    ],
    ...["maintenanceRate", "discount", "takerDiscount", "makerDiscount"],
  ],
  leverage: [
    "leverage",
    "leverageMin",
    "leverageMax",
    "leverageDefault",
    "cross",
    "isolatedLong",
    "isolatedShort",
  ],
  time: [
    "time",
    "createdTime",
    "updatedTime",
    "triggeredTime",
    "referredTime",
    "fundingDue",
    "delistingDue",
    "due",
    "activeFrom",
    "expires",
    "tokenTime",
  ],
  flag: [
    ...["market", "liquidating", "autoAppend", "conditional", "disabled", "hasFees", "forced", "pushed"],
    ...["hasSourceRate", "held"],
    ...["feeSet", "discountSet", "sideDiscountSet"],
    ...Object.entries(riskRuleFields).flatMap(([name, type]) => (type === "flag" ? [name] : [])),
  ],
  text: [
    ...[
      "name",
      "venueName",
      "symbol",
      "baseCoin",
      "quoteCoin",
      "clientId",
      "key",
      "sealedSecret",
      "sealedSeed",
    ],
    ...["passphraseHash", "label", "addresses", "wireProfile"],
    ...["tokenHash", "reference", "terms", "answer"],
  ],
  integer: ["premiumWeighted", "premiumSum"],
};

const forms = new Map(
  Object.entries(named).flatMap(([form, names]) => names.map((name) => [name, form as Form] as const)),
);

export function formOf(name: string): Form {
  return forms.get(name) ?? "plain";
}
