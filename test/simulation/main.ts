/**
 * `npm run sim [-- --seed N --count N --cluster]`: simulated histories by seed, of journal and engine, each
 * cut at every moment that changes what a disk would keep, or (`--cluster`) of three nodes whose machines,
 * network and database fail. The first seed at which something that was acknowledged does not hold is named,
 * and `--seed N --count 1` repeats it, told step by step.
 */
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { clusterHistory, noCounts } from "./cluster/clusterHistory.ts";
import { engineHistory, noEngineCrashes, soundEngine } from "./engineCrashes.ts";
import { crashHistory, noCrashes } from "./journalCrashes.ts";

const { seed: first, count, cluster } = readOptions(process.argv.slice(2));

const reached = cluster ? { cluster: noCounts() } : { journal: noCrashes(), engine: noEngineCrashes() };
try {
  for (let seed = first; seed < first + count; seed++) {
    if (process.stderr.isTTY) process.stderr.write(`\rseed ${seed}`);
    if ("cluster" in reached)
      await clusterHistory(seed, reached.cluster, count === 1 ? { onEvent: tell } : {}).catch(
        (cause: Error) => {
          throw new Error(`seed ${seed}: ${cause.message}`, { cause });
        },
      );
    else {
      await crashHistory(FileLog, seed, reached.journal);
      await engineHistory(soundEngine, seed, reached.engine);
    }
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  console.log(`${count} histories from seed ${first}: nothing acknowledged was lost. What they met:`);
  console.table(reached);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  console.error(
    `Repeat it: npm run sim -- ${cluster ? "--cluster " : ""}--seed <the seed named above> --count 1`,
  );
  process.exitCode = 1;
}

function tell(atMs: number, what: string): void {
  console.log(`${(atMs / 1_000).toFixed(3).padStart(9)} s  ${what}`);
}

/** Reads the command line; what is wrong with it, or its help, is written, and the process ends. */
function readOptions(args: readonly string[]) {
  const command = new Command("npm run sim --")
    .description(
      "simulates histories of journal and engine by seed, cut at every moment that a disk would notice",
    )
    .option("--seed <n>", "the first history", wholeNumber, 1)
    .option("--count <n>", "how many", wholeNumber, 20)
    .option("--cluster", "of a whole cluster: machines, network and database fail while clients trade", false)
    .allowExcessArguments(false)
    .exitOverride();
  type Options = { readonly seed: number; readonly count: number; readonly cluster: boolean };
  try {
    return command.parse(args, { from: "user" }).opts<Options>();
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

function wholeNumber(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}
