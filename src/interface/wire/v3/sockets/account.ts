import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { collateralFields, fillFields, msgEvents, orderFields, positionFields } from "../../accountRows.ts";
import { decimal, oneOf, shape, text, timeNumber, word } from "../../fields.ts";
import * as words from "../words.ts";

/**
 * What the private channels of V3 send. Every scalar of a row is text, times included, except the booleans.
 */

/** The words that pushes of V3 have of their own. */
export const pushWords = {
  marginModes: words.marginTypes,
  timesInForce: words.timesInForce,
  triggerPriceTypes: words.workingTypes,
  statuses: words.statuses,
  orderTypes: words.orderTypes,
};
const idOf = (what: string) => ({
  id: text(`Id of the ${what}`),
  coin: text("Margin coin"),
  symbol: text("Symbol, such as BTCUSDT"),
});

export const CollateralRow = shape({
  coin: word(words.assets, "Coin"),
  marginMode: word(words.marginTypes, "CROSSED; ISOLATED: the margin of one position"),
  crossSymbol: text("Always empty: no entry is tied to one symbol"),
  ...collateralFields,
  available: decimal("What of the account may back new orders"),
  frozen: decimal("What of it may not"),
  equity: decimal("What the account is worth at mark prices"),
});
export type CollateralRow = Static<typeof CollateralRow>;

export const PositionRow = shape({ ...idOf("position"), ...positionFields(pushWords) });
export type PositionRow = Static<typeof PositionRow>;

export const FillRow = shape({ ...idOf("trade"), ...fillFields(pushWords) });
export type FillRow = Static<typeof FillRow>;

export const OrderRow = shape({ ...idOf("order"), ...orderFields(pushWords) });
export type OrderRow = Static<typeof OrderRow>;

const frame = <E extends string, T extends TSchema>(channel: E, element: T) =>
  shape({
    e: Type.Literal(channel),
    E: timeNumber("Market time, Unix ms"),
    v: Type.Integer({ description: "Version of the account; never decreases" }),
    msgEvent: oneOf(msgEvents, "What happened"),
    d: Type.Array(element, { minItems: 1, description: "What changed, each as it stood right after" }),
  });

/** The private channels and what each sends. */
export const privateChannels = {
  account: frame("account", CollateralRow),
  positions: frame("positions", PositionRow),
  fill: frame("fill", FillRow),
  orders: frame("orders", OrderRow),
} as const;

/** The channels of the holder's paper account: ours, the interface has none. */
export const paperChannels = {
  "sim.account": frame("sim.account", CollateralRow),
  "sim.positions": frame("sim.positions", PositionRow),
  "sim.fill": frame("sim.fill", FillRow),
  "sim.orders": frame("sim.orders", OrderRow),
} as const;
