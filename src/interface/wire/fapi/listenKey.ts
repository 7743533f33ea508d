import type { Static } from "typebox";
import { shape, text } from "../fields.ts";

/** POST and PUT listenKey. */
export const ListenKey = shape({
  listenKey: text("Name of the account's user data stream, good for an hour"),
});
export type ListenKey = Static<typeof ListenKey>;

/** DELETE listenKey. */
export const Nothing = shape({});
export type Nothing = Static<typeof Nothing>;
