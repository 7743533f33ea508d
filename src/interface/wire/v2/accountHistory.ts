import type { Static } from "typebox";
import { Type } from "typebox";
import { transferReasonField, typeField } from "../billWords.ts";
import { decimal, flag, integer, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

/** What an account reads of its own past. */

/** A string, or a number where the profile says so. */
const textOrNumber = (description: string) => Type.Union([Type.String(), Type.Integer()], { description });
const billTime = textOrNumber("When it was booked, Unix ms; two spellings of one field");

export const Bill = Type.Object({
  billId: textOrNumber("Id of the bill"),
  coin: word(words.coins, "Coin"),
  symbol: text("Symbol; empty where no contract is concerned"),
  amount: decimal("Amount, positive where the account gained"),
  businessType: typeField,
  balance: decimal("What the collateral entry held afterwards"),
  fillFee: decimal("Fee in it"),
  transferReason: transferReasonField,
  ctime: billTime,
  cTime: billTime,
});
export type Bill = Static<typeof Bill>;

/** POST account/bills. */
export const Bills = Type.Object({
  hasNextPage: flag("Whether there are older ones"),
  items: Type.Array(Bill, { description: "Newest first" }),
});
export type Bills = Static<typeof Bills>;

/** GET account/equitySeries, which is ours. */
export const EquitySeries = Type.Object({
  coin: word(words.coins, "Coin"),
  points: Type.Array(
    Type.Object({
      time: timeNumber("Market time, Unix ms"),
      equity: decimal("What the account was worth then: its money, and its positions at the mark"),
      deposited: decimal("What came in from outside since the point before, less what went out"),
    }),
    { description: "Ascending by time; the last one is now" },
  ),
  complete: flag("Whether it reaches as far back as was asked, or to the account's first movement"),
});
export type EquitySeries = Static<typeof EquitySeries>;

/** GET account/messages, which is ours. */
export const Messages = Type.Array(
  Type.Object({
    id: integer("Id of the message"),
    time: timeNumber("When it was sent, Unix ms"),
    text: text("What the operator told the account's owner"),
  }),
  { description: "Ascending by time" },
);
export type Messages = Static<typeof Messages>;

/** GET account/requestLog, which is ours. */
export const Requests = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: integer("Id of the entry"),
      time: timeNumber("When it came, Unix ms of the host's clock"),
      marketTime: timeNumber("The same by the venue's clock, Unix ms"),
      method: text("HTTP method"),
      path: text("Path, without the query"),
      key: text("API key"),
      account: integer("Id of the account"),
      address: text("Address that it came from"),
      program: text("User-Agent of the program"),
      weight: Type.Object(
        { ip: integer("Of the address"), uid: integer("Of the account") },
        { description: "What it cost" },
      ),
      status: integer("HTTP status of the answer"),
      code: text("Code of the error; empty where there was none"),
      tookMs: Type.Number({ description: "How long the answer took, ms" }),
      reason: text("Why it was refused; empty where it was not"),
    }),
    { description: "Oldest first" },
  ),
  next: integer("Give it back as `after` for what follows"),
  lost: integer("Entries after `after` that are no longer kept"),
});
export type Requests = Static<typeof Requests>;
