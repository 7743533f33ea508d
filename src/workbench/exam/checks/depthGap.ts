import type { Check } from "../check.ts";
import { COMES_WITHIN_MS, failed, notExamined, passed } from "../check.ts";
import { at, ofType, watchedMs } from "../happening.ts";

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
