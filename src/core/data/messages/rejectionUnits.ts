import type { RejectionType } from "./rejection.ts";

/** What a number of a refusal is in: prices in ticks or hundredths of one, sizes in lots, leverage in hundredths. */
export type RejectionUnit = "ticks" | "points" | "lots" | "leverage" | "plain";

/** What a number of a refusal is in; money is known by its type, which is `bigint`. */
export function rejectionUnit(type: RejectionType, name: string): RejectionUnit {
  if (name.endsWith("Points")) return "points";
  return UNITS[`${type}.${name}`] ?? "plain";
}

/** Where the name does not say it. */
const UNITS: Readonly<Record<string, RejectionUnit>> = {
  "sizeTooSmall.size": "lots",
  "sizeTooSmall.min": "lots",
  "sizeTooLarge.size": "lots",
  "sizeTooLarge.max": "lots",
  "closeTooLarge.size": "lots",
  "closeTooLarge.closable": "lots",
  "positionLimit.size": "lots",
  "positionLimit.max": "lots",
  "sizeFilled.size": "lots",
  "sizeFilled.filled": "lots",
  "priceAboveBand.price": "ticks",
  "priceAboveBand.max": "ticks",
  "priceBelowBand.price": "ticks",
  "priceBelowBand.min": "ticks",
  "priceTooFar.price": "ticks",
  "priceTooFar.limit": "ticks",
  "presetWrongSide.trigger": "ticks",
  "presetWrongSide.price": "ticks",
  "triggerAtPrice.trigger": "ticks",
  "triggerAlreadyMet.trigger": "ticks",
  "tierExceeded.leverage": "leverage",
  "leverageOutOfRange.leverage": "leverage",
  "leverageOutOfRange.min": "leverage",
  "leverageOutOfRange.max": "leverage",
  "leverageLowered.asked": "leverage",
  "leverageLowered.current": "leverage",
  "tierLeverage.asked": "leverage",
  "tierLeverage.max": "leverage",
};
