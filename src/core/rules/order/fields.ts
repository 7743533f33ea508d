import {
  CLOSE_SHORT,
  OPEN_LONG,
  PRESETS_ON_MARK,
  STOP_LOSS_ON_MARK,
  TAKE_PROFIT_ON_MARK,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import type { Ticks } from "../../data/units/units.ts";

/** Whether a field of a command holds what it may: an action, a price to watch, one of a few codes, a number above 0. */

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

/** Whether presets that watch the mark are among those that there are, each 0 if there is none. */
export function isOfPresets(presetsOnMark: number, takeProfit: Ticks, stopLoss: Ticks): boolean {
  if (presetsOnMark === 0) return true;
  const presets = (takeProfit === 0 ? 0 : TAKE_PROFIT_ON_MARK) + (stopLoss === 0 ? 0 : STOP_LOSS_ON_MARK);
  return isCode(presetsOnMark, 0, PRESETS_ON_MARK) && (presetsOnMark & ~presets) === 0;
}
