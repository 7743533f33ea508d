import type { Static } from "typebox";
import { Type } from "typebox";

/** What an account reads of its own past. */

const text = Type.String();
/** A string, or a number where the profile says so. */
const textOrNumber = Type.Union([Type.String(), Type.Integer()]);

export const Bill = Type.Object({
  billId: textOrNumber,
  coin: text,
  symbol: text,
  amount: text,
  businessType: text,
  balance: text,
  fillFee: text,
  transferReason: text,
  /** Both spellings of one field. */
  ctime: textOrNumber,
  cTime: textOrNumber,
});
export type Bill = Static<typeof Bill>;

/** POST account/bills. */
export const Bills = Type.Object({ hasNextPage: Type.Boolean(), items: Type.Array(Bill) });
export type Bills = Static<typeof Bills>;

/** GET account/equitySeries, which is ours. */
export const EquitySeries = Type.Object({
  coin: text,
  /** Ascending by time; the last one is now. */
  points: Type.Array(
    Type.Object({
      time: Type.Integer(),
      /** What the account was worth then: its money, and its positions at the mark. */
      equity: text,
      /** What came in from outside since the point before, less what went out. */
      deposited: text,
    }),
  ),
  /** Nothing is missing at its beginning: it reaches as far back as was asked, or to the account's first movement. */
  complete: Type.Boolean(),
});
export type EquitySeries = Static<typeof EquitySeries>;

/** GET account/messages, which is ours: what the operator told the account's owner, ascending by time. */
export const Messages = Type.Array(Type.Object({ id: Type.Integer(), time: Type.Integer(), text }));
export type Messages = Static<typeof Messages>;

/** GET account/requestLog, which is ours. */
export const Requests = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      time: Type.Integer(),
      marketTime: Type.Integer(),
      method: text,
      path: text,
      key: text,
      account: Type.Integer(),
      address: text,
      program: text,
      weight: Type.Object({ ip: Type.Integer(), uid: Type.Integer() }),
      status: Type.Integer(),
      code: text,
      tookMs: Type.Number(),
      reason: text,
    }),
  ),
  next: Type.Integer(),
  lost: Type.Integer(),
});
export type Requests = Static<typeof Requests>;
