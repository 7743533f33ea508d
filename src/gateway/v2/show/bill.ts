import type { BillRow } from "../../../readmodel/index.ts";
import type { WireProfile } from "../../../wire/index.ts";
import { billWords, moneyText, v2 } from "../../../wire/index.ts";
import { profiled } from "./account.ts";

const { words } = v2;

/** Amounts are positive where the entry gained. @param symbol "" where no contract is concerned */
export function showBill(row: BillRow, symbol: string, profile: WireProfile): v2.Bill {
  const time = profiled(row.time, profile);
  return {
    billId: profiled(row.bill, profile),
    coin: words.coins[row.coin]!,
    symbol,
    amount: moneyText(row.amount),
    businessType: billWords.types[row.type]!,
    balance: moneyText(row.balance),
    fillFee: moneyText(row.fee),
    transferReason: billWords.transferReason(row.reason, profile.token),
    ctime: time,
    cTime: time,
  };
}
