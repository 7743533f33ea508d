/**
 * `npm run sim [-- --seed N --count N]`: simulated histories of journal and engine by seed. Each is cut at every moment
 * that changes what a disk would keep, and must come back with all that was acknowledged. The first seed that does not
 * is named, and `--seed N --count 1` repeats it.
 */
import { parseArgs } from "node:util";
import { FileLog } from "../../src/journal/fileLog.ts";
import { engineHistory, noEngineCrashes, soundEngine } from "./engineCrashes.ts";
import { crashHistory, noCrashes } from "./journalCrashes.ts";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "20" } },
});
const first = wholeNumber("seed", values.seed);
const count = wholeNumber("count", values.count);

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

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  console.error(`--${name} is a whole number from 1, got '${text}'`);
  process.exit(2);
}
