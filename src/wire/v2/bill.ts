import type { Static } from "typebox";
import { Type } from "typebox";

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
