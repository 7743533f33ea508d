import type { FieldKind } from "../../kernel/core/index.ts";
import { entities, eventLayouts, riskRuleFields } from "../../kernel/core/index.ts";

/**
 * How a field's value is written: as a decimal of its contract's grid, as a time, as true. A field without a
 * form is an amount of money if it is a bigint; any other value is shown as it is.
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
  price: ["lastPrice"],
  points: ["indexPoints", "markPoints", "sourceMark", "points", "extreme"],
  size: [
    ...["lots", "openInterest", "orderLotsMin", "orderLotsMax"],
    ...["marketOpenLotsMax", "marketLotsMax", "positionLotsMax"],
  ],
  rate: [
    ...["bandBuyRate", "bandSellRate", "makerRate", "takerRate", "liquidationFeeRate", "interestRate"],
    ...[
      "triggerProtectRate",
      "fundingClampRate",
      "fundingCapRate",
      "fundingRate",
      "markBoundRate",
      "sourceRate",
    ],
    ...["maintenanceRate", "discount", "takerDiscount", "makerDiscount"],
  ],
  leverage: ["leverageMin", "leverageMax", "leverageDefault"],
  time: ["time", "fundingDue", "delistingDue", "due", "activeFrom", "expires", "tokenTime"],
  flag: [
    ...["disabled", "hasFees", "forced", "pushed"],
    ...["hasSourceRate", "held"],
    ...["feeSet", "discountSet", "sideDiscountSet"],
    ...Object.entries(riskRuleFields).flatMap(([name, type]) => (type === "flag" ? [name] : [])),
  ],
  text: ["venueName", ...Object.values(eventLayouts).flatMap(({ texts }) => texts)],
  integer: ["premiumWeighted", "premiumSum"],
};

/** How a field of each kind is written; numbers of other kinds are written as they are. */
const formOfKind: Partial<Record<FieldKind, Form>> = {
  Ticks: "price",
  Points: "points",
  Lots: "size",
  Rate: "rate",
  Leverage: "leverage",
  TimeMs: "time",
  flag: "flag",
};

const forms = new Map(
  Object.entries(named).flatMap(([form, names]) => names.map((name) => [name, form as Form] as const)),
);
for (const { columns, aside } of entities) {
  if (aside !== undefined) forms.set(aside.as, "flag");
  for (const [name, { kind, visibility }] of Object.entries(columns)) {
    const form = formOfKind[kind];
    if (visibility !== "derived" && form !== undefined) forms.set(name, form);
  }
}

export function formOf(name: string): Form {
  return forms.get(name) ?? "plain";
}
