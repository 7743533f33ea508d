/** What the dialect says of a broken rule: the phrase that clients look for, and its code. */
export interface RuleForm {
  readonly code: number;
  readonly text: string;
  /** Where it is not that of the error's kind. */
  readonly status?: number;
}

/** Codes of a price or a quantity that is off the grid of its contract. */
export const offTheGrid: readonly number[] = [-1111, -4014, -4023];

/**
 * By the rule's name: the core's refusals, but for those that say what their kind of error says, and the
 * limits.
 */
export const refusals: Readonly<Record<string, RuleForm>> = {
  contractNotTradable: { code: -4140, text: "Invalid symbol status for opening position." },
  noMarkPrice: { code: -1122, text: "Invalid symbol status." },
  sizeTooSmall: { code: -4004, text: "Quantity less than min quantity." },
  sizeTooLarge: { code: -4005, text: "Quantity greater than max quantity." },
  tooManyAmendments: { code: -5026, text: "Exceed maximum modify order limit." },
  sizeFilled: { code: -2010, text: "Order rejected." },
  clientIdLive: { code: -4116, text: "ClientOrderId is duplicated." },
  priceAboveBand: { code: -4016, text: "Limit price can't be higher than the mark price's upper bound." },
  priceBelowBand: { code: -4024, text: "Limit price can't be lower than the mark price's lower bound." },
  priceTooFar: { code: -4016, text: "Limit price is too far from the mark price." },
  openOrderLimit: { code: -2025, text: "Reach max open order limit." },
  leverageOutOfRange: { code: -4028, text: "Leverage is not valid." },
  leverageLowered: {
    code: -4161,
    text: "Leverage reduction is not supported in Isolated Margin Mode with open positions.",
  },
  tierLeverage: { code: -2027, text: "Exceeded the maximum allowable position at current leverage." },
  tierExceeded: { code: -2027, text: "Exceeded the maximum allowable position at current leverage." },
  positionLimit: { code: -2027, text: "Exceeded the maximum allowable position at current leverage." },
  closeTooLarge: { code: -2022, text: "ReduceOnly Order is rejected." },
  positionMissing: { code: -2022, text: "ReduceOnly Order is rejected." },
  nothingToClose: { code: -2022, text: "ReduceOnly Order is rejected." },
  marginInsufficient: { code: -2019, text: "Margin is insufficient." },
  siblingInBreach: { code: -2019, text: "Margin is insufficient." },
  balanceInsufficient: { code: -2018, text: "Balance is insufficient." },
  wouldTake: {
    code: -5022,
    text: "Due to the order could not be executed as maker, the Post Only order will be rejected.",
  },
  cannotFill: {
    code: -5021,
    text: "Due to the order could not be filled immediately, the FOK order has been rejected.",
  },
  noDepth: { code: -5041, text: "No depth matches this price match." },
  notionalTooSmall: {
    code: -4164,
    text: "Order's notional must be no smaller than the minimum (unless you choose reduce only).",
  },
  legTriggerLive: {
    code: -4130,
    text: "An open stop or take profit order with closePosition in the direction is existing.",
  },
  triggerAtPrice: { code: -2021, text: "Order would immediately trigger." },
  triggerAlreadyMet: { code: -2021, text: "Order would immediately trigger." },
  accountFrozen: { code: -2023, text: "User in liquidation mode now." },
  workPending: {
    code: -1008,
    text: "Server is currently overloaded with other requests. Please try again in a few minutes.",
  },
  "fapi IP weight": { code: -1003, text: "Too many requests" },
  "fapi ban": { code: -1003, text: "Way too many requests; IP banned", status: 418 },
  "fapi orders to place": { code: -1015, text: "Too many new orders" },
  "fapi orders to place in the short window": { code: -1015, text: "Too many new orders" },
};
