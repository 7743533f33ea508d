import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { PROFILES } from "../../bench/flow.ts";
import { ROWS } from "../../bench/rows.ts";

/** The benchmarks' command line, as npm runs it; no row runs. It uses the build. */

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "../../bench/main.ts");
const PAGE = join(import.meta.dirname, "../../docs/reference/performance.md");

interface Ended {
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}
const bench = (...args: readonly string[]): Promise<Ended> =>
  run(process.execPath, [MAIN, ...args]).catch((ended: Ended) => ended);

test("--help says what it takes, and names the rows", async () => {
  const { code, stdout, stderr } = await bench("--help");
  expect({ code, stderr }).toEqual({ code: undefined, stderr: "" });
  expect(stdout).toMatch(/^Usage: npm run bench -- \[options\] \[rows\.\.\.\]/);
  for (const word of [
    "--quick",
    "--seed",
    "--orders",
    "--results",
    "--flows",
    "core-mixed",
    "signature-timing",
  ])
    expect(stdout).toContain(word);
});

test.each([
  [["--nothing"], "unknown option '--nothing'"],
  [["nothing", "book-move"], "there is no row nothing"],
  [["nothing-"], "there is no row nothing-"],
  [["--seed", "x"], "It must be a whole number of at least 0"],
  [["--orders", "5"], "It must be a whole number of at least 100000"],
])("%j is wrong usage", async (args, why) => {
  const { code, stdout, stderr } = await bench(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(why);
  expect(stderr).not.toContain("    at ");
});

test("the page on performance tells the floors of the core's rows", () => {
  const told = [...readFileSync(PAGE, "utf8").matchAll(/^\| `(core-\w+)` \|[^|]*\| ([\d.]+) \|/gm)];
  const floors = Object.keys(PROFILES).map((profile) => {
    const { id, floor } = ROWS.find((row) => row.id === `core-${profile}`)!;
    return [id, floor];
  });
  expect(told.map(([, id, floor]) => [id, Number(floor)])).toEqual(floors);
});
