import { readFile, rename, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Presets, SingleBar } from "cli-progress";
import { generate, PROFILES } from "./flow.ts";
import { grade, type Outcome, type Row, runRow } from "./row.ts";
import { ROWS } from "./rows.ts";
import { flowTable, table } from "./table.ts";

/**
 * `npm run bench [-- ROW… --quick --seed N --orders N --results FILE]`, or `npm run bench -- --flows`
 *
 * Runs the rows named (a name ending in a dash means all that begin with it), or all but those that take many minutes,
 * prints a table and merges the outcomes into the results file, row by row. Exits with 1 if a row fails or stays below
 * its floor. `--orders` is the size of history-scale (10 000 000).
 * With `--flows` it runs nothing, and shows what the load profiles turn out to be.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    orders: { type: "string", default: "10000000" },
    flows: { type: "boolean", default: false },
    results: { type: "string", default: "bench/results.json" },
  },
});

const seed = Number(values.seed);
const orders = Number(values.orders);
if (!Number.isSafeInteger(orders) || orders < 100_000) {
  console.error(`--orders must be an integer of at least 100000, got '${values.orders}'`);
  process.exit(2);
}
if (values.flows) {
  console.log(flowTable(Object.keys(PROFILES).map((name) => generate(name, seed))));
  process.exit();
}

const rows = choose(positionals);
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
    const outcome = await runRow(row, { quick: values.quick, seed, orders, progress });
    outcomes.push([row, outcome]);
    if (!values.quick) await record(row, outcome);
  } catch (error) {
    failures.push(`${row.id}: ${error instanceof Error ? error.message : error}`);
  }
}
bar.stop();
console.log(table(outcomes));
for (const failure of failures) console.error(failure);
if (values.quick) console.log("A quick look: nothing was written to the results.");
if (failures.length > 0 || outcomes.some(([row, { ratio }]) => grade(row, ratio) === "below")) {
  process.exitCode = 1;
}

function choose(names: readonly string[]): readonly Row[] {
  const isNamed = ({ id }: Row, name: string): boolean =>
    name.endsWith("-") ? id.startsWith(name) : id === name;
  const unknown = names.filter((name) => !ROWS.some((row) => isNamed(row, name)));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(", ")}. Rows: ${ROWS.map(({ id }) => id).join(", ")}.`);
    process.exit(2);
  }
  return ROWS.filter((row) => {
    if (row.isLong) return names.includes(row.id);
    return names.length === 0 || names.some((name) => isNamed(row, name));
  });
}

/** Puts one row's outcome into the results, which stay sorted as the rows are; others stay as they were. */
async function record({ id, unit }: Row, { ours, peers, ratio }: Outcome): Promise<void> {
  const text = await readFile(values.results, "utf8").catch(() => "[]");
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
  const aside = `${values.results}.new`;
  await writeFile(aside, `${JSON.stringify(merged, null, 2)}\n`);
  await rename(aside, values.results);
}
