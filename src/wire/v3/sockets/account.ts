import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { collateralFields, fillFields, orderFields, positionFields } from "../../accountRows.ts";
import { shape, text, timeNumber } from "../../fields.ts";

/** What the private channels of V3 send. Every scalar of a row is text, times included, except the booleans. */

const plain = Type.String();
const of = { id: plain, coin: plain, symbol: plain };

export const CollateralRow = shape({
  coin: plain,
  marginMode: plain,
  crossSymbol: plain,
  ...collateralFields,
  available: plain,
  frozen: plain,
  equity: plain,
});
export type CollateralRow = Static<typeof CollateralRow>;

export const PositionRow = shape({ ...of, ...positionFields });
export type PositionRow = Static<typeof PositionRow>;

export const FillRow = shape({ ...of, ...fillFields });
export type FillRow = Static<typeof FillRow>;

export const OrderRow = shape({ ...of, ...orderFields });
export type OrderRow = Static<typeof OrderRow>;

const frame = <E extends string, T extends TSchema>(channel: E, element: T) =>
  shape({
    e: Type.Literal(channel),
    E: timeNumber("Market time, Unix ms"),
    v: Type.Integer({ description: "Version of the account; never decreases" }),
    msgEvent: text("What happened: OrderUpdate, DepositUpdate, PositionFundingSettle…"),
    d: Type.Array(element, { minItems: 1 }),
  });

/** The private channels and what each sends. */
export const privateChannels = {
  account: frame("account", CollateralRow),
  positions: frame("positions", PositionRow),
  fill: frame("fill", FillRow),
  orders: frame("orders", OrderRow),
} as const;

/** The same of the holder's paper account: ours, the interface has none. */
export const paperChannels = {
  "sim.account": frame("sim.account", CollateralRow),
  "sim.positions": frame("sim.positions", PositionRow),
  "sim.fill": frame("sim.fill", FillRow),
  "sim.orders": frame("sim.orders", OrderRow),
} as const;
