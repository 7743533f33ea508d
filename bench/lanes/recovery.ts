import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tape } from "../flow.ts";
import { aloneSeconds, FlowCommands, submitAll } from "../flowCommands.ts";
import type { FlowArguments } from "../flowEngine.ts";
import { openEngine } from "../journalEngine.ts";
import { cpuSeconds, type Lane } from "../lane.ts";

const WINDOW = 1_000;

/**
 * Start-up on a journal without a snapshot: survey, checks, replay. Reads `rate` (commands a second from
 * opening the files to a running engine), `alone` (the core on the same commands) and `share` (rate ÷ alone).
 */
export async function start(args: FlowArguments): Promise<Lane> {
  const directory = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const { tape, timedCommands } = await writeJournal(directory, args);
  return {
    async pass() {
      const alone = timedCommands / aloneSeconds(tape, cpuSeconds);
      globalThis.gc?.();
      const before = cpuSeconds();
      const engine = await openEngine(directory);
      const rate = engine.recovery.commands / (cpuSeconds() - before);
      await engine.stop();
      return { rate, alone, share: rate / alone };
    },
    close: () => rm(directory, { recursive: true }),
  };
}

/**
 * What a venue leaves that took the whole tape; the commands themselves are not kept, they would only burden
 * the collector.
 */
async function writeJournal(
  directory: string,
  args: FlowArguments,
): Promise<{ readonly tape: Tape; readonly timedCommands: number }> {
  const { setUp, load, tape } = new FlowCommands(args);
  const engine = await openEngine(directory);
  await submitAll(setUp, WINDOW, (command) => engine.submit(command));
  await submitAll(load, WINDOW, (command) => engine.submit(command));
  await engine.stop();
  return { tape, timedCommands: load.length };
}
