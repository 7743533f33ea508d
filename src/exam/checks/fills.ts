import type { Check, Verdict } from "../check.ts";
import { failed, notExamined, passed } from "../check.ts";
import type { Seen } from "../happening.ts";
import { at, ofType, orderText, watchedMs } from "../happening.ts";

/** What the market says to a close of more than there is. */
const MORE_THAN_HELD = /closable size|no position to close|position \d+ does not exist/;
/** So long a bot is watched that shows nothing sooner, ms. */
const SHOWN_FOR_MS = 2_000;
/** And one that may try to close what it does not hold: several times of most strategies. */
const CLOSES_FOR_MS = 20_000;

/** What is filled in part is what there is. */
export const partialFill: Check = {
  name: "partial-fill",
  rule: "after an order was filled in part it closes no more than was filled, and goes on",
  judge(seen) {
    const fill = ofType(seen, "filled").find(({ left }) => Number(left) > 0);
    if (fill === undefined) return notExamined("no order was filled in part");
    const told = `${fill.size} of ${fill.action} was filled at ${at(fill.atMs)}, and ${fill.left} left`;
    const [wrong] = closesRefused(seen, fill.atMs);
    if (wrong !== undefined) return failed(fill.atMs, `${told}; at ${at(wrong.atMs)} ${wrong.text}`);
    const next = ofType(seen, "asked").find(
      ({ atMs, orders }) => atMs > fill.atMs && orders.some(({ refusal }) => refusal === ""),
    );
    if (next !== undefined)
      return passed(fill.atMs, `${told}; the next order was accepted at ${at(next.atMs)}`);
    return goesOn(seen, fill.atMs, told, CLOSES_FOR_MS);
  },
};

/** A position that is gone is gone: one close of each leg may have been under way. */
function afterwards(
  name: string,
  rule: string,
  occasion: (seen: Seen) => { readonly atMs: number; readonly told: string } | undefined,
  missing: string,
  shownForMs: number,
): Check {
  return {
    name,
    rule: `${rule}, it lives on, and does not close more than once what is gone`,
    judge(seen) {
      const came = occasion(seen);
      if (came === undefined) return notExamined(missing);
      const told = `${came.told} at ${at(came.atMs)}`;
      const second = closesRefused(seen, came.atMs).find(
        ({ action }, i, all) => all.findIndex((each) => each.action === action) < i,
      );
      if (second !== undefined)
        return failed(came.atMs, `${told}; at ${at(second.atMs)} for the second time ${second.text}`);
      return goesOn(seen, came.atMs, told, shownForMs);
    },
  };
}

export const funding = afterwards(
  "funding",
  "when funding is settled",
  (seen) => {
    const [paid] = ofType(seen, "funded");
    return paid && { atMs: paid.atMs, told: `funding of ${paid.amount} USDT` };
  },
  "no funding was settled while it held a position",
  SHOWN_FOR_MS,
);

export const trigger = afterwards(
  "trigger",
  "when an order of its own is triggered",
  (seen) => {
    const [triggered] = ofType(seen, "triggered");
    return triggered && { atMs: triggered.atMs, told: `order ${triggered.order} was triggered` };
  },
  "it had no order that waits for a price",
  CLOSES_FOR_MS,
);

export const liquidation = afterwards(
  "liquidation",
  "when it is liquidated",
  (seen) => {
    const [liquidated] = ofType(seen, "liquidated");
    return liquidated && { atMs: liquidated.atMs, told: "it was liquidated" };
  },
  "it held no position that could be liquidated",
  CLOSES_FOR_MS,
);

/** Passed once the bot has asked for anything, or ended with code 0, and was watched for so long, ms. */
function goesOn(seen: Seen, sinceMs: number, told: string, ms: number): Verdict {
  const end = ofType(seen, "ended").find(({ exitCode }) => exitCode === 0);
  if (end !== undefined) return passed(sinceMs, `${told}; the bot ended with code 0`);
  if (watchedMs(seen, sinceMs) < ms) return notExamined(told, sinceMs);
  const next = ofType(seen, "asked").find(({ atMs }) => atMs > sinceMs);
  if (next !== undefined)
    return passed(sinceMs, `${told}; the bot went on with ${next.operation} at ${at(next.atMs)}`);
  return notExamined(`${told}, and the bot asked for nothing afterwards`, sinceMs);
}

function closesRefused(seen: Seen, fromMs: number) {
  return ofType(seen, "asked")
    .filter(({ atMs }) => atMs > fromMs)
    .flatMap(({ orders, atMs }) =>
      orders
        .filter(({ refusal }) => MORE_THAN_HELD.test(refusal))
        .map((order) => ({
          atMs,
          action: order.action,
          text: `${orderText(order)} was refused: ${order.refusal}`,
        })),
    );
}
