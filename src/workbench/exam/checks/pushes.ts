import { carriesFills } from "../channels.ts";
import type { Check } from "../check.ts";
import { COMES_WITHIN_MS, failed, notExamined, passed } from "../check.ts";
import { at, ofType, orderText, watchedMs } from "../happening.ts";

/** A reaction to a push comes within this time, ms. */
const REACTS_WITHIN_MS = 1_000;

/** A bot takes what is pushed twice as having happened once. */
export const duplicate: Check = {
  name: "duplicate",
  comesWithinMs: COMES_WITHIN_MS,
  rule: "a fill that is pushed twice is answered once: no order twice within a second of it, unless one is taken back",
  judge(seen) {
    const fills = ofType(seen, "filled");
    const doubled = ofType(seen, "struck").filter(
      ({ kind, channel, atMs }) =>
        kind === "push-duplicated" &&
        carriesFills(channel) &&
        fills.some((fill) => Math.abs(fill.atMs - atMs) < REACTS_WITHIN_MS),
    );
    const [first] = doubled;
    if (first === undefined) return notExamined("no fill was pushed twice");
    const happened = `${first.channel} was pushed twice at ${at(first.atMs)}`;
    const reactions = ofType(seen, "asked").filter(({ atMs }) =>
      doubled.some((push) => atMs >= push.atMs && atMs < push.atMs + REACTS_WITHIN_MS),
    );
    const placed = reactions.flatMap(({ orders, atMs, signature }) =>
      orders.map((order) => ({ order, atMs, signature })),
    );
    const cancels = ofType(seen, "asked").filter(({ does }) => does === "cancels");
    for (const [i, one] of placed.entries()) {
      const twin = placed
        .slice(i + 1)
        .find(
          ({ order, signature, atMs }) =>
            signature !== one.signature &&
            atMs < one.atMs + REACTS_WITHIN_MS &&
            orderText(order) === orderText(one.order) &&
            !cancels.some((cancel) => cancel.atMs >= one.atMs && cancel.atMs <= atMs),
        );
      if (twin !== undefined)
        return failed(
          first.atMs,
          `${happened}, and ${orderText(one.order)} was placed at ${at(one.atMs)} and at ${at(twin.atMs)}`,
        );
    }
    const next = ofType(seen, "asked").find(({ atMs }) => atMs > first.atMs + REACTS_WITHIN_MS);
    if (next === undefined)
      return notExamined(`${happened}, and the bot asked for nothing afterwards`, first.atMs);
    return passed(first.atMs, `${happened}, ${doubled.length} pushes in all; no order followed twice`);
  },
};

/** How long a bot that keeps up has to notice that a version is missing, ms: several pushes. */
const NOTICES_WITHIN_MS = 10_000;

/** A bot whose book misses a version joins the channel anew, or reads the book. */
export const depthGap: Check = {
  name: "depth-gap",
  comesWithinMs: COMES_WITHIN_MS,
  rule: "after a version of the book is skipped it joins the channel anew, or reads the book",
  judge(seen) {
    const dropped = ofType(seen, "struck").find(({ kind }) => kind === "push-dropped");
    if (dropped === undefined) return notExamined("it followed no book");
    const { atMs, channel } = dropped;
    const happened = `a push of ${channel} was dropped at ${at(atMs)}`;
    const joined = ofType(seen, "subscribed").find((each) => each.channel === channel && each.atMs > atMs);
    if (joined !== undefined) return passed(atMs, `${happened}; it was joined anew at ${at(joined.atMs)}`);
    const read = ofType(seen, "asked").find(
      (each) => each.atMs > atMs && /depth/i.test(each.operation) && each.status === 200,
    );
    if (read !== undefined) return passed(atMs, `${happened}; the book was read at ${at(read.atMs)}`);
    if (watchedMs(seen, atMs) < NOTICES_WITHIN_MS) return notExamined(happened, atMs);
    return failed(
      atMs,
      `${happened}, and for ${NOTICES_WITHIN_MS / 1_000} s the bot went on without the book`,
    );
  },
};
