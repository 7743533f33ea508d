import type { Static } from "typebox";
import { Type } from "typebox";

/** POST account/socketTicket, which is ours. */
export const SocketTicket = Type.Object({
  /** The second subprotocol of the handshake. */
  ticket: Type.String(),
  /** Milliseconds for which it is good. */
  expiresIn: Type.Integer(),
});
export type SocketTicket = Static<typeof SocketTicket>;
