import type { Static } from "typebox";
import { Type } from "typebox";
import { typeField } from "../billWords.ts";
import { decimal, integer, oneOf, orNull, text, timeNumber } from "../fields.ts";
import * as words from "./words.ts";

const unknown = "null where the store is older than that";
const symbol = text("Symbol, such as cmt_btcusdt");

/** GET account/explainLiquidation, which is ours. */
export const LiquidationExplanation = Type.Object({
  liquidation: orNull(
    Type.Object({
      position: integer("Isolated position that was liquidated; 0: the shared ones"),
      seq: integer("Sequence number of the command in which it happened"),
      time: timeNumber("Market time, Unix ms"),
      forced: orNull(Type.Boolean(), `Whether an operator forced it; ${unknown}`),
      equity: orNull(decimal("Equity"), `What the entry was worth at the marks; ${unknown}`),
      requirement: orNull(decimal("Requirement"), `What it had to keep; ${unknown}`),
      amountBefore: decimal("What the entry held before; the bills add up from it to amountAfter"),
      amountAfter: decimal("What it held afterwards"),
      returned: decimal("Of it, what went back to the shared margin when an isolated position was over"),
      fills: Type.Array(
        Type.Object({
          order: integer("Id of the order"),
          type: oneOf(words.orderTypes, "Step of the liquidation"),
          symbol,
          leg: oneOf<string>(["long", "short"], "Direction of the position"),
          position: integer("Id of the position"),
          size: decimal("Quantity, base coin"),
          price: decimal("Price"),
          value: decimal("Value, quote coin"),
          fee: decimal("Trading fee"),
          liquidationFee: decimal("Liquidation fee"),
          realized: decimal("Profit that it realized"),
        }),
        { description: "What was closed, oldest first" },
      ),
      bills: Type.Array(
        Type.Object({
          bill: integer("Id of the bill"),
          type: typeField,
          symbol: text("Symbol; empty where no contract is concerned"),
          amount: decimal("Amount, positive where the entry gained"),
          fee: decimal("Fee in it"),
          balance: decimal("What the entry held after it"),
        }),
        { description: "What the entry was charged and given, oldest first" },
      ),
    }),
    "The last liquidation; null where there was none",
  ),
});
export type LiquidationExplanation = Static<typeof LiquidationExplanation>;
