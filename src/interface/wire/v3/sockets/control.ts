import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../../fields.ts";

/** Messages that keep a session of the V3 sockets. */

const id = Type.Union([Type.Number(), Type.String({ maxLength: 64 })], {
  description: "The client's own; it is echoed as it was sent",
});
const moment = Type.String({ description: "Unix ms", pattern: "^\\d+$" });

/**
 * What a client asks: streams for SUBSCRIBE and UNSUBSCRIBE, nothing for PING and PONG; READY where time runs
 * as fast as it can.
 */
export const Request = shape({
  method: Type.Enum(["SUBSCRIBE", "UNSUBSCRIBE", "PING", "PONG", "READY"], {
    description: "What is asked",
  }),
  params: Type.Optional(
    Type.Array(text("Stream, such as BTCUSDT@depth15"), { description: "Streams to take or to give up" }),
  ),
  until: Type.Optional(
    Type.String({
      description: "Of READY: market time up to which the venue need not wait for the client, Unix ms",
      pattern: "^\\d+$",
    }),
  ),
  id: Type.Optional(id),
});
export type Request = Static<typeof Request>;

/** Market time stands until the client is ready. */
export const Stands = shape({ event: Type.Literal("ready"), time: moment });
export type Stands = Static<typeof Stands>;

export const Result = shape({
  result: Type.Boolean({ description: "Whether it was done" }),
  id: Type.Optional(id),
  msg: Type.Optional(text("What is wrong, and what would be right")),
});
export type Result = Static<typeof Result>;

/** Sent at once after opening; `event` on the public address, `type` on the private one. */
export const Greeting = Type.Union([
  shape({ cid: text("Id of the connection, a UUID"), event: Type.Literal("connected"), time: moment }),
  shape({ cid: text("Id of the connection, a UUID"), type: Type.Literal("connected"), time: moment }),
]);
export type Greeting = Static<typeof Greeting>;

/** `event` on the public address, `type` on the private one. */
export const Ping = Type.Union([
  shape({ event: Type.Literal("ping"), time: moment }),
  shape({ type: Type.Literal("ping"), time: moment }),
]);
export type Ping = Static<typeof Ping>;
