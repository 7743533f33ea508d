import type { Static } from "typebox";
import { Type } from "typebox";
import { integer, shape, text, timeNumber } from "../../fields.ts";

/** Messages that keep a session of the dialect's sockets. */

export const id = Type.Union([Type.Number(), Type.String(), Type.Null()], {
  description: "The client's own; it is echoed as it was sent, null where there was none",
});

export const methods = [
  "SUBSCRIBE",
  "UNSUBSCRIBE",
  "LIST_SUBSCRIPTIONS",
  "SET_PROPERTY",
  "GET_PROPERTY",
  "READY",
] as const;

export const Request = shape({
  method: Type.Enum(methods, { description: "What is asked" }),
  params: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Boolean()]), {
      description: "Streams; of properties the name `combined`, and the value that it is to have",
    }),
  ),
  id: Type.Optional(id),
});
export type Request = Static<typeof Request>;

export const Result = shape({
  result: Type.Union([Type.Null(), Type.Boolean(), Type.Array(Type.String())], {
    description: "Null: it was done; of a property its value, of LIST_SUBSCRIPTIONS the streams",
  }),
  id,
});
export type Result = Static<typeof Result>;

export const Refused = shape({
  error: shape(
    { code: integer("2: what was asked is wrong; 3: it is no JSON; 429: too much of it"), msg: text("Why") },
    "What was refused",
  ),
  id,
});
export type Refused = Static<typeof Refused>;

/** Market time stands until the client is ready. */
export const Stands = shape({ e: Type.Literal("ready"), E: timeNumber("Market time, Unix ms") });
export type Stands = Static<typeof Stands>;
