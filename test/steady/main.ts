/**
 * `npm run test:steady [-- 10] [--load 8] [--shuffle] [--each 200 FILES]`: the tests again and again, which must be green every time. A line a
 * run; the log of a red one is kept in `dist/steady`, and so is a table of what each file took.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { FileCost } from "./fileCosts.ts";
import type { SuiteResult, SuiteRun } from "./suiteRun.ts";
import { runSuite } from "./suiteRun.ts";
import { tableOf } from "./table.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "dist/steady");
const LOAD = 8;
/** How many of ten runs are in random order. */
const SHUFFLED_OF_TEN = 3;

const runs = planOf(process.argv.slice(2));
mkdirSync(FOLDER, { recursive: true });
const costs: FileCost[] = [];
let red = 0;
for (const [i, run] of runs.entries()) {
  const log = join(FOLDER, `run-${i + 1}.log`);
  const result = await runSuite(run, log);
  costs.push(...result.costs);
  console.log(`${String(i + 1).padStart(3)} of ${runs.length}  ${lineOf(run, result)}`);
  if (result.isGreen) rmSync(log);
  else {
    red++;
    for (const { file, failed } of result.costs)
      for (const name of failed) console.log(`       ${file}: ${name}`);
    console.log(`       its log: ${relative(ROOT, log)}`);
  }
}
const table = join(FOLDER, "files.md");
writeFileSync(table, tableOf(costs));
console.log(`${red === 0 ? "always green" : `${red} red`}; what each file took: ${relative(ROOT, table)}`);
if (red > 0) process.exitCode = 1;

function lineOf({ load, seed }: SuiteRun, { isGreen, seconds, costs }: SuiteResult): string {
  const tests = costs.reduce((sum, each) => sum + each.tests, 0);
  const order = seed === undefined ? "" : `, order ${seed}`;
  const how = `${load === 0 ? "quiet" : `beside ${load}`}${order}`;
  return `${how.padEnd(28)}${isGreen ? "green" : "RED  "}  ${tests} tests  ${seconds.toFixed(1)} s`;
}

/** The runs that a command line asks for; what is wrong with it, or its help, is written, and the process ends. */
function planOf(args: readonly string[]): readonly SuiteRun[] {
  const command = new Command("npm run test:steady --")
    .description(
      "runs the tests again and again: half of the times quiet, half beside a load, some in random order",
    )
    .argument("[what...]", "how often (default: 10); with --each, files or folders")
    .option(
      "--load <processes>",
      `busy processes beside every run (with --each: ${LOAD} unless said)`,
      wholeNumber,
    )
    .option("--shuffle", "files and tests in random order, in every run")
    .option("--seed <n>", "the order of the first shuffled run; one more for each after it", wholeNumber)
    .option("--each <times>", "runs these files alone so many times", wholeNumber)
    .exitOverride();
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode);
    throw error;
  }
  const given = command.opts<{ load?: number; shuffle?: true; seed?: number; each?: number }>();
  const what = command.args;
  let seed = given.seed ?? Math.floor(Math.random() * 1e6);
  const orderIf = (isShuffled: boolean) => (isShuffled ? seed++ : undefined);
  if (given.each !== undefined) {
    const { load = LOAD, each, shuffle = false } = given;
    if (what.length === 0) command.error("--each needs files");
    return Array.from({ length: each }, () => ({ files: what, load, seed: orderIf(shuffle) }));
  }
  if (what.length > 1) command.error("without --each there is one number: how often");
  const count = what[0] === undefined ? 10 : wholeNumber(what[0]);
  const quiet = Math.ceil(count / 2);
  const shuffledFrom = count - Math.round((count * SHUFFLED_OF_TEN) / 10);
  return Array.from({ length: count }, (_, i) => ({
    files: [],
    load: given.load ?? (i < quiet ? 0 : LOAD),
    seed: orderIf(given.shuffle === true || i >= shuffledFrom),
  }));
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("it must be a whole number");
  return Number(text);
}
