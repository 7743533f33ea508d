import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Command } from "../../src/kernel/core/index.ts";
import type { Engine } from "../../src/kernel/engine/index.ts";
import { FlowCommands, submitAll } from "../flowCommands.ts";
import type { FlowArguments } from "../flowEngine.ts";
import { inDirectory, openEngine, syncSeconds } from "../journalEngine.ts";
import { type Lane, median, quantile } from "../lane.ts";

/** Commands that are on their way at a time where the peak is measured. */
const WINDOW = 1_000;

/**
 * The engine over a journal of files, whose commands come at half the rate that it reaches, however long it
 * takes for those before. Reads `peak` (acknowledged commands a second, as many as possible), `p50` and `p99`
 * (ms from the moment at which a command was to be sent to its acknowledgement, at half of that), and `sync`
 * (ms, the p50 of a write of one command and its fdatasync).
 */
export function start(flow: FlowArguments): Lane {
  const commands = new FlowCommands(flow);
  const { load, setUp } = commands;
  const onEngine = async <T>(directory: string, work: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = await openEngine(directory);
    await submitAll(setUp, WINDOW, (command) => engine.submit(command));
    const result = await work(engine);
    await engine.stop();
    return result;
  };
  return {
    pass: () =>
      inDirectory(async (directory) => {
        const seconds = await onEngine(join(directory, "peak"), async (engine) => {
          const begun = performance.now();
          await submitAll(load, WINDOW, (command) => engine.submit(command));
          return (performance.now() - begun) / 1_000;
        });
        const peak = load.length / seconds;
        const waits = await onEngine(join(directory, "half"), (engine) =>
          waitsAt(peak / 2_000, load, engine),
        );
        const sync = await syncSeconds(join(directory, "syncs"), commands.bytesEach);
        return { peak, p50: median(waits), p99: quantile(waits, 0.99), sync: sync * 1_000 };
      }),
  };
}

/** What each command waits, ms, where so many come in a ms. */
async function waitsAt(
  perMs: number,
  commands: readonly Command[],
  engine: Engine,
): Promise<readonly number[]> {
  const waits: number[] = [];
  const acknowledged: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < commands.length; await new Promise((resolve) => setImmediate(resolve))) {
    const due = Math.min(commands.length, Math.floor((performance.now() - begun) * perMs));
    for (; sent < due; sent++) {
      const dueAt = begun + sent / perMs;
      acknowledged.push(engine.submit(commands[sent]!).then(() => waits.push(performance.now() - dueAt)));
    }
  }
  await Promise.all(acknowledged);
  return waits;
}
