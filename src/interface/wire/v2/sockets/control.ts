import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text, timeText } from "../../fields.ts";

/**
 * Messages that keep a session of the V2 sockets: asked, acknowledged, refused, and whether anybody is still
 * there.
 */

const channel = text("Name of the channel, as the client asked for it");
const moment = timeText("Unix ms");

export const Subscribe = shape({ event: Type.Literal("subscribe"), channel });
export type Subscribe = Static<typeof Subscribe>;

export const Unsubscribe = shape({ event: Type.Literal("unsubscribe"), channel });
export type Unsubscribe = Static<typeof Unsubscribe>;

export const Subscribed = shape({ event: Type.Literal("subscribed"), channel });
export type Subscribed = Static<typeof Subscribed>;

export const Unsubscribed = shape({ event: Type.Literal("unsubscribed"), channel });
export type Unsubscribed = Static<typeof Unsubscribed>;

export const Refused = shape({
  event: Type.Literal("error"),
  channel: Type.Optional(text("The channel that was asked for, if one was")),
  code: text("Code of the interface's error table"),
  msg: text("What is wrong, and what would be right"),
});
export type Refused = Static<typeof Refused>;

/** Both keys, since clients look for either. */
export const Ping = shape({ event: Type.Literal("ping"), type: Type.Literal("ping"), time: moment });
export type Ping = Static<typeof Ping>;

export const Pong = shape({
  event: Type.Literal("pong"),
  type: Type.Literal("pong"),
  time: text("The `time` of the ping; the host's time where it had none"),
});
export type Pong = Static<typeof Pong>;

/** What a client may send to tell that it is there: either key; `time` is that of the ping. */
export const ClientPong = Type.Union([
  Type.Object({ event: Type.Literal("pong"), time: Type.Optional(moment) }),
  Type.Object({ type: Type.Literal("pong"), time: Type.Optional(moment) }),
]);
export type ClientPong = Static<typeof ClientPong>;

/** A client has dealt with everything it was sent; where market time runs as fast as it can. */
export const Ready = shape({
  event: Type.Literal("ready"),
  until: Type.Optional(
    timeText(
      "Market time, Unix ms, up to which the venue need not wait for the client unless it pushes something to it",
    ),
  ),
});
export type Ready = Static<typeof Ready>;

/** Market time stands until the client is ready. */
export const Stands = shape({ event: Type.Literal("ready"), time: timeText("Market time, Unix ms") });
export type Stands = Static<typeof Stands>;

export const ClientPing = Type.Union([
  Type.Object({ event: Type.Literal("ping"), time: Type.Optional(moment) }),
  Type.Object({ type: Type.Literal("ping"), time: Type.Optional(moment) }),
]);
export type ClientPing = Static<typeof ClientPing>;
