import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, timeNumber } from "../fields.ts";

/** What the few operations of the spot host answer that clients call when they start: there is no spot market. */

export const Coins = Type.Array(Type.Unknown(), { description: "No coins: always empty" });

export const SpotExchangeInformation = shape({
  symbols: Type.Array(Type.Unknown(), { description: "No symbols: always empty" }),
});
export type SpotExchangeInformation = Static<typeof SpotExchangeInformation>;

export const Pong = shape({});

export const SpotTime = shape({ serverTime: timeNumber("The venue's clock, Unix ms") });
export type SpotTime = Static<typeof SpotTime>;
