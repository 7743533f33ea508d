/**
 * `npm run test:steady [-- 10] [--load 8] [--shuffle] [--late] [--at-once 5] [--each 200 FILES] [--table]`:
 * the tests again and again, which must be green every time. A line a run; the log of a red one is kept in
 * `dist/steady`, and so is a table of what each file took. With `--table` what the rooms took stands in
 * CONTRIBUTING.md afterwards.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { MAX_WORKERS } from "../../vitest.config.ts";
import type { FileCost } from "./fileCosts.ts";
import { Load } from "./load.ts";
import type { SuiteResult, SuiteRun } from "./suiteRun.ts";
import { runSuite } from "./suiteRun.ts";
import { tableOf, withRooms } from "./table.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "dist/steady");
const LOAD = 8;
/** How many of ten runs are in random order. */
const SHUFFLED_OF_TEN = 3;
const FROM_ONE = /^[1-9]\d*$/;

/** Runs, one after another or several at once. */
interface Round {
  /**
   * So much else wants the processor beside each: what runs at once with it, and busy processes for the rest.
   */
  readonly load: number;
  readonly atOnce: number;
  readonly runs: readonly SuiteRun[];
}

const { rounds, tells } = planOf(process.argv.slice(2));
const total = rounds.reduce((sum, { runs }) => sum + runs.length, 0);
mkdirSync(FOLDER, { recursive: true });
const costs: FileCost[] = [];
let begun = 0;
let red = 0;
for (const round of rounds) {
  const beside = new Load();
  const waiting = round.runs.values(); // of all lanes: each takes the next
  let lanes = round.atOnce;
  const fill = () => beside.keep(lanes === 0 ? 0 : Math.max(0, round.load - MAX_WORKERS * (lanes - 1)));
  await fill();
  await Promise.all(
    Array.from({ length: round.atOnce }, async () => {
      for (const run of waiting) await tellOf(run, ++begun, round);
      lanes--;
      await fill();
    }),
  );
}
const table = join(FOLDER, "files.md");
writeFileSync(table, tableOf(costs));
if (tells) {
  const page = join(ROOT, "CONTRIBUTING.md");
  writeFileSync(page, withRooms(readFileSync(page, "utf8"), costs));
}
console.log(`${red === 0 ? "always green" : `${red} red`}; what each file took: ${relative(ROOT, table)}`);
if (red > 0) process.exitCode = 1;

async function tellOf(run: SuiteRun, number: number, round: Round): Promise<void> {
  const log = join(FOLDER, `run-${number}.log`);
  const result = await runSuite(run, log);
  costs.push(...result.costs);
  console.log(`${String(number).padStart(3)} of ${total}  ${lineOf(run, result, round)}`);
  if (result.isGreen) return rmSync(log);
  red++;
  for (const { file, failed } of result.costs)
    for (const name of failed) console.log(`       ${file}: ${name}`);
  console.log(`       its log: ${relative(ROOT, log)}`);
}

function lineOf(
  { seed, lateness }: SuiteRun,
  { isGreen, seconds, costs }: SuiteResult,
  { load, atOnce }: Round,
): string {
  const tests = costs.reduce((sum, each) => sum + each.tests, 0);
  const others = atOnce === 1 ? "" : `, ${atOnce} at once`;
  const order = seed === undefined ? "" : `, order ${seed}`;
  const late = lateness === undefined ? "" : `, late ${lateness}`;
  const how = `${load === 0 ? "quiet" : `beside ${load}`}${others}${order}${late}`;
  return `${how.padEnd(34)}${isGreen ? "green" : "RED  "}  ${tests} tests  ${seconds.toFixed(1)} s`;
}

/** What a command line asks for; what is wrong with it, or its help, is written, and the process ends. */
function planOf(args: readonly string[]): { readonly rounds: readonly Round[]; readonly tells: boolean } {
  const command = new Command("npm run test:steady --")
    .description(
      "runs the tests again and again: half of the times quiet, half beside a load, some in random order",
    )
    .argument("[what...]", "how often (default: 10); with --each, files or folders")
    .option(
      "--load <processes>",
      `what wants the processor beside every run (with --each: ${LOAD} unless said)`,
      wholeNumber,
    )
    .option("--shuffle", "files and tests in random order, in every run")
    .option("--late", "what comes and goes over connections is late by drawn times, in every run")
    .option("--seed <n>", "of the first run that draws, one more for each after it", wholeNumber)
    .option(
      "--at-once <runs>",
      `so many of the runs beside a load side by side, each a load of ${MAX_WORKERS} to the others`,
      fromOne,
      1,
    )
    .option("--each <times>", "runs these files alone so many times", fromOne)
    .option("--table", "writes what each room took into CONTRIBUTING.md")
    .parse(args, { from: "user" });
  const given = command.opts<{
    load?: number;
    shuffle?: true;
    late?: true;
    seed?: number;
    atOnce: number;
    each?: number;
    table?: true;
  }>();
  const { load = LOAD, shuffle = false, late = false, atOnce, table: tells = false } = given;
  const what = command.args;
  let seed = given.seed ?? Math.floor(Math.random() * 1e6);
  const runOf = (files: readonly string[], isShuffled: boolean): SuiteRun => {
    const drawn = isShuffled || late ? seed++ : undefined;
    return { files, seed: isShuffled ? drawn : undefined, lateness: late ? drawn : undefined };
  };
  if (atOnce > 1 && load === 0)
    command.error("--at-once needs a load: runs side by side are none that is quiet");
  if (given.each !== undefined) {
    if (what.length === 0) command.error("--each needs files");
    if (tells) command.error("--table is of all tests: it is not for --each");
    const runs = Array.from({ length: given.each }, () => runOf(what, shuffle));
    return { rounds: [{ load, atOnce, runs }], tells };
  }
  const [often = "10", ...more] = what;
  if (more.length > 0 || !FROM_ONE.test(often))
    command.error("without --each there is one whole number from 1: how often");
  const count = Number(often);
  const quiet = given.load === undefined ? Math.ceil(count / 2) : 0;
  const shuffledFrom = count - Math.round((count * SHUFFLED_OF_TEN) / 10);
  const runs = Array.from({ length: count }, (_, i) => runOf([], shuffle || i >= shuffledFrom));
  const rounds = [
    { load: 0, atOnce: 1, runs: runs.slice(0, quiet) },
    { load, atOnce, runs: runs.slice(quiet) },
  ];
  return { rounds, tells };
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("it must be a whole number");
  return Number(text);
}

function fromOne(text: string): number {
  if (!FROM_ONE.test(text)) throw new InvalidArgumentError("it must be a whole number from 1");
  return Number(text);
}
