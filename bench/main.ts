import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Presets, SingleBar } from "cli-progress";
import { rootOf } from "./entry.ts";
import { generate, PROFILES } from "./flow.ts";
import { isNamed, readOptions } from "./options.ts";
import { grade, type Outcome, type Row, runRow } from "./row.ts";
import { ROWS } from "./rows.ts";
import { flowTable, table } from "./table.ts";

/**
 * `npm run bench [-- ROW…]`, `npm run bench -- --help`
 *
 * Runs the rows named, or all but those that take many minutes, prints a table and merges the outcomes into
 * the results file, row by row. Exits with 1 if a row fails or stays below its floor.
 */
const options = readOptions(
  process.argv.slice(2),
  ROWS.map(({ id }) => id),
);
const { quick, seed, orders, results } = options;
if (options.flows) {
  console.log(flowTable(Object.keys(PROFILES).map((name) => generate(name, seed))));
  process.exit();
}

const rows = choose(options.rows);
await buildLanes();
const bar = new SingleBar(
  { format: "{bar} {percentage} % {row}", clearOnComplete: true, hideCursor: true },
  Presets.shades_classic,
);
const outcomes: [Row, Outcome][] = [];
const failures: string[] = [];
bar.start(rows.length, 0, { row: "" });
for (const [i, row] of rows.entries()) {
  const progress = (done: number): void => bar.update(i + done, { row: row.id });
  progress(0);
  try {
    const outcome = await runRow(row, { quick, seed, orders, progress });
    outcomes.push([row, outcome]);
    if (!quick) await record(row, outcome);
  } catch (error) {
    failures.push(`${row.id}: ${error instanceof Error ? error.message : error}`);
  }
}
bar.stop();
console.log(table(outcomes));
for (const failure of failures) console.error(failure);
if (quick) console.log("A quick look: nothing was written to the results.");
if (failures.length > 0 || outcomes.some(([row, { ratio }]) => grade(row, ratio) === "below")) {
  process.exitCode = 1;
}

/** Bundles the lanes, unless they are the present sources'. */
async function buildLanes(): Promise<void> {
  const source = pathToFileURL(join(rootOf(import.meta.dirname), "scripts/program.mjs"));
  const module = (await import(source.href)) as { buildLanes(): Promise<void> };
  await module.buildLanes();
}

function choose(names: readonly string[]): readonly Row[] {
  return ROWS.filter((row) => {
    if (row.isLong) return names.includes(row.id);
    return names.length === 0 || names.some((name) => isNamed(row.id, name));
  });
}

/** Puts one row's outcome into the results, which stay sorted as the rows are; others stay as they were. */
async function record({ id, unit }: Row, { ours, peers, ratio }: Outcome): Promise<void> {
  const text = await readFile(results, "utf8").catch(() => "[]");
  const known = JSON.parse(text) as { id: string }[];
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const entry = {
    id,
    unit,
    ours: rounded(ours),
    peers: Object.fromEntries(Object.entries(peers).map(([name, value]) => [name, rounded(value)])),
    ratio: rounded(ratio),
  };
  const place = (id: string): number => ROWS.findIndex((row) => row.id === id);
  const merged = [...known.filter((other) => other.id !== id), entry].sort(
    (a, b) => place(a.id) - place(b.id),
  );
  const aside = `${results}.new`;
  await writeFile(aside, `${JSON.stringify(merged, null, 2)}\n`);
  await rename(aside, results);
}
