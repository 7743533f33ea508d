import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, oneOf, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

export const Fill = Type.Object({
  tradeId: integer("Id of the fill: its trade's, unless turnedTradeId says the trade"),
  turnedTradeId: Type.Optional(
    integer("Id of the trade, of which the fill before this closed a part; left out of every other fill"),
  ),
  orderId: integer("Id of the order that was filled"),
  symbol: text("Symbol, such as cmt_btcusdt"),
  marginMode: word(words.marginModes, "Margin mode of the order"),
  separatedMode: word(words.separatedModes, "Whether openings of a side make one position, or one each"),
  positionSide: word(words.positionSides, "Direction of the position"),
  orderSide: word(words.orderSides, "Whether it bought or sold"),
  fillSize: decimal("Quantity filled, base coin"),
  fillValue: decimal("Its value, quote coin; divided by fillSize: the price"),
  fillFee: decimal("Fee, positive where it was paid"),
  liquidateFee: decimal("Liquidation fee; 0 unless the venue liquidated"),
  realizePnl: decimal("Profit that it realized, after its fees; 0 where it opened"),
  direction: oneOf(
    [...Object.values(words.fillDirections), ...words.liquidities],
    "What it did to the position; where the wire profile says so, whether the order rested (MAKER) or took (TAKER)",
  ),
  liquidateType: oneOf(words.liquidateTypes, "FORCE_LIQUIDATE: the venue liquidated; else the other word"),
  /** Spelled exactly so. */
  legacyOrdeDirection: word(words.fillDirections, "What it did to the position"),
  createdTime: timeNumber("When it traded, Unix ms"),
});
export type Fill = Static<typeof Fill>;

/** GET order/fills. */
export const Fills = Type.Object({
  list: Type.Array(Fill, { description: "Newest first" }),
  nextFlag: flag("Whether there are older ones"),
  totals: integer("Number of all fills that the filter lets through"),
});
export type Fills = Static<typeof Fills>;
