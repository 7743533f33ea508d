import type { Check, Verdict } from "../check.ts";
import { COMES_WITHIN_MS, failed, notExamined, passed } from "../check.ts";
import type { Asked, AskedOrder, Seen } from "../happening.ts";
import { at, hasEndedWell, ofType, orderText, watchedMs } from "../happening.ts";

/** What the market says to a close of more than there is. */
const MORE_THAN_HELD = /closable size|no position to close|position \d+ does not exist/;
/**
 * How long a bot is watched for closes of what it does not hold, ms: several times as long as most strategies
 * take to close.
 */
const CLOSES_FOR_MS = 20_000;

/** By how much a sum of sizes in binary floating point may be off. */
const SIZE_NOISE = 1e-9;

/** A bot closes no more than the part of an order that was filled. */
export const partialFill: Check = {
  name: "partial-fill",
  rule: `after an order was filled in part it closes what was filled and no more, within ${CLOSES_FOR_MS / 1_000} s at least`,
  judge(seen) {
    const fill = ofType(seen, "filled").find(({ left }) => Number(left) > 0);
    if (fill === undefined) return notExamined("no order was filled in part");
    const happened = `${fill.size} of ${fill.action} was filled at ${at(fill.atMs)}, and ${fill.left} left`;
    const [wrong] = closesRefused(seen, fill.atMs);
    if (wrong !== undefined) return failed(fill.atMs, `${happened}; at ${at(wrong.atMs)} ${wrong.text}`);
    const leg = fill.action.split(" ")[1]!;
    const closes = ofType(seen, "asked").filter((asked) => asked.atMs > fill.atMs && closesLeg(asked, leg));
    if (closes.length === 0) return notExamined(`${happened}, and the bot closed nothing of it`, fill.atMs);
    const close = closes.find((asked) => asksForHeld(asked, leg, seen));
    if (close === undefined) return notExamined(`${happened}; ${moreThanHeld(closes, leg)}`, fill.atMs);
    const closed = `${happened}; a close of it was accepted at ${at(close.atMs)}`;
    return isWatchedOut(seen, fill.atMs) ? passed(fill.atMs, closed) : notExamined(closed, fill.atMs);
  },
};

/**
 * A check of what a bot does after funding, a trigger or a liquidation: one close of a leg that is gone may
 * have been under way, a second fails.
 *
 * @param occasion when the occasion came, and in words what it was; undefined: it did not
 * @param missing what is said then
 */
function afterwards(
  name: string,
  rule: string,
  occasion: (seen: Seen) => { readonly atMs: number; readonly happened: string } | undefined,
  missing: string,
  more: Partial<Check> = {},
): Check {
  return {
    name,
    rule: `${rule}, it lives on, and does not close more than once what is gone, within ${CLOSES_FOR_MS / 1_000} s`,
    ...more,
    judge(seen) {
      const came = occasion(seen);
      if (came === undefined) return notExamined(missing);
      const happened = `${came.happened} at ${at(came.atMs)}`;
      const second = closesRefused(seen, came.atMs).find(
        ({ action }, i, all) => all.findIndex((each) => each.action === action) < i,
      );
      if (second !== undefined)
        return failed(came.atMs, `${happened}; at ${at(second.atMs)} for the second time ${second.text}`);
      return goesOn(seen, came.atMs, happened);
    },
  };
}

export const funding = afterwards(
  "funding",
  "when funding is settled",
  (seen) => {
    const [paid] = ofType(seen, "funded");
    return paid && { atMs: paid.atMs, happened: `funding of ${paid.amount} USDT` };
  },
  "no funding was settled while it held a position",
);

export const trigger = afterwards(
  "trigger",
  "when an order of its own is triggered",
  (seen) => {
    const [triggered] = ofType(seen, "triggered");
    return triggered && { atMs: triggered.atMs, happened: `order ${triggered.order} was triggered` };
  },
  "it had no order that waits for a price",
  { comesWithinMs: COMES_WITHIN_MS },
);

export const liquidation = afterwards(
  "liquidation",
  "when it is liquidated",
  (seen) => {
    const [liquidated] = ofType(seen, "liquidated");
    return liquidated && { atMs: liquidated.atMs, happened: "it was liquidated" };
  },
  "it held no position that could be liquidated",
);

/**
 * Whether an order closes a leg, if it is held. In one-way mode, where an order has a side only, one of the
 * other side does.
 */
function closes({ action }: AskedOrder, leg: string): boolean {
  const side = leg === "long" ? "sell" : "buy";
  return [`close ${leg}`, side, `reduce by ${side}`].includes(action);
}

/** Whether a request closes something of a leg: by an order of its own, or all of it. */
function closesLeg({ orders, operation, status, reason }: Asked, leg: string): boolean {
  if (orders.length > 0) return orders.some((order) => closes(order, leg) && order.refusal === "");
  return /close/i.test(operation) && status === 200 && reason === "";
}

/**
 * Whether a close asks for no more than the leg had been filled with when it was answered. Where the
 * interface shrinks a close to what there is, a larger one shows nothing of what the bot knew.
 */
function asksForHeld({ orders, answeredMs }: Asked, leg: string, seen: Seen): boolean {
  const opened = ofType(seen, "filled")
    .filter(({ action, atMs }) => action === `open ${leg}` && atMs <= answeredMs)
    .reduce((sum, { size }) => sum + Number(size), 0);
  const own = orders.filter((order) => closes(order, leg));
  return own.every(({ size }) => Number(size) <= opened + SIZE_NOISE);
}

/**
 * What became of closes of more than was held, in words. An order with a side only does not show whether it
 * was meant to close.
 */
function moreThanHeld(asked: readonly Asked[], leg: string): string {
  const isNet = ({ action }: AskedOrder) => action === "buy" || action === "sell";
  const own = asked.flatMap(({ orders }) => orders.filter((order) => closes(order, leg)));
  return own.some(isNet)
    ? "orders of the other side were for more than it held, and opened what was left of them"
    : "closes of more than it held were taken as far as they went";
}

/** Whether the time in which closes count is over, or the bot has decided to end. */
function isWatchedOut(seen: Seen, sinceMs: number): boolean {
  return hasEndedWell(seen) || watchedMs(seen, sinceMs) >= CLOSES_FOR_MS;
}

/** Passed once the bot has asked for anything and was watched for long enough, or has ended with code 0. */
function goesOn(seen: Seen, sinceMs: number, happened: string): Verdict {
  if (hasEndedWell(seen)) return passed(sinceMs, `${happened}; the bot ended with code 0`);
  if (!isWatchedOut(seen, sinceMs)) return notExamined(happened, sinceMs);
  const next = ofType(seen, "asked").find(({ atMs }) => atMs > sinceMs);
  if (next !== undefined)
    return passed(sinceMs, `${happened}; the bot went on with ${next.operation} at ${at(next.atMs)}`);
  return notExamined(`${happened}, and the bot asked for nothing afterwards`, sinceMs);
}

/** Orders that were refused because they close more than is held. */
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
