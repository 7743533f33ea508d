import type { RejectionType } from "../../../../kernel/core/index.ts";

/**
 * The condition that did not hold where a request was refused because of a number, in terms of the numbers
 * of the refusal and of those from which they are computed. Refusals without a number are not listed: their
 * sentence says everything.
 */
export const rejectionFormulas: Partial<Readonly<Record<RejectionType, readonly string[]>>> = {
  sizeTooSmall: ["size ≥ min"],
  sizeTooLarge: ["size ≤ max; a market opening has a maximum of its own"],
  priceAboveBand: ["price ≤ max", "max = min(highest, ⌊mark · (1 + band)⌋ to the tick)"],
  priceBelowBand: ["price ≥ min", "min = ⌈mark · (1 − band)⌉ to the tick"],
  priceTooFar: [
    "a buy: price ≥ limit = ⌈mark / 10⌉ to the tick; a sell: price ≤ limit = min(highest, ⌊mark · 10⌋ to the tick)",
    "price and trigger of a plan order: ≤ limit, the contract's highest price",
  ],
  notionalTooSmall: ["notional ≥ min; notional = size · price, at market the mark"],
  noDepth: ["levels = wanted; levels of side, bids 0 or asks 1, that the book has"],
  presetWrongSide: [
    "leg long: stop loss < price < take profit; short: take profit < price < stop loss; each is trigger",
  ],
  openOrderLimit: ["resting orders of the symbol, resting, < limit"],
  closeTooLarge: [
    "size ≤ closable",
    "closable = held − reserved; held is the size of the leg or of the position that is named, reserved what live close orders would close",
  ],
  tierExceeded: [
    "notional ≤ limit",
    "notional = lots · mark; lots = held + would be opened by live orders + this order of size; both legs in shared mode, one in isolated",
    "limit = the bound of the largest tier whose leverage is at least the one chosen",
  ],
  positionLimit: ["size ≤ max", "size = held + would be opened by live orders + this order, of the leg"],
  marginInsufficient: [
    "needed ≤ available",
    "needed = ⌈base · size / leverage⌉ + ⌈base · size · takerRate⌉ + size · max(0, d · (limit − mark)), each up at 1e-8; d = 1 of leg long, −1 of short; base = limit of a long, max(limit, mark) of a short",
    "a market order: the sum of that over what it would meet, met, each with its size and with its price as limit",
    "moving margin: needed = the amount; another leverage: needed = asked − charged, the symbol's margins at the one and at the other",
    "available = max(0, equity − positionMargin − frozen − pendingOut + released); released = frozen by an order that is replaced; moving margin: min(equity, equityAtIndex) for equity",
  ],
  siblingInBreach: [
    "equity of the isolated position > requirement",
    "requirement = ⌈ MM(lots · mark) · size / lots ⌉ at 1e-8, MM by the tiers; lots = all of its leg, live opening orders and this one included",
  ],
  triggerAtPrice: ["trigger ≠ price"],
  triggerAlreadyMet: ["rising true: trigger > price; false: trigger < price"],
  legTriggerLive: ["orders that end with this leg, by direction: none before this one"],
  leverageOutOfRange: ["min ≤ leverage ≤ max"],
  leverageLowered: ["isolated, with a position: asked ≥ current"],
  tierLeverage: ["asked ≤ max", "max = the leverage of the tier that notional, the position's, lies in"],
  marginNotRemovable: [
    "asked ≤ removable",
    "removable = max(0, min(min(wallet, equity) − ⌈entryValue / leverage⌉, spare)), the quotient up at 1e-8",
    "spare = the least of equity − requirement − 1e-8 at the mark, as shown, and at the index; at least 0",
  ],
  moneyLimit: ["asked ≤ room", "room = 10^12 − inside; inside = what is in the venue, or on its way in"],
  balanceInsufficient: [
    "asked ≤ withdrawable",
    "withdrawable = max(0, min(wallet, equity, equityAtIndex) − positionMargin − frozen − pendingOut)",
  ],
};
