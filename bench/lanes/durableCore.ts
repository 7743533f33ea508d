import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { aloneSeconds, FlowCommands, submitAll } from "../flowCommands.ts";
import type { FlowArguments } from "../flowEngine.ts";
import { inDirectory, openEngine, syncSeconds } from "../journalEngine.ts";
import type { Lane } from "../lane.ts";

/**
 * The engine over a journal of files, with a window of unacknowledged commands, and what bounds it. Reads
 * `rate` (acknowledged commands a second), `alone` (A, the core on the same commands), `sync` (t, µs),
 * `bound` (W/(W/A + t)) and `share` (rate ÷ bound). All by the clock, since half of it is waiting.
 */
export function start({ window, ...flow }: FlowArguments & { readonly window: number }): Lane {
  const commands = new FlowCommands(flow);
  return {
    pass: () =>
      inDirectory(async (directory) => {
        const alone = commands.load.length / aloneSeconds(commands.tape, clockSeconds);
        const rate = await durableRate(commands, directory, window);
        const sync = await syncSeconds(join(directory, "syncs"), window * commands.bytesEach);
        const bound = window / (window / alone + sync);
        return { rate, alone, sync: sync * 1e6, bound, share: rate / bound };
      }),
  };
}

async function durableRate(commands: FlowCommands, directory: string, window: number): Promise<number> {
  const engine = await openEngine(directory);
  await submitAll(commands.setUp, window, (command) => engine.submit(command));
  const begun = performance.now();
  await submitAll(commands.load, window, (command) => engine.submit(command));
  const seconds = (performance.now() - begun) / 1_000;
  await engine.stop();
  return commands.load.length / seconds;
}

function clockSeconds(): number {
  return performance.now() / 1_000;
}
