import type { RejectionType } from "../../../core/index.ts";

/**
 * What had to hold where a request was refused for a number, in terms of the numbers that the refusal carries and of what they
 * come of. Refusals that no number decided are not here: their sentence says it all.
 */
export const rejectionFormulas: Partial<Readonly<Record<RejectionType, readonly string[]>>> = {
  sizeTooSmall: ["size ≥ min"],
  sizeTooLarge: ["size ≤ max; a market opening has a maximum of its own"],
  priceAboveBand: [
    "price ≤ max",
    "max = ⌊mark · (1 + buy band)⌋ to the tick, and the contract's highest price",
  ],
  priceBelowBand: ["price ≥ min", "min = ⌈mark · (1 − sell band)⌉ to the tick"],
  priceTooFar: ["a buy: price ≥ ⌈mark / 10⌉; a sell: price ≤ ⌊mark · 10⌋, and the contract's highest price"],
  presetWrongSide: ["long: stop loss < price < take profit; short: take profit < price < stop loss"],
  openOrderLimit: ["resting orders of the symbol < limit"],
  closeTooLarge: ["size ≤ closable", "closable = size of the leg − Σ remaining of its live close orders"],
  tierExceeded: [
    "notional ≤ limit",
    "notional = (held + would be opened by live orders + this order) · mark; both legs in shared mode, one in isolated",
    "limit = the bound of the largest tier whose leverage is at least the one chosen",
  ],
  positionLimit: ["size ≤ max", "size = held + would be opened by live orders + this order, of the leg"],
  marginInsufficient: [
    "needed ≤ available",
    "needed = ⌈base · size / leverage⌉ + ⌈base · size · taker rate⌉ + ⌈size · max(0, d · (limit − mark))⌉; base = limit price of a long, max(limit, mark) of a short; a market order at each price it would meet; moving margin: the amount",
    "available = max(0, equity − position margin − frozen by orders − pending out)",
  ],
  siblingInBreach: [
    "equity of the isolated position > requirement",
    "requirement = ⌈ MM(leg · mark) · size / leg ⌉; leg = all lots of its leg, live opening orders and this one included",
  ],
  triggerAtPrice: ["trigger ≠ price"],
  triggerAlreadyMet: ["rising: trigger > price; falling: trigger < price"],
  leverageOutOfRange: ["min ≤ leverage ≤ max"],
  leverageLowered: ["isolated, with a position: asked ≥ current"],
  tierLeverage: ["asked ≤ max", "max = the leverage of the tier that the position's notional lies in"],
  marginNotRemovable: [
    "asked ≤ removable",
    "removable = ⌊max(0, min(min(Q, Q + unrealized) − ⌈V / leverage⌉, Q + unrealized − requirement − 1e-8))⌋; Q = the entry's wallet",
  ],
  moneyLimit: ["asked ≤ room", "room = 10^12 − what is in the venue, or on its way in"],
  balanceInsufficient: [
    "asked ≤ withdrawable",
    "withdrawable = max(0, min(wallet, equity) − position margin − frozen by orders − pending out)",
  ],
};
