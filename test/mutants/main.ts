/**
 * `npm run test:mutants -- --seed 1 --count 20 [--in src/kernel/core] [--rooms core,reference] [--patience
 * 120] [--score FILE]`: makes a small mistake in the code, and looks which test fails of it; and again, as
 * often as is asked for. A line a mutant, and their score.
 *
 * What was found stands in a file, a row a mutant; those that are in it are not tried again, so that more can
 * be added to it. The mistakes are made in a copy, never here. One that does not compile is drawn again.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { belongs, testFiles } from "../../scripts/rooms.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { Mutation } from "./mutation.ts";
import { mutated, mutationsOf } from "./mutation.ts";
import type { Row } from "./score.ts";
import { rowsIn, SCORE_FILE, scoreOf } from "./score.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Folders that are not the project's own text; a copy has links to them. */
const LINKED = ["node_modules", "test/browser/chromium/node_modules"];
const NOT_COPIED = [".git", "dist", ...LINKED];

const { seed, count, folder, rooms, patience, score } = optionsOf(process.argv.slice(2));
const sources = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|\/generated\//.test(file))
  .sort();
const candidates = sources.flatMap((file) =>
  mutationsOf(readFileSync(join(ROOT, file), "utf8")).map((mutation) => ({ file, mutation })),
);
const known = new Map(rowsIn(score).map((row) => [keyOf(row, row.rooms), row]));
const copy = mkdtempSync(join(tmpdir(), "outcry-mutants-"));
try {
  copyTo(copy);
  const rng = new SeededRng(seed);
  const drawn = new Set<number>();
  let judged = 0;
  while (judged < count && drawn.size < candidates.length) {
    const at = rng.below(candidates.length);
    if (drawn.has(at)) continue;
    drawn.add(at);
    const { file, mutation } = candidates[at]!;
    const row = known.get(keyOf({ ...mutation, file }, rooms)) ?? (await rowOf(file, mutation));
    if (!row.compiles) continue;
    judged++;
    console.log(`${String(judged).padStart(3)} of ${count}  ${textOf(row)}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${scoreOf(rowsIn(score))}; all of them: ${relative(ROOT, score)}`);

/** The same mistake, tried on the same rooms, wherever its line stands by now. */
function keyOf(
  { file, from, to, nth }: Pick<Row, "file" | "from" | "to" | "nth">,
  of: readonly string[],
): string {
  return JSON.stringify([file, from, to, nth, of]);
}

/** Makes the mistake in the copy, and runs the tests of the rooms there until one fails. */
async function rowOf(file: string, mutation: Mutation): Promise<Row> {
  const path = join(copy, file);
  const source = readFileSync(join(ROOT, file), "utf8");
  writeFileSync(path, mutated(source, mutation));
  try {
    const compiles = isSound(file);
    const found = compiles ? await firstFailure(file) : { killedBy: null, outOfTime: false };
    const row = { seed, file, ...mutation, rooms, compiles, ...found };
    appendFileSync(score, `${JSON.stringify(row)}\n`);
    return row;
  } finally {
    writeFileSync(path, source);
  }
}

/** Whether the compiler takes a file of the copy, with those of its project. */
function isSound(file: string): boolean {
  let folder = dirname(file);
  while (!existsSync(join(copy, folder, "tsconfig.json"))) folder = dirname(folder);
  const args = [bin("typescript/bin/tsc"), "-p", folder, "--noEmit"];
  return spawnSync(process.execPath, args, { cwd: copy }).status === 0;
}

/**
 * The test that fails first, if one does in time: of those beside the file, then of one room after the other.
 */
async function firstFailure(file: string): Promise<Pick<Row, "killedBy" | "outOfTime">> {
  const end = performance.now() + patience * 1_000;
  const ofRooms = rooms.map((room) => testFiles().filter((test) => belongs(test, room)));
  const beside = ofRooms.flat().filter((test) => dirname(test) === dirname(file));
  for (const files of beside.length > 0 ? [beside, ...ofRooms] : ofRooms) {
    const report = await reportOf(files, end - performance.now());
    if (report === undefined) return { killedBy: null, outOfTime: true };
    const killedBy = failedIn(report);
    if (killedBy !== null) return { killedBy, outOfTime: false };
  }
  return { killedBy: null, outOfTime: false };
}

/** What vitest reports of tests, until one fails; undefined where they take longer than so many ms. */
async function reportOf(files: readonly string[], longest: number): Promise<Report | undefined> {
  const path = join(copy, "report.json");
  rmSync(path, { force: true });
  const args = ["run", "--bail=1", "--reporter=json", `--outputFile=${path}`, ...files];
  const vitest = spawn(process.execPath, [bin("vitest/vitest.mjs"), ...args], {
    ...{ cwd: copy, stdio: "ignore", detached: true },
  });
  const timer = setTimeout(() => process.kill(-vitest.pid!, "SIGKILL"), longest);
  await once(vitest, "exit");
  clearTimeout(timer);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/**
 * The first test that failed; where none did, the first file that failed as a whole, as those do, too, that
 * are given up for a test that failed; or the run, which a worker ends that fails outside of any file.
 */
function failedIn({ success, testResults }: Report): string | null {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(copy, name)}: ${fullName}`),
  );
  const files = testResults.filter(({ status }) => status === "failed");
  const run = success ? null : "the run itself";
  return tests[0] ?? (files[0] === undefined ? run : relative(copy, files[0].name));
}

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function bin(path: string): string {
  return join(ROOT, "node_modules", path);
}

function copyTo(target: string): void {
  const isLeft = (source: string) => !NOT_COPIED.includes(relative(ROOT, source));
  cpSync(ROOT, target, { recursive: true, filter: isLeft, verbatimSymlinks: true });
  for (const path of LINKED)
    if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), join(target, path));
  // The compiler's folders as they stand, so that it looks at the one that was changed alone.
  cpSync(join(ROOT, "dist"), join(target, "dist"), { recursive: true });
}

function textOf({ file, line, kind, from, to, killedBy, outOfTime }: Row): string {
  const missed = outOfTime ? "not found in time" : "NOT FOUND";
  const found = killedBy === null ? missed : `found by ${killedBy}`;
  return `${file}:${line} ${kind}: ${from.trim()}  →  ${to.trim()}\n            ${found}`;
}

function optionsOf(args: readonly string[]) {
  const whole = (text: string) => {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError("it must be a whole number");
    return Number(text);
  };
  const command = new Command("npm run test:mutants --")
    .description("makes small mistakes in the code, and looks which test fails of each")
    .option("--seed <n>", "draws the mistakes", whole, 1)
    .option("--count <n>", "so many of the seed, with those that are known", whole, 20)
    .option("--in <folder>", "where they are made", "src/kernel/core")
    .option("--rooms <names>", "whose tests are run, as for npm test", "core,reference")
    .option("--patience <s>", "how long tests may take to find one, then it is not found", whole, 120)
    .option("--score <file>", "where what was found stands", SCORE_FILE)
    .parse(args, { from: "user" });
  const given = command.opts<{
    seed: number;
    count: number;
    in: string;
    rooms: string;
    patience: number;
    score: string;
  }>();
  const rooms = given.rooms.split(",");
  const empty = rooms.filter((room) => !testFiles().some((file) => belongs(file, room)));
  if (empty.length > 0) command.error(`--rooms: no tests belong to ${empty.join(", ")}`);
  if (!existsSync(join(ROOT, given.in))) command.error(`--in: there is no ${given.in}`);
  return { ...given, folder: given.in, rooms };
}
