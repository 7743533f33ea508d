import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { collateralFields, fillFields, orderFields, positionFields } from "../../accountRows.ts";

/**
 * What the private channels push. Ids and times inside `data` are texts, booleans are booleans, `coinId` is the coin's
 * name and `contractId` the symbol.
 */

const text = Type.String();

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
  "MessageUpdate",
] as const;
export type MsgEvent = (typeof msgEvents)[number];

/** One element of a push on `account`: a collateral entry. */
export const CollateralPush = Type.Object({
  coinId: text,
  marginMode: text,
  /** "0": no entry is tied to one symbol. */
  crossContractId: text,
  ...collateralFields,
});
export type CollateralPush = Static<typeof CollateralPush>;

/** One element of a push on `positions`; size "0": the position has ended, and its isolated collateral with it. */
export const PositionPush = Type.Object({
  id: text,
  coinId: text,
  contractId: text,
  ...positionFields,
});
export type PositionPush = Static<typeof PositionPush>;

/** One element of a push on `fill`. */
export const FillPush = Type.Object({
  id: text,
  coinId: text,
  contractId: text,
  ...fillFields,
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
  ...orderFields,
  openTpParam: Type.Optional(PresetPush),
  openSlParam: Type.Optional(PresetPush),
});
export type OrderPush = Static<typeof OrderPush>;

/** One element of a push on `messages`, which is ours. */
export const MessagePush = Type.Object({ id: text, text, createdTime: text });
export type MessagePush = Static<typeof MessagePush>;

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
  messages: { key: "message", push: pushOf("message", MessagePush) },
} as const;
