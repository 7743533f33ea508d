import type { Static } from "typebox";
import { flag, orNull, shape, text, timeNumber } from "../fields.ts";

/** session.logon, session.status and session.logout. */
export const SessionState = shape({
  apiKey: orNull(text("Key"), "Key that logged on; null: none has"),
  authorizedSince: orNull(timeNumber("Unix ms"), "Market time when it did, Unix ms; null: none has"),
  connectedSince: timeNumber("Market time when the connection was made, Unix ms"),
  returnRateLimits: flag("Whether answers have `rateLimits` unless a request says otherwise"),
  serverTime: timeNumber("Market time, Unix ms"),
});
export type SessionState = Static<typeof SessionState>;

/** POST and PUT listenKey. */
export const ListenKey = shape({
  listenKey: text("Name of the account's user data stream, good for an hour"),
});
export type ListenKey = Static<typeof ListenKey>;

/** DELETE listenKey. */
export const Nothing = shape({});
export type Nothing = Static<typeof Nothing>;
