/**
 * The tables of the interface document as data: every field of every answer of its ten operations with its
 * JSON type, and every value of its enumerations. Whatever is declared here must appear in an answer of the
 * running venue, with the exception of what is listed under {@link later} and {@link never}.
 */

/** `string`, `number`, `boolean`, `null`; `array`: of anything; a table's name; a table's name with `[]`. */
export type FieldType = string;
export type Table = Readonly<Record<string, FieldType>>;

const fee: Table = {
  is_set_fee_rate: "boolean",
  taker_fee_rate: "string",
  maker_fee_rate: "string",
  is_set_fee_discount: "boolean",
  fee_discount: "string",
  is_set_taker_maker_fee_discount: "boolean",
  taker_fee_discount: "string",
  maker_fee_discount: "string",
};

const strings = (...names: readonly string[]): Table =>
  Object.fromEntries(names.map((name) => [name, "string"]));

const orderFields = {
  ...strings(
    "symbol",
    "size",
    "client_oid",
    "createTime",
    "filled_qty",
    "fee",
    "order_id",
    "price",
    "price_avg",
  ),
  ...strings("status", "type", "order_type", "totalProfits"),
  presetTakeProfitPrice: "string|null",
  presetStopLossPrice: "string|null",
};

export const tables = {
  accountList: { account: "account", collateral: "collateral[]", version: "string|null" },
  account: {
    defaultFeeSetting: "fee",
    feeSetting: "symbolFee[]",
    modeSetting: "mode[]",
    leverageSetting: "leverage[]",
    createOrderRateLimitPerMinute: "number",
    createOrderDelayMilliseconds: "number",
    createdTime: "string",
    updatedTime: "string",
  },
  fee,
  symbolFee: { symbol: "string", ...fee },
  mode: strings("symbol", "marginMode", "separatedMode", "positionMode"),
  leverage: strings("symbol", "isolated_long_leverage", "isolated_short_leverage", "cross_leverage"),
  collateral: {
    ...strings("coin", "marginMode"),
    crossSymbol: "string|null",
    // Both spellings of one field.
    ...strings("isolated_position_id", "isolatedPositionId"),
    ...strings("amount", "pending_deposit_amount", "pending_withdraw_amount"),
    ...strings("pending_transfer_in_amount", "pending_transfer_out_amount"),
    is_liquidating: "boolean",
    ...strings("legacy_amount", "cum_deposit_amount", "cum_withdraw_amount"),
    ...strings("cum_transfer_in_amount", "cum_transfer_out_amount"),
    ...strings("cum_margin_move_in_amount", "cum_margin_move_out_amount"),
    ...strings("cum_position_open_long_amount", "cum_position_open_short_amount"),
    ...strings("cum_position_close_long_amount", "cum_position_close_short_amount"),
    ...strings(
      "cum_position_fill_fee_amount",
      "cum_position_liquidate_fee_amount",
      "cum_position_funding_amount",
    ),
    ...strings("cum_order_fill_fee_income_amount", "cum_order_liquidate_fee_income_amount"),
    ...strings("created_time", "updated_time"),
  },
  position: {
    id: "number",
    account_id: "number",
    coin_id: "number",
    contract_id: "number",
    ...strings("symbol", "side", "margin_mode", "separated_mode"),
    separated_open_order_id: "number",
    ...strings("leverage", "size", "open_value", "open_fee", "funding_fee", "marginSize", "isolated_margin"),
    is_auto_append_isolated_margin: "boolean",
    ...strings("cum_open_size", "cum_open_value", "cum_open_fee"),
    ...strings("cum_close_size", "cum_close_value", "cum_close_fee", "cum_funding_fee", "cum_liquidate_fee"),
    created_match_sequence_id: "number",
    updated_match_sequence_id: "number",
    created_time: "number",
    updated_time: "number",
    ...strings("contractVal", "unrealizePnl", "liquidatePrice"),
  },
  fills: { list: "fill[]", nextFlag: "boolean", totals: "number" },
  fill: {
    tradeId: "number",
    orderId: "number",
    ...strings("symbol", "marginMode", "separatedMode", "positionSide", "orderSide"),
    ...strings("fillSize", "fillValue", "fillFee", "liquidateFee", "realizePnl"),
    ...strings("direction", "liquidateType", "legacyOrdeDirection"),
    createdTime: "number",
  },
  plan: { ...orderFields, ...strings("triggerPrice", "triggerPriceType", "triggerTime") },
  order: { ...orderFields, contracts: "number", filledQtyContracts: "number" },
  bills: { hasNextPage: "boolean", items: "bill[]" },
  // The time under both of its spellings.
  bill: strings(
    "billId",
    "coin",
    "symbol",
    "amount",
    "businessType",
    "balance",
    "fillFee",
    "transferReason",
    "cTime",
    "ctime",
  ),
  batchCanceled: {
    result: "boolean",
    symbol: "string",
    orderIds: "array",
    clientOids: "array",
    cancelOrderResultList: "cancelResult[]",
    failInfos: "cancelResult[]",
  },
  cancelResult: { err_msg: "string", order_id: "string", client_oid: "string", result: "boolean" },
  placed: { client_oid: "string|null", order_id: "string" },
  tpSlPlaced: { success: "boolean", orderId: "number" },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof tables;

/** Fields of ours that an answer may have besides: why a take-profit or stop-loss was not placed. */
export const extraFields: ReadonlySet<string> = new Set(["tpSlPlaced.errorMessage"]);

const bothFlags = ["true", "false"];
const legs = ["LONG", "SHORT"];
const marginModes = ["SHARED", "ISOLATED"];
const separatedModes = ["COMBINED", "SEPARATED"];
const directions = ["OPEN_LONG", "OPEN_SHORT", "CLOSE_LONG", "CLOSE_SHORT"];

/** Values by field. */
export const enumerations: Readonly<Record<string, readonly string[]>> = {
  "fee.is_set_fee_rate": bothFlags,
  "fee.is_set_fee_discount": bothFlags,
  "fee.is_set_taker_maker_fee_discount": bothFlags,
  "symbolFee.is_set_fee_rate": bothFlags,
  "symbolFee.is_set_fee_discount": bothFlags,
  "symbolFee.is_set_taker_maker_fee_discount": bothFlags,
  "mode.marginMode": marginModes,
  "mode.separatedMode": separatedModes,
  "mode.positionMode": ["HEDGE"],
  "collateral.coin": ["USDT"],
  "collateral.marginMode": marginModes,
  "collateral.is_liquidating": bothFlags,
  "position.side": legs,
  "position.margin_mode": marginModes,
  "position.separated_mode": separatedModes,
  "position.is_auto_append_isolated_margin": bothFlags,
  "fills.nextFlag": bothFlags,
  "fill.marginMode": marginModes,
  "fill.separatedMode": separatedModes,
  "fill.positionSide": legs,
  "fill.orderSide": ["BUY", "SELL"],
  "fill.direction": directions,
  "fill.legacyOrdeDirection": directions,
  "fill.liquidateType": ["UNKNOWN_LIQUIDATE_TYPE", "FORCE_LIQUIDATE"],
  "plan.status": ["-1", "0", "1", "2"],
  "plan.type": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
  "plan.order_type": ["0", "1", "2", "3"],
  "plan.triggerPriceType": ["LIMIT", "MARK"],
  "order.status": ["pending", "open", "filled", "canceling", "canceled", "untriggered"],
  "order.type": [
    "open_long",
    "open_short",
    "close_long",
    "close_short",
    "offset_liquidate_long",
    "offset_liquidate_short",
    "agreement_close_long",
    "agreement_close_short",
    "burst_liquidate_long",
    "burst_liquidate_short",
  ],
  "order.order_type": ["normal", "postOnly", "fok", "ioc"],
  "bills.hasNextPage": bothFlags,
  "bill.coin": ["USDT"],
  "bill.businessType": [
    "deposit",
    "withdraw",
    "transfer_in",
    "transfer_out",
    "margin_move_in",
    "margin_move_out",
    "position_open_long",
    "position_open_short",
    "position_close_long",
    "position_close_short",
    "position_funding",
    "order_fill_fee_income",
    "order_liquidate_fee_income",
    "start_liquidate",
    "finish_liquidate",
    "order_fix_margin_amount",
    "tracking_follow_pay",
    "tracking_system_pre_receive",
    "tracking_follow_back",
    "tracking_trader_income",
    "tracking_third_party_share",
  ],
  "bill.transferReason": [
    "UNKNOWN_TRANSFER_REASON",
    "USER_TRANSFER",
    "INCREASE_CONTRACT_CASH_GIFT",
    "REDUCE_CONTRACT_CASH_GIFT",
    "REFUND_TOKEN_DISCOUNT_FEE",
  ],
  "batchCanceled.result": bothFlags,
  "cancelResult.result": bothFlags,
  "tpSlPlaced.success": bothFlags,
};

/** Values that this version does not show, and why. One that appears all the same fails the test. */
export const later: Readonly<Record<string, string>> = {
  "collateral.is_liquidating true":
    "the whole ladder is one step: no answer falls between its start and its finish",
};

/** Values that the document declares for a shape, but that no request of the interface can lead to. */
export const never: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["5", "6", "7", "8", "9", "10"].map((type) => [
      `plan.type ${type}`,
      "orders of the venue never wait for a trigger",
    ]),
  ),
  "plan.order_type 1": "plan orders have no time in force",
  "plan.order_type 2": "plan orders have no time in force",
  "bill.businessType order_fill_fee_income": "the fee account only, which has no key",
  "bill.businessType order_liquidate_fee_income": "the insurance fund only, which has no key",
};
