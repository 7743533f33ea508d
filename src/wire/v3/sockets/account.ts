import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { shape, text, timeNumber } from "../../fields.ts";

/** What the private channels of V3 send. Every scalar of a row is text, times included, except the booleans. */

const row = <const T extends readonly string[], const F extends readonly string[]>(texts: T, flags: F) =>
  shape({
    ...(Object.fromEntries(texts.map((name) => [name, Type.String()])) as Record<
      T[number],
      ReturnType<typeof Type.String>
    >),
    ...(Object.fromEntries(flags.map((name) => [name, Type.Boolean()])) as Record<
      F[number],
      ReturnType<typeof Type.Boolean>
    >),
  });

export const CollateralRow = row(
  [
    "coin",
    "marginMode",
    "crossSymbol",
    "isolatedPositionId",
    "amount",
    "pendingDepositAmount",
    "pendingWithdrawAmount",
    "pendingTransferInAmount",
    "pendingTransferOutAmount",
    "legacyAmount",
    "cumDepositAmount",
    "cumWithdrawAmount",
    "cumTransferInAmount",
    "cumTransferOutAmount",
    "cumMarginMoveInAmount",
    "cumMarginMoveOutAmount",
    "cumPositionOpenLongAmount",
    "cumPositionOpenShortAmount",
    "cumPositionCloseLongAmount",
    "cumPositionCloseShortAmount",
    "cumPositionFillFeeAmount",
    "cumPositionLiquidateFeeAmount",
    "cumPositionFundingAmount",
    "cumOrderFillFeeIncomeAmount",
    "cumOrderLiquidateFeeIncomeAmount",
    "createdTime",
    "updatedTime",
    "available",
    "frozen",
    "equity",
  ],
  ["liquidating"],
);
export type CollateralRow = Static<typeof CollateralRow>;

export const PositionRow = row(
  [
    "id",
    "coin",
    "symbol",
    "side",
    "marginMode",
    "separatedMode",
    "separatedOpenOrderId",
    "leverage",
    "size",
    "openValue",
    "openFee",
    "fundingFee",
    "isolatedMargin",
    "cumOpenSize",
    "cumOpenValue",
    "cumOpenFee",
    "cumCloseSize",
    "cumCloseValue",
    "cumCloseFee",
    "cumFundingFee",
    "cumLiquidateFee",
    "createdMatchSequenceId",
    "updatedMatchSequenceId",
    "createdTime",
    "updatedTime",
  ],
  ["autoAppendIsolatedMargin"],
);
export type PositionRow = Static<typeof PositionRow>;

export const FillRow = row(
  [
    "id",
    "coin",
    "symbol",
    "orderId",
    "marginMode",
    "separatedMode",
    "separatedOpenOrderId",
    "positionSide",
    "orderSide",
    "fillSize",
    "fillValue",
    "fillFee",
    "liquidateFee",
    "realizePnl",
    "direction",
    "createdTime",
    "updatedTime",
  ],
  [],
);
export type FillRow = Static<typeof FillRow>;

export const OrderRow = row(
  [
    "id",
    "coin",
    "symbol",
    "marginMode",
    "separatedMode",
    "separatedOpenOrderId",
    "positionSide",
    "orderSide",
    "price",
    "size",
    "clientOrderId",
    "type",
    "timeInForce",
    "triggerPrice",
    "triggerPriceType",
    "orderSource",
    "openTpslParentOrderId",
    "leverage",
    "takerFeeRate",
    "makerFeeRate",
    "feeDiscount",
    "liquidateFeeRate",
    "status",
    "triggerTime",
    "triggerPriceTime",
    "triggerPriceValue",
    "cancelReason",
    "latestFillPrice",
    "maxFillPrice",
    "minFillPrice",
    "cumFillSize",
    "cumFillValue",
    "cumFillFee",
    "cumLiquidateFee",
    "cumRealizePnl",
    "createdTime",
    "updatedTime",
  ],
  ["reduceOnly", "positionTpsl", "setOpenTp", "setOpenSl"],
);
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
