import { text, word, words } from "./fields.ts";

/*
 * This file: the words of bills, which V2 and V3 share. Keys are the core's codes; spellings are the wire's,
 * verbatim.
 */

/** What a bill is about. V2 calls it `businessType`, V3 `incomeType`. */
export const types = words({
  1: "deposit",
  2: "withdraw",
  3: "transfer_in",
  4: "transfer_out",
  5: "margin_move_in",
  6: "margin_move_out",
  7: "position_open_long",
  8: "position_open_short",
  9: "position_close_long",
  10: "position_close_short",
  11: "position_funding",
  12: "order_fill_fee_income",
  13: "order_liquidate_fee_income",
  14: "start_liquidate",
  15: "finish_liquidate",
  16: "order_fix_margin_amount",
  17: "tracking_follow_pay",
  18: "tracking_system_pre_receive",
  19: "tracking_follow_back",
  20: "tracking_trader_income",
  21: "tracking_third_party_share",
});

/** The code of each word of {@link types}: a request filters bills by the word. */
export const typeCodes: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(types).map(([code, word]) => [word, Number(code)]),
);

const FEE_REFUND = 4;
const transferReasons = words({
  0: "UNKNOWN_TRANSFER_REASON",
  1: "USER_TRANSFER",
  2: "INCREASE_CONTRACT_CASH_GIFT",
  3: "REDUCE_CONTRACT_CASH_GIFT",
});

/**
 * `transferReason` of a bill. @param token short name of the venue's token, part of the refund's identifier
 */
export function transferReason(reason: number, token: string): string {
  return reason === FEE_REFUND ? `REFUND_${token}_DISCOUNT_FEE` : transferReasons[reason]!;
}

/** Fields of a bill in V2 and in V3, which may call the same field differently. */
export const typeField = word(types, "What it is about");
export const transferReasonField = text(
  `Why money was transferred: ${Object.values(transferReasons).join(", ")}, or REFUND_…_DISCOUNT_FEE with the short name of the venue's token`,
);
