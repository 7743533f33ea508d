import type { FlowArguments } from "../flowEngine.ts";
import { FlowRecords } from "../flowRecords.ts";
import { type Lane, timed } from "../lane.ts";

/** Replays of a pass; the best counts. */
const REPLAYS = 3;

/**
 * Our whole core on a tape: every message is a command record (a move two, a cancel and a placement) that is
 * validated, margined, matched and booked, with its events written. Reads `rate` (messages a second) and
 * `correct`, as `flowLane` does.
 */
export function start(args: FlowArguments): Lane {
  const records = new FlowRecords(args);
  const { tape } = records;
  return {
    pass() {
      let rate = 0;
      for (let i = 0; i < REPLAYS; i++) {
        globalThis.gc?.();
        const replay = records.begin();
        rate = Math.max(rate, (tape.length - tape.start) / timed(() => replay.runToEnd()));
        if (replay.depth() !== tape.depth) return { rate, correct: 0 };
      }
      return { rate, correct: 1 };
    },
  };
}
