import type { Static, TSchema } from "typebox";
import { Type } from "typebox";

/**
 * What the private channels push. Ids and times inside `data` are texts, booleans are booleans, `coinId` is the coin's
 * name and `contractId` the symbol.
 */

const text = Type.String();
const flag = Type.Boolean();

/** `msgEvent` of a push: what happened. */
export const msgEvents = [
  "OrderUpdate",
  "AccountUpdate",
  "DepositUpdate",
  "WithdrawUpdate",
  "TransferInUpdate",
  "TransferOutUpdate",
  "PositionFundingSettle",
  "StartLiquidate",
  "FinishLiquidate",
] as const;
export type MsgEvent = (typeof msgEvents)[number];

/** One element of a push on `account`: a collateral entry. */
export const CollateralPush = Type.Object({
  coinId: text,
  marginMode: text,
  /** "0": no entry is tied to one symbol. */
  crossContractId: text,
  /** "0" of the shared entry. */
  isolatedPositionId: text,
  amount: text,
  pendingDepositAmount: text,
  pendingWithdrawAmount: text,
  pendingTransferInAmount: text,
  pendingTransferOutAmount: text,
  liquidating: flag,
  legacyAmount: text,
  cumDepositAmount: text,
  cumWithdrawAmount: text,
  cumTransferInAmount: text,
  cumTransferOutAmount: text,
  cumMarginMoveInAmount: text,
  cumMarginMoveOutAmount: text,
  cumPositionOpenLongAmount: text,
  cumPositionOpenShortAmount: text,
  cumPositionCloseLongAmount: text,
  cumPositionCloseShortAmount: text,
  cumPositionFillFeeAmount: text,
  cumPositionLiquidateFeeAmount: text,
  cumPositionFundingAmount: text,
  cumOrderFillFeeIncomeAmount: text,
  cumOrderLiquidateFeeIncomeAmount: text,
  createdTime: text,
  updatedTime: text,
});
export type CollateralPush = Static<typeof CollateralPush>;

/** One element of a push on `positions`; size "0": the position has ended, and its isolated collateral with it. */
export const PositionPush = Type.Object({
  id: text,
  coinId: text,
  contractId: text,
  side: text,
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  leverage: text,
  size: text,
  openValue: text,
  openFee: text,
  fundingFee: text,
  isolatedMargin: text,
  autoAppendIsolatedMargin: flag,
  cumOpenSize: text,
  cumOpenValue: text,
  cumOpenFee: text,
  cumCloseSize: text,
  cumCloseValue: text,
  cumCloseFee: text,
  cumFundingFee: text,
  cumLiquidateFee: text,
  createdMatchSequenceId: text,
  updatedMatchSequenceId: text,
  createdTime: text,
  updatedTime: text,
});
export type PositionPush = Static<typeof PositionPush>;

/** One element of a push on `fill`. */
export const FillPush = Type.Object({
  id: text,
  coinId: text,
  contractId: text,
  orderId: text,
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  positionSide: text,
  orderSide: text,
  fillSize: text,
  fillValue: text,
  /** Positive = paid. */
  fillFee: text,
  liquidateFee: text,
  /** "0" when opening. */
  realizePnl: text,
  /** MAKER or TAKER. */
  direction: text,
  createdTime: text,
  updatedTime: text,
});
export type FillPush = Static<typeof FillPush>;

/** The take-profit or stop-loss that an opening order carries. */
export const PresetPush = Type.Object({ triggerPrice: text, triggerPriceType: text, type: text });
export type PresetPush = Static<typeof PresetPush>;

/** One element of a push on `orders`. */
export const OrderPush = Type.Object({
  id: text,
  coinId: text,
  contractId: text,
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  positionSide: text,
  orderSide: text,
  /** "0.0" of a market order. */
  price: text,
  size: text,
  clientOrderId: text,
  type: text,
  timeInForce: text,
  reduceOnly: flag,
  /** "0": none. */
  triggerPrice: text,
  triggerPriceType: text,
  orderSource: text,
  /** "0": none. */
  openTpslParentOrderId: text,
  positionTpsl: flag,
  setOpenTp: flag,
  setOpenSl: flag,
  leverage: text,
  takerFeeRate: text,
  makerFeeRate: text,
  /** "1": the rates above are what is charged. */
  feeDiscount: text,
  liquidateFeeRate: text,
  status: text,
  /** "0" until it is triggered. */
  triggerTime: text,
  triggerPriceTime: text,
  triggerPriceValue: text,
  cancelReason: text,
  /** "0" without fills. */
  latestFillPrice: text,
  maxFillPrice: text,
  minFillPrice: text,
  cumFillSize: text,
  cumFillValue: text,
  cumFillFee: text,
  cumLiquidateFee: text,
  cumRealizePnl: text,
  createdTime: text,
  updatedTime: text,
  openTpParam: Type.Optional(PresetPush),
  openSlParam: Type.Optional(PresetPush),
});
export type OrderPush = Static<typeof OrderPush>;

function pushOf<K extends string, T extends TSchema>(key: K, element: T) {
  return Type.Object({
    type: Type.Literal("trade-event"),
    /** As it was subscribed to. */
    channel: text,
    event: Type.Literal("payload"),
    msg: Type.Object({
      msgEvent: Type.Union(msgEvents.map((each) => Type.Literal(each))),
      /** Of the account list after this; pushes of one engine event carry the same, and it never decreases. */
      version: Type.Integer(),
      data: Type.Object({ [key]: Type.Array(element) } as Record<K, ReturnType<typeof Type.Array<T>>>),
      /** Milliseconds of market time. */
      time: Type.Integer(),
    }),
  });
}

/** The private channels: what each pushes, and under which key of `data`. */
export const privateChannels = {
  account: { key: "collateral", push: pushOf("collateral", CollateralPush) },
  positions: { key: "position", push: pushOf("position", PositionPush) },
  fill: { key: "orderFillTransaction", push: pushOf("orderFillTransaction", FillPush) },
  orders: { key: "order", push: pushOf("order", OrderPush) },
} as const;
