import type { v2 } from "../../wire/index.ts";

/**
 * Orders, positions and collateral in one form, whether they came from REST or from a push: the pushes'
 * names, ids and times as text, decimals without trailing zeros, so that equal values are equal texts.
 */

export interface MirroredOrder {
  readonly id: string;
  readonly symbol: string;
  readonly clientId: string;
  /** open_long, open_short, close_long, close_short. */
  readonly action: string;
  /** pending, open, canceling, untriggered, filled, canceled. */
  readonly status: string;
  readonly size: string;
  /** "0" for a market order. */
  readonly price: string;
  /** "0" for an order that waits for no price. */
  readonly triggerPrice: string;
  readonly filled: string;
  readonly fee: string;
  readonly realizedPnl: string;
  readonly createdTime: string;
}

/** A position, field by field as pushed. */
export type MirroredPosition = Omit<v2.PositionPush, "coinId">;
/** A collateral entry, field by field as pushed. */
export type MirroredCollateral = Omit<v2.CollateralPush, "crossContractId">;

export interface MirroredFill {
  readonly id: string;
  /**
   * Of a fill that opens what an order of a one-way account had left after it closed the other leg: its
   * trade, which that close has for an id.
   */
  readonly turnedTradeId?: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly positionSide: string;
  readonly orderSide: string;
  readonly size: string;
  readonly value: string;
  /** The fee that was paid; negative: received. */
  readonly fee: string;
  readonly liquidateFee: string;
  readonly realizedPnl: string;
  readonly createdTime: string;
}

export function orderOfPush(row: v2.OrderPush): MirroredOrder {
  const isOpening = (row.positionSide === "LONG") === (row.orderSide === "BUY");
  return {
    id: row.id,
    symbol: row.contractId,
    clientId: row.clientOrderId,
    action: `${isOpening ? "open" : "close"}_${row.positionSide.toLowerCase()}`,
    status: row.status.toLowerCase(),
    size: plain(row.size),
    price: plain(row.price),
    triggerPrice: plain(row.triggerPrice),
    filled: plain(row.cumFillSize),
    fee: plain(row.cumFillFee),
    realizedPnl: plain(row.cumRealizePnl),
    createdTime: row.createdTime,
  };
}

/** A live or ended order. @param row of order/current, order/history or order/detail */
export function orderOfRest(row: v2.Order): MirroredOrder {
  return { ...restOrder(row), action: actionOf(row.type), status: row.status, triggerPrice: "0" };
}

/** A waiting order. @param row of order/currentPlan, in codes or, under another wire profile, in names */
export function planOfRest(row: v2.PlanOrder): MirroredOrder {
  return {
    ...restOrder(row),
    action: ACTIONS[row.type] ?? actionOf(row.type.toLowerCase()),
    status: PLAN_STATUSES[row.status] ?? row.status.toLowerCase(),
    triggerPrice: plain(row.triggerPrice),
  };
}

const ACTIONS: Readonly<Record<string, string>> = {
  1: "open_long",
  2: "open_short",
  3: "close_long",
  4: "close_short",
};
const PLAN_STATUSES: Readonly<Record<string, string>> = {
  "-1": "canceled",
  0: "untriggered",
  1: "open",
  2: "filled",
};

function actionOf(type: string): string {
  return type.startsWith("open_") ? type : `close_${type.endsWith("long") ? "long" : "short"}`;
}

function restOrder(row: v2.Order | v2.PlanOrder) {
  return {
    id: row.order_id,
    symbol: row.symbol,
    clientId: row.client_oid,
    size: plain(row.size),
    price: plain(row.price),
    filled: plain(row.filled_qty),
    fee: plain(row.fee),
    realizedPnl: plain(row.totalProfits),
    createdTime: row.createTime,
  };
}

export function positionOfPush({ coinId, ...row }: v2.PositionPush): MirroredPosition {
  return plainFields(row);
}

export function positionOfRest(row: v2.Position): MirroredPosition {
  return plainFields({
    id: String(row.id),
    contractId: row.symbol,
    side: row.side,
    marginMode: row.margin_mode,
    separatedMode: row.separated_mode,
    separatedOpenOrderId: String(row.separated_open_order_id),
    leverage: row.leverage,
    size: row.size,
    openValue: row.open_value,
    openFee: row.open_fee,
    fundingFee: row.funding_fee,
    isolatedMargin: row.isolated_margin,
    autoAppendIsolatedMargin: row.is_auto_append_isolated_margin,
    cumOpenSize: row.cum_open_size,
    cumOpenValue: row.cum_open_value,
    cumOpenFee: row.cum_open_fee,
    cumCloseSize: row.cum_close_size,
    cumCloseValue: row.cum_close_value,
    cumCloseFee: row.cum_close_fee,
    cumFundingFee: row.cum_funding_fee,
    cumLiquidateFee: row.cum_liquidate_fee,
    createdMatchSequenceId: String(row.created_match_sequence_id),
    updatedMatchSequenceId: String(row.updated_match_sequence_id),
    createdTime: String(row.created_time),
    updatedTime: String(row.updated_time),
  });
}

export function collateralOfPush({ crossContractId, ...row }: v2.CollateralPush): MirroredCollateral {
  return plainFields(row);
}

export function collateralOfRest(row: v2.Collateral): MirroredCollateral {
  return plainFields({
    coinId: row.coin,
    marginMode: row.marginMode,
    isolatedPositionId: row.isolated_position_id,
    amount: row.amount,
    pendingDepositAmount: row.pending_deposit_amount,
    pendingWithdrawAmount: row.pending_withdraw_amount,
    pendingTransferInAmount: row.pending_transfer_in_amount,
    pendingTransferOutAmount: row.pending_transfer_out_amount,
    liquidating: row.is_liquidating,
    legacyAmount: row.legacy_amount,
    cumDepositAmount: row.cum_deposit_amount,
    cumWithdrawAmount: row.cum_withdraw_amount,
    cumTransferInAmount: row.cum_transfer_in_amount,
    cumTransferOutAmount: row.cum_transfer_out_amount,
    cumMarginMoveInAmount: row.cum_margin_move_in_amount,
    cumMarginMoveOutAmount: row.cum_margin_move_out_amount,
    cumPositionOpenLongAmount: row.cum_position_open_long_amount,
    cumPositionOpenShortAmount: row.cum_position_open_short_amount,
    cumPositionCloseLongAmount: row.cum_position_close_long_amount,
    cumPositionCloseShortAmount: row.cum_position_close_short_amount,
    cumPositionFillFeeAmount: row.cum_position_fill_fee_amount,
    cumPositionLiquidateFeeAmount: row.cum_position_liquidate_fee_amount,
    cumPositionFundingAmount: row.cum_position_funding_amount,
    cumOrderFillFeeIncomeAmount: row.cum_order_fill_fee_income_amount,
    cumOrderLiquidateFeeIncomeAmount: row.cum_order_liquidate_fee_income_amount,
    createdTime: String(row.created_time),
    updatedTime: String(row.updated_time),
  });
}

export function fillOfPush(row: v2.FillPush): MirroredFill {
  return fillOf(row, { id: row.id, symbol: row.contractId });
}

export function fillOfRest(row: v2.Fill): MirroredFill {
  return fillOf(row, { id: String(row.tradeId), symbol: row.symbol });
}

function fillOf(
  row: v2.FillPush | v2.Fill,
  { id, symbol }: Pick<MirroredFill, "id" | "symbol">,
): MirroredFill {
  return plainFields({
    id,
    ...(row.turnedTradeId !== undefined && { turnedTradeId: String(row.turnedTradeId) }),
    orderId: String(row.orderId),
    symbol,
    positionSide: row.positionSide,
    orderSide: row.orderSide,
    size: row.fillSize,
    value: row.fillValue,
    fee: row.fillFee,
    liquidateFee: row.liquidateFee,
    realizedPnl: row.realizePnl,
    createdTime: String(row.createdTime),
  });
}

/** A decimal without zeros at the end of its fraction: "0.0200" → "0.02", "0.0" → "0". */
export function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

function plainFields<T extends object>(row: T): T {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? plain(value) : value,
  ]);
  return Object.fromEntries(fields) as T;
}
