import type { TimeMs } from "../../../kernel/core/index.ts";

/** A time in Unix ms as a client may write it, as a number or as digits; undefined for anything else. */
export function momentOf(value: unknown): TimeMs | undefined {
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof time === "number" && Number.isSafeInteger(time) && time >= 0 ? time : undefined;
}
