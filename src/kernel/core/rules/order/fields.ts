import {
  CLOSE_SHORT,
  isOpening,
  OPEN_LONG,
  ownSelfTradeMode,
  PRESETS_ON_MARK,
  SELF_TRADE_MODE_MAX,
  STOP_LOSS_ON_MARK,
  STP_NONE,
  TAKE_PROFIT_ON_MARK,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { admitWhole, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import type { Ticks } from "../../data/units/units.ts";

/** Checks of a command's fields: an action, which price is watched, one of a few codes, a number above 0. */

export function isAction(value: number): boolean {
  return isCode(value, OPEN_LONG, CLOSE_SHORT);
}

export function isSource(value: number): boolean {
  return value === TRIGGER_ON_LAST || value === TRIGGER_ON_MARK;
}

export function isCode(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

type Attached = Readonly<Record<"action" | "presetTakeProfit" | "presetStopLoss" | "presetsOnMark", number>>;

/**
 * Whether an order with a take-profit or stop-loss (each 0 if there is none) opens, and watches the mark
 * only if it has one of them.
 */
export function admitAttached(s: State, order: Attached): boolean {
  const { presetTakeProfit, presetStopLoss, presetsOnMark } = order;
  if (presetTakeProfit === 0 && presetStopLoss === 0 && presetsOnMark === 0) return true;
  for (const preset of ["presetTakeProfit", "presetStopLoss"] as const) {
    if (!admitWhole(s, order, preset)) return false;
    if (order[preset] !== 0 && !isOpening(order.action)) return refuseField(s, order, preset, "opening");
  }
  return (
    isOfPresets(presetsOnMark, presetTakeProfit, presetStopLoss) ||
    refuseField(s, order, "presetsOnMark", "attached")
  );
}

/** Whether the self-trade prevention that an order asks for exists, and is allowed for its account. */
export function admitSelfTradeMode(s: State, order: Pick<OrderDraft, "account" | "selfTradeMode">): boolean {
  const { account, selfTradeMode } = order;
  if (!isCode(selfTradeMode, 0, SELF_TRADE_MODE_MAX)) return refuseField(s, order, "selfTradeMode", "known");
  const meetsItself = selfTradeMode === ownSelfTradeMode(STP_NONE);
  return !meetsItself || !isOneWay(s, account) || refuseField(s, order, "selfTradeMode", "oneWay");
}

/** Whether the presets that watch the mark are presets that the order has (each 0 if there is none). */
export function isOfPresets(presetsOnMark: number, takeProfit: Ticks, stopLoss: Ticks): boolean {
  if (presetsOnMark === 0) return true;
  const presets = (takeProfit === 0 ? 0 : TAKE_PROFIT_ON_MARK) + (stopLoss === 0 ? 0 : STOP_LOSS_ON_MARK);
  return isCode(presetsOnMark, 0, PRESETS_ON_MARK) && (presetsOnMark & ~presets) === 0;
}
