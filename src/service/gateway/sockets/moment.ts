import type { TimeMs } from "../../../kernel/core/index.ts";

/** Unix ms as a client may write them, a number or its digits; undefined if it is none. */
export function momentOf(value: unknown): TimeMs | undefined {
  const time = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof time === "number" && Number.isSafeInteger(time) && time >= 0 ? time : undefined;
}
