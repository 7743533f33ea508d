import { CLOSE_SHORT, OPEN_LONG, TRIGGER_ON_LAST, TRIGGER_ON_MARK } from "../codes.ts";

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
