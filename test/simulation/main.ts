/**
 * `npm run sim [-- --seed N --count N]`: simulated histories of journal and engine by seed. Each is cut at every moment
 * that changes what a disk would keep, and must come back with all that was acknowledged. The first seed that does not
 * is named, and `--seed N --count 1` repeats it.
 */
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { FileLog } from "../../src/journal/fileLog.ts";
import { engineHistory, noEngineCrashes, soundEngine } from "./engineCrashes.ts";
import { crashHistory, noCrashes } from "./journalCrashes.ts";

const { seed: first, count } = readOptions(process.argv.slice(2));

const journal = noCrashes();
const engine = noEngineCrashes();
try {
  for (let seed = first; seed < first + count; seed++) {
    await crashHistory(FileLog, seed, journal);
    await engineHistory(soundEngine, seed, engine);
    if (process.stderr.isTTY)
      process.stderr.write(`\rseed ${seed}: ${journal.crashPoints + engine.crashPoints} cuts`);
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  console.log(`${count} histories from seed ${first}: nothing acknowledged was lost. What they met:`);
  console.table({ journal, engine });
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  console.error(`Repeat it: npm run sim -- --seed <the seed named above> --count 1`);
  process.exitCode = 1;
}

/** Reads the command line; what is wrong with it, or its help, is written, and the process ends. */
function readOptions(args: readonly string[]): { readonly seed: number; readonly count: number } {
  const command = new Command("npm run sim --")
    .description(
      "simulates histories of journal and engine by seed, cut at every moment that a disk would notice",
    )
    .option("--seed <n>", "the first history", wholeNumber, 1)
    .option("--count <n>", "how many", wholeNumber, 20)
    .allowExcessArguments(false)
    .exitOverride();
  try {
    return command.parse(args, { from: "user" }).opts();
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
