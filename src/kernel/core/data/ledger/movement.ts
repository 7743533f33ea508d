import {
  BILL_DEPOSIT,
  BILL_FIX_MARGIN,
  BILL_FOLLOW_BACK,
  BILL_FOLLOW_PAY,
  BILL_FUNDING,
  BILL_MARGIN_MOVE_IN,
  BILL_MARGIN_MOVE_OUT,
  BILL_SYSTEM_PRE_RECEIVE,
  BILL_THIRD_PARTY_SHARE,
  BILL_TRADER_INCOME,
  BILL_TRANSFER_IN,
  BILL_TRANSFER_OUT,
  BILL_WITHDRAW,
  MOVE_DEPOSIT,
  MOVE_FEE_REFUND,
  MOVE_FIX_MARGIN,
  MOVE_FOLLOW_BACK,
  MOVE_FOLLOW_PAY,
  MOVE_FUNDING,
  MOVE_GIFT,
  MOVE_GIFT_BACK,
  MOVE_MARGIN,
  MOVE_REBATE,
  MOVE_THIRD_PARTY_SHARE,
  MOVE_TRADER_INCOME,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
  REASON_FEE_REFUND,
  REASON_GIFT,
  REASON_GIFT_BACK,
  REASON_UNKNOWN,
  REASON_USER_TRANSFER,
} from "../codes.ts";
import type { CounterName } from "../messages/query.ts";

/**
 * How a movement is booked on its two sides: the type and reason of each bill, and the counter that grows on
 * each.
 */
export interface Booking {
  readonly fromBill: number;
  readonly toBill: number;
  readonly fromCounter: CounterName;
  readonly toCounter: CounterName;
  readonly reason: number;
}

type BookedSide = readonly [bill: number, counter: CounterName];

const booking = (
  [fromBill, fromCounter]: BookedSide,
  [toBill, toCounter]: BookedSide,
  reason = REASON_UNKNOWN,
): Booking => ({ fromBill, toBill, fromCounter, toCounter, reason });

const transfer = (fromBill: number, toBill: number, reason?: number): Booking =>
  booking([fromBill, "transferOut"], [toBill, "transferIn"], reason);

/** Between an account and the world outside, either way. */
const acrossTheEdge = booking([BILL_WITHDRAW, "withdraw"], [BILL_DEPOSIT, "deposit"]);

/**
 * The booking of every movement that is not a fill. Copy-trading settlements, gifts, refunds, rebates and the
 * cover of a shortfall count as transfers, so that the counter identity of docs/reference/ledger.md stays
 * closed. Funding counts on the funding counter, received positive.
 */
export const bookings: Readonly<Record<number, Booking>> = {
  [MOVE_DEPOSIT]: acrossTheEdge,
  [MOVE_WITHDRAW]: acrossTheEdge,
  [MOVE_TRANSFER]: transfer(BILL_TRANSFER_OUT, BILL_TRANSFER_IN, REASON_USER_TRANSFER),
  [MOVE_GIFT]: transfer(BILL_TRANSFER_OUT, BILL_TRANSFER_IN, REASON_GIFT),
  [MOVE_GIFT_BACK]: transfer(BILL_TRANSFER_OUT, BILL_TRANSFER_IN, REASON_GIFT_BACK),
  [MOVE_FEE_REFUND]: transfer(BILL_TRANSFER_OUT, BILL_TRANSFER_IN, REASON_FEE_REFUND),
  [MOVE_FOLLOW_PAY]: transfer(BILL_FOLLOW_PAY, BILL_SYSTEM_PRE_RECEIVE),
  [MOVE_FOLLOW_BACK]: transfer(BILL_FOLLOW_BACK, BILL_FOLLOW_BACK),
  [MOVE_TRADER_INCOME]: transfer(BILL_TRADER_INCOME, BILL_TRADER_INCOME),
  [MOVE_THIRD_PARTY_SHARE]: transfer(BILL_THIRD_PARTY_SHARE, BILL_THIRD_PARTY_SHARE),
  [MOVE_MARGIN]: booking([BILL_MARGIN_MOVE_OUT, "marginMoveOut"], [BILL_MARGIN_MOVE_IN, "marginMoveIn"]),
  [MOVE_REBATE]: transfer(BILL_TRANSFER_OUT, BILL_TRANSFER_IN),
  [MOVE_FIX_MARGIN]: transfer(BILL_FIX_MARGIN, BILL_FIX_MARGIN),
  [MOVE_FUNDING]: booking([BILL_FUNDING, "funding"], [BILL_FUNDING, "funding"]),
};
