import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { type HistoryFrame, openHistory } from "../../src/service/readmodel/index.ts";
import { HistoryTape } from "../historyTape.ts";
import type { Lane } from "../lane.ts";

/**
 * Reads `rate`, rows a second that history takes the way the venue gives them: frames to its worker, awaiting
 * room, until all are committed. Into a new file every pass.
 */
export function start({ rows, accounts }: { rows: number; accounts: number }): Lane {
  const tape = new HistoryTape({ accounts, share: 50 });
  const frames: HistoryFrame[] = [];
  while (tape.rows < rows) frames.push(tape.frame());
  return {
    async pass() {
      const directory = mkdtempSync(join(tmpdir(), "outcry-bench-"));
      try {
        const history = await openHistory({ path: join(directory, "history.db"), clock: systemClock });
        const begun = performance.now();
        for (const frame of frames) await history.apply(frame);
        await history.settle();
        const seconds = (performance.now() - begun) / 1_000;
        await history.close();
        return { rate: tape.rows / seconds };
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  };
}
