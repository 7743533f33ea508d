import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { collateralFields, fillFields, msgEvents, orderFields, positionFields } from "../../accountRows.ts";
import { decimal, integer, oneOf, text, timeNumber, timeText, word } from "../../fields.ts";
import * as words from "../words.ts";

/**
 * What the private channels push. Ids and times inside `data` are texts, booleans are booleans, `coinId` is
 * the coin's name and `contractId` the symbol.
 */

/** The words that pushes of V2 have of their own. */
export const pushWords = {
  marginModes: words.marginModes,
  timesInForce: words.pushedTimesInForce,
  triggerPriceTypes: words.pushedTriggerPriceTypes,
  statuses: words.pushedStatuses,
  orderTypes: words.pushedOrderTypes,
};
const idOf = (what: string) => ({
  id: text(`Id of the ${what}`),
  coinId: text("Name of the margin coin"),
  contractId: text("Symbol, such as cmt_btcusdt"),
});

/** One element of a push on `account`: a collateral entry. */
export const CollateralPush = Type.Object({
  coinId: word(words.coins, "Name of the coin"),
  marginMode: word(words.marginModes, "SHARED; ISOLATED: the margin of one position"),
  crossContractId: text("Always 0: no entry is tied to one symbol"),
  ...collateralFields,
});
export type CollateralPush = Static<typeof CollateralPush>;

/**
 * One element of a push on `positions`; size "0": the position has ended, and its isolated collateral with
 * it.
 */
export const PositionPush = Type.Object({ ...idOf("position"), ...positionFields(pushWords) });
export type PositionPush = Static<typeof PositionPush>;

/** One element of a push on `fill`. */
export const FillPush = Type.Object({ ...idOf("fill"), ...fillFields(pushWords) });
export type FillPush = Static<typeof FillPush>;

/** The take-profit or stop-loss that an opening order carries. */
const presetFields = {
  triggerPrice: decimal("Price that triggers it"),
  triggerPriceType: word(words.pushedTriggerPriceTypes, "Price that it watches"),
  type: oneOf(["TAKE_PROFIT_MARKET", "STOP_MARKET"], "How it executes"),
};
export const PresetPush = Type.Object(presetFields);
export type PresetPush = Static<typeof PresetPush>;
const preset = (what: string) =>
  Type.Optional(Type.Object(presetFields, { description: `The ${what} that it carries; left out without` }));

/** One element of a push on `orders`. */
export const OrderPush = Type.Object({
  ...idOf("order"),
  ...orderFields(pushWords),
  openTpParam: preset("take-profit"),
  openSlParam: preset("stop-loss"),
});
export type OrderPush = Static<typeof OrderPush>;

/** One element of a push on `messages`, which is ours. */
export const MessagePush = Type.Object({
  id: text("Id of the message"),
  text: text("What the operator told the account's owner"),
  createdTime: timeText("When it was sent, Unix ms"),
});
export type MessagePush = Static<typeof MessagePush>;

function pushOf<K extends string, T extends TSchema>(key: K, element: T) {
  const rows = Type.Array(element, { description: "Each as it stood right after the change" });
  return Type.Object({
    type: Type.Literal("trade-event"),
    channel: text("Name of the channel, as the client asked for it"),
    event: Type.Literal("payload"),
    msg: Type.Object(
      {
        msgEvent: oneOf(msgEvents, "What happened"),
        version: integer(
          "Version of the account list after this: the same in all pushes of one command, never lower than before",
        ),
        data: Type.Object({ [key]: rows } as Record<K, typeof rows>, { description: "What changed" }),
        time: timeNumber("Market time, Unix ms"),
      },
      { description: "What happened, and what it changed" },
    ),
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
