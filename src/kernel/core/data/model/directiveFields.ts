/**
 * A directive: whose orders, which of them, and what shall happen. Which orders: the one live order `order`;
 * or the one to come with `clientId`; or the next `orders`. Those to come may be narrowed to a contract (else
 * −1) and an action (else 0).
 *
 * `what` is a DIRECT_ code, and says which of the others it reads:
 *
 * ```
 * REJECT             refused with wireCode (0: as the market refuses) and text
 * DELAY              reaches the book `ms` later
 * FILL               the house fills `lots` of it (0: all), at its limit if it rests, else at `price` (0: its
 *                    limit, or at market the mark); the rest is set aside
 * NEVER_FILL         is set aside: it counts as resting, and is in no book, so that nothing meets it
 * CANCEL             ends with the CANCEL_ code `reason`
 * TRIGGER            triggers now
 * LOSE_CANCEL        its cancel comes too late: the house has filled it
 * FILL_DURING_CANCEL its cancel takes `ms`, and meanwhile the house fills `lots` (0: all)
 * LATE_PRESETS       its presets appear `ms` after the fill
 * RELEASE            of a live order: goes into the book, and follows no directive any more
 * ```
 */
export const directiveFields = {
  account: "AccountId",
  contract: "ContractIndex",
  action: "Action",
  orders: "int",
  order: "OrderId",
  what: "int",
  lots: "Lots",
  price: "Ticks",
  ms: "int",
  reason: "int",
  wireCode: "int",
} as const;

export const directiveTexts = ["clientId", "text"] as const;

/** How many directives may wait for orders at one time. */
export const DIRECTIVES_MAX = 1_000;
/** The longest time that a directive may name: a day. */
export const DIRECTIVE_MS_MAX = 86_400_000;
