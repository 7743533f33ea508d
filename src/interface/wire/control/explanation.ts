import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text } from "../fields.ts";
import { account, count, hostTime, leg, marketTime, order, seq, symbol } from "./fields.ts";

/**
 * Control's explanations: how an account's numbers are computed, what a liquidation did, why a request was
 * refused.
 */

export const ExplainedNumber = shape({
  name: text("Of the number"),
  value: text("A decimal, or a word where there is none"),
  formula: text("What it comes of"),
  terms: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: "The numbers that go into it, by name",
  }),
});
export type ExplainedNumber = Static<typeof ExplainedNumber>;
const numbers = (description: string) => Type.Array(ExplainedNumber, { description });
const entry = Type.Integer({ description: "0: the shared entry; else the isolated position's" });

export const ExplainedAccount = shape({
  account,
  seq,
  time: marketTime("Of the numbers"),
  numbers: numbers("Equity, wallet and unrealized profit of the account: the sums over its entries"),
  entries: Type.Array(
    shape({
      position: entry,
      marginMode: Type.Enum(["shared", "isolated"], { description: "Whether it is the shared entry" }),
      numbers: numbers("Of the entry"),
      positions: Type.Array(
        shape({
          position: Type.Integer({ description: "Id of the position" }),
          symbol,
          leg,
          size: decimal("In the base coin"),
          mark: decimal("Mark price"),
          entryValue: decimal("Size times entry price, USDT"),
          markValue: decimal("Size times mark, USDT"),
          unrealized: decimal("Profit at mark, USDT"),
          leverage: decimal("A factor"),
          margin: decimal("What it binds, USDT"),
        }),
        { description: "Its positions" },
      ),
      symbols: Type.Array(shape({ symbol, numbers: numbers("What the symbol requires") }), {
        description: "What its symbols require",
      }),
    }),
    { description: "The shared entry first, then those of isolated positions" },
  ),
});
export type ExplainedAccount = Static<typeof ExplainedAccount>;

const orNull = (description: string) => Type.Union([decimal(description), Type.Null()]);

export const ExplainedLiquidation = shape({
  account,
  position: entry,
  seq,
  time: marketTime("When it was"),
  forced: Type.Union([Type.Boolean(), Type.Null()], {
    description: "Whether an operator forced it; null: not known any more",
  }),
  equity: orNull("At mark when it began, USDT"),
  requirement: orNull("What it should have kept, USDT"),
  amountBefore: decimal("Of the entry, USDT"),
  amountAfter: decimal("Of the entry, USDT"),
  returned: decimal("Of it, what went back to the shared margin when an isolated position was over, USDT"),
  fills: Type.Array(
    shape({
      order,
      type: text("Of the order"),
      symbol,
      leg,
      position: Type.Integer({ description: "Id of the position" }),
      size: decimal("In the base coin"),
      price: decimal("Of the fill"),
      value: decimal("Size times price, USDT"),
      fee: decimal("USDT"),
      liquidationFee: decimal("USDT"),
      realized: decimal("Profit, USDT"),
    }),
    { description: "Oldest first" },
  ),
  bills: Type.Array(
    shape({
      bill: Type.Integer({ description: "Id of the bill" }),
      type: text("Of the bill"),
      symbol: text("Symbol of the contract, empty for none"),
      amount: decimal("USDT"),
      fee: decimal("USDT"),
      balance: decimal("Of the entry after it, USDT"),
    }),
    { description: "Oldest first" },
  ),
});
export type ExplainedLiquidation = Static<typeof ExplainedLiquidation>;

export const ExplainedRejection = shape({
  request: count("Its id in the request log"),
  time: hostTime("When it was refused"),
  method: text("Of the request"),
  path: text("Without its query"),
  status: Type.Integer({ description: "HTTP status" }),
  code: text("The error's code"),
  reason: text("In words"),
  rule: Type.Optional(text("The rule of the market that refused it")),
  numbers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Those that decided" })),
  formulas: Type.Optional(Type.Array(text("What had to hold"), { description: "What had to hold" })),
});
export type ExplainedRejection = Static<typeof ExplainedRejection>;
