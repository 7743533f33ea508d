import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text, timeNumber } from "../fields.ts";

/**
 * What the few operations of the spot host answer that clients call when they start: there is no spot market.
 */

/** One element of coins. */
export const Coin = shape({
  coin: text("Coin, such as USDT"),
  name: text("The same"),
  depositAllEnable: Type.Boolean({ description: "Always false: deposits are the operator's" }),
  withdrawAllEnable: Type.Boolean({ description: "Always false: withdrawals are the operator's" }),
  networkList: Type.Array(Type.Unknown(), { description: "No networks: always empty" }),
});
export type Coin = Static<typeof Coin>;

export const SpotExchangeInformation = shape({
  symbols: Type.Array(Type.Unknown(), { description: "No symbols: always empty" }),
});
export type SpotExchangeInformation = Static<typeof SpotExchangeInformation>;

export const Pong = shape({});
export type Pong = Static<typeof Pong>;

export const SpotTime = shape({ serverTime: timeNumber("The venue's clock, Unix ms") });
export type SpotTime = Static<typeof SpotTime>;
