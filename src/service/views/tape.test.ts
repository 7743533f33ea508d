import fc from "fast-check";
import { expect, test } from "vitest";
import { TAPE_TRADES_MAX, Tape } from "./tape.ts";

test("the first trade since a time is the one that looking at each of them finds", () => {
  const counts = fc.constantFrom(0, 1, 7, TAPE_TRADES_MAX - 1, TAPE_TRADES_MAX, TAPE_TRADES_MAX + 300);
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 200 }), (count, aMoment, time) => {
      const tape = new Tape();
      for (let i = 0; i < count; i++) tape.add(1_000 + i, Math.floor(i / aMoment), 10, 1, 0, 0, 0, 0);
      const found = tape.latest(TAPE_TRADES_MAX).findLast((trade) => trade.time >= time);
      expect(tape.firstSince(time)).toBe(found?.trade ?? 0);
    }),
  );
});
