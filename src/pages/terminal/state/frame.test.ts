import fc from "fast-check";
import { expect, test } from "vitest";
import { Frame } from "./frame.ts";

const FRAME_MS = 17;

/** A browser whose time passes by what is drawn and waited for. */
function browser() {
  let nowMs = 0;
  const timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void) => void timers.push({ atMs: nowMs + ms, run });
  const frame = new Frame({
    request: (run) => after(FRAME_MS - (nowMs % FRAME_MS), run),
    painted: (run) => after(0, run),
    after,
    now: () => nowMs,
  });
  return {
    frame,
    after,
    get nowMs() {
      return nowMs;
    },
    take: (ms: number) => {
      nowMs += ms;
    },
    /** Lets everything happen that is due within so long. */
    pass(ms: number): void {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > untilMs) break;
        timers.splice(timers.indexOf(next), 1);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
  };
}

test("however often something changes, it runs once, in the next frame", () => {
  const { frame, pass } = browser();
  let runs = 0;
  const task = () => void runs++;
  for (let i = 0; i < 9; i++) frame.want(task);
  expect(runs).toBe(0);
  pass(FRAME_MS);
  expect(runs).toBe(1);
  pass(10 * FRAME_MS);
  expect(runs).toBe(1);
});

test("held, nothing runs; afterwards what became due runs once", () => {
  const { frame, pass } = browser();
  let runs = 0;
  const task = () => void runs++;
  frame.want(task);
  frame.hold(true);
  pass(100);
  frame.want(task);
  pass(100);
  expect(runs).toBe(0);
  frame.hold(false);
  pass(100);
  expect(runs).toBe(1);
});

test("whatever a drawing takes and however often it is wanted, drawing takes a third of the time at most, and the last change is drawn", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      (costs, everyMs) => {
        const made = browser();
        const { frame, after, pass, take } = made;
        let changes = 0;
        let shown = 0;
        let spentMs = 0;
        let lastMs = Number.NEGATIVE_INFINITY;
        let at = 0;
        const draw = () => {
          const ms = costs[at++ % costs.length]!;
          expect(made.nowMs - lastMs).toBeGreaterThanOrEqual(50);
          lastMs = made.nowMs;
          spentMs += ms;
          shown = changes;
          take(ms);
        };
        const change = () => {
          changes++;
          frame.want(draw);
          if (made.nowMs < 10_000) after(everyMs, change);
        };
        change();
        pass(12_000);
        expect(shown).toBe(changes);
        expect(spentMs / made.nowMs).toBeLessThanOrEqual(1 / 3 + 200 / made.nowMs);
      },
    ),
  );
});

test("a drawing that fails is no end: the next one comes", () => {
  const { frame, pass } = browser();
  frame.want(() => {
    throw new Error("broken");
  });
  expect(() => pass(100)).toThrow("broken");
  let runs = 0;
  frame.want(() => void runs++);
  pass(100);
  expect(runs).toBe(1);
});
