import type { Check } from "../check.ts";
import { failed, notExamined, passed } from "../check.ts";
import { at, ofType } from "../happening.ts";

/** Timers of clients may fire this early, ms. */
const EARLY_MS = 20;

/**
 * After a 429 a bot asks nothing more of the budget that is used up before `Retry-After` is over;
 * cancellations have a budget of their own.
 */
export const rateLimit: Check = {
  name: "rate-limit",
  rule: "after a 429 it places no order and does not ask the same again before Retry-After is over",
  judge(seen) {
    const asked = ofType(seen, "asked");
    const refused = asked.filter(({ status, retryAfterMs }) => status === 429 && retryAfterMs !== undefined);
    const [first] = refused;
    if (first === undefined) return notExamined("no request was answered with 429");
    for (const { operation, answeredMs, retryAfterMs = 0 } of refused) {
      const early = asked.find(
        (each) =>
          each.atMs > answeredMs &&
          each.atMs < answeredMs + retryAfterMs - EARLY_MS &&
          (each.does === "places" || each.operation === operation),
      );
      if (early !== undefined)
        return failed(
          answeredMs,
          `${early.operation} at ${at(early.atMs)}, ${at(early.atMs - answeredMs)} after a 429 whose Retry-After said ${at(retryAfterMs)}`,
        );
    }
    const last = refused.at(-1)!;
    const overMs = last.answeredMs + last.retryAfterMs!;
    const next = asked.find(({ atMs, does }) => atMs >= overMs - EARLY_MS && does === "places");
    const happened = `${refused.length} × 429, the first at ${at(first.answeredMs)}`;
    if (next === undefined)
      return notExamined(`${happened}, and no order was asked for after it`, first.answeredMs);
    return passed(
      first.answeredMs,
      `${happened}; the next order was asked for at ${at(next.atMs)}, ${at(next.atMs - last.answeredMs)} after the last, whose Retry-After said ${at(last.retryAfterMs!)}`,
    );
  },
};
