// Made of readmodel/rowFields.ts by `npm run golden`: a field is changed there.
import type { Amount, AccountId, Action, BillId, ContractIndex, Lots, OrderId, Points, PositionId, Ticks, TradeId } from "../../../kernel/core/index.ts";

/** What {@link putFillEntry} puts. */
export interface FillEntry {
  readonly fill: TradeId;
  readonly trade: TradeId;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly action: Action;
  readonly maker: boolean;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: PositionId;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Amount;
  readonly fee: Amount;
  readonly liquidationFee: Amount;
  readonly realized: Amount;
  readonly counterparty: AccountId;
  readonly indexPoints: Points;
}

/** How many words those are. */
export const fillEntryWords = 23;

/** Writes these fields of a record, the first of them at word `at`. */
export function putFillEntry(words: Float64Array, at: number, part: FillEntry): void {
  words[at] = part.fill;
  words[at + 1] = part.trade;
  words[at + 2] = part.order;
  words[at + 3] = part.account;
  words[at + 4] = part.contract;
  words[at + 5] = part.action;
  words[at + 6] = part.maker ? 1 : 0;
  words[at + 7] = part.kind;
  words[at + 8] = part.marginMode;
  words[at + 9] = part.separatedMode;
  words[at + 10] = part.position;
  words[at + 11] = part.price;
  words[at + 12] = part.size;
  words[at + 13] = part.value.hi;
  words[at + 14] = part.value.lo;
  words[at + 15] = part.fee.hi;
  words[at + 16] = part.fee.lo;
  words[at + 17] = part.liquidationFee.hi;
  words[at + 18] = part.liquidationFee.lo;
  words[at + 19] = part.realized.hi;
  words[at + 20] = part.realized.lo;
  words[at + 21] = part.counterparty;
  words[at + 22] = part.indexPoints;
}

/** What {@link putBillEntry} puts. */
export interface BillEntry {
  readonly bill: BillId;
  readonly account: AccountId;
  readonly entry: PositionId;
  readonly contract: ContractIndex;
  readonly coin: number;
  readonly type: number;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly fee: Amount;
  readonly reason: number;
}

/** How many words those are. */
export const billEntryWords = 13;

/** Writes these fields of a record, the first of them at word `at`. */
export function putBillEntry(words: Float64Array, at: number, part: BillEntry): void {
  words[at] = part.bill;
  words[at + 1] = part.account;
  words[at + 2] = part.entry;
  words[at + 3] = part.contract;
  words[at + 4] = part.coin;
  words[at + 5] = part.type;
  words[at + 6] = part.amount.hi;
  words[at + 7] = part.amount.lo;
  words[at + 8] = part.balance.hi;
  words[at + 9] = part.balance.lo;
  words[at + 10] = part.fee.hi;
  words[at + 11] = part.fee.lo;
  words[at + 12] = part.reason;
}
