import { FlowCommands, submitAll } from "../flowCommands.ts";
import type { FlowArguments } from "../flowEngine.ts";
import { inDirectory, openEngine } from "../journalEngine.ts";
import { cpuSeconds, type Lane } from "../lane.ts";

const WINDOW = 1_000;

/**
 * Start-up on a journal without a snapshot: survey, checks, replay. Reads `rate` (commands a second from opening the
 * files to a running engine), `alone` (the core on the same commands) and `share` (rate ÷ alone).
 */
export function start(args: FlowArguments): Lane {
  const commands = new FlowCommands(args);
  return {
    pass: () =>
      inDirectory(async (directory) => {
        const engine = await openEngine(directory);
        await submitAll(commands.setUp, WINDOW, (command) => engine.submit(command));
        await submitAll(commands.load, WINDOW, (command) => engine.submit(command));
        await engine.stop();
        const alone = commands.load.length / commands.aloneSeconds(cpuSeconds);
        globalThis.gc?.();
        const before = cpuSeconds();
        const recovered = await openEngine(directory);
        const rate = recovered.recovery.commands / (cpuSeconds() - before);
        await recovered.stop();
        return { rate, alone, share: rate / alone };
      }),
  };
}
