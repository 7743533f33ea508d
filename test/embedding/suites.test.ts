import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * The suites of examples/ as somebody has them who copied them into a project that has outcry installed: they
 * pass, and a test of theirs that is made to fail leaves a bundle. They use the build (`npm test` makes it).
 */

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "dist/program/main.js");

const python = ["python3", "/usr/bin/python3", "/usr/local/bin/python3"].find(
  (path) => spawnSync(path, ["-c", "import pytest"]).status === 0,
);
const NO_PYTEST = "there is no Python with pytest here";

/** A project with the files of an example, and with outcry and vitest where npm would put them. */
function projectOf(...examples: readonly string[]): string {
  const project = temporaryDirectory();
  // Caches that runners leave beside the originals stay there.
  const filter = (path: string) => !/node_modules|__pycache__/.test(path.slice(ROOT.length));
  for (const example of examples) cpSync(join(ROOT, example), project, { recursive: true, filter });
  mkdirSync(join(project, "node_modules"));
  symlinkSync(ROOT, join(project, "node_modules/outcry"));
  symlinkSync(join(ROOT, "node_modules/vitest"), join(project, "node_modules/vitest"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return project;
}

/** Changes what a test expects, so that it fails. */
function spoil(file: string, right: string, wrong: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(right);
  writeFileSync(file, text.replace(right, wrong));
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

function run(
  project: string,
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: "", ...env };
  // A runner inside a runner: it must not take itself for a part of it.
  for (const name of ["NODE_TEST_CONTEXT", "VITEST", "VITEST_POOL_ID", "VITEST_WORKER_ID", "TEST"])
    delete environment[name];
  return new Promise((resolve) => {
    execFile(command, words, { cwd: project, env: environment }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

const nodeTest = (project: string) => run(project, process.execPath, ["--test", "--test-reporter=tap"]);
const vitest = (project: string) =>
  run(project, process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--root", project, ...PATIENTLY]);
/** On a busy machine a venue may take longer to start than the five and ten seconds that vitest waits. */
const PATIENTLY = ["--testTimeout=300000", "--hookTimeout=300000"];
const pytest = (project: string) =>
  run(project, python!, ["-B", "-m", "pytest", "-p", "no:cacheprovider"], {
    OUTCRY_COMMAND: `'${process.execPath}' '${MAIN}'`,
    OUTCRY_BUNDLES: "bundles",
  });

/** What was left of the tests that failed: a directory each, whole. */
function bundlesIn(project: string): readonly string[] {
  const directory = join(project, "bundles");
  const names = existsSync(directory) ? readdirSync(directory) : [];
  for (const name of names)
    expect(readdirSync(join(directory, name)).sort()).toEqual(["data", "requests.ndjson", "timeline.txt"]);
  return names;
}

const timelineOf = (project: string, name: string) =>
  readFileSync(join(project, "bundles", name, "timeline.txt"), "utf8");

test("node:test: what failed is kept", async () => {
  const project = projectOf("examples/node-test");
  spoil(join(project, "trading.test.js"), "assert.equal(list.length, 1)", "assert.equal(list.length, 2)");
  const failed = await nodeTest(project);
  expect(failed.said).toMatch(/^# pass 2\n# fail 1\n/m);
  expect({ code: failed.code, left: bundlesIn(project) }).toEqual({
    code: 1,
    left: ["a-taker-buys-from-a-maker"],
  });
  expect(timelineOf(project, "a-taker-buys-from-a-maker")).toContain("POST /capi/v2/order/placeOrder 200");
});

test("vitest: what failed is kept", async () => {
  const project = projectOf("examples/vitest");
  spoil(join(project, "trading.test.js"), 'status: "open"', 'status: "filled"');
  const failed = await vitest(project);
  expect(failed.said).toMatch(/1 failed.*2 passed/);
  expect({ code: failed.code, left: bundlesIn(project) }).toEqual({ code: 1, left: ["an-order-rests"] });
  expect(timelineOf(project, "an-order-rests")).toContain("placeOrder done (bot)");
});

test("pytest: what failed is kept", async ({ skip }) => {
  if (python === undefined) return skip(NO_PYTEST);
  const project = projectOf("examples/pytest", "clients/python");
  spoil(join(project, "test_trading.py"), '("LONG", "0.1000")', '("LONG", "0.2000")');
  const failed = await pytest(project);
  expect(failed.said).toContain("1 failed, 2 passed");
  const name = "test_trading.py-test_an_order_rests_until_the_market_comes";
  expect({ code: failed.code, left: bundlesIn(project) }).toEqual({ code: 1, left: [name] });
  expect(timelineOf(project, name)).toContain("placeOrder done (demo-1)");
});

test("GitHub Actions: its steps are commands by which node:test and pytest pass, and keep what failed tests leave", async ({
  skip,
}) => {
  const workflow = readFileSync(join(ROOT, "examples/github-actions/outcry.yml"), "utf8");
  const steps = [...workflow.matchAll(/^ {6}- run: (.*)$/gm)].map(([, step]) => step!);
  expect(steps).toEqual([
    "npm ci",
    "node --test",
    "npm ci",
    "python -m pip install pytest",
    "python -m pytest",
  ]);
  expect([...workflow.matchAll(/^ {10}path: (.*)$/gm)].map(([, path]) => path)).toEqual([
    "bundles",
    "bundles",
  ]);
  expect(workflow).toContain("OUTCRY_BUNDLES: bundles\n");
  const project = projectOf("examples/node-test", "examples/pytest", "clients/python");
  // What the workflow's own steps bring into the PATH: its Node.js and its Python, and the command that npm
  // links.
  const bin = join(project, "bin");
  mkdirSync(bin);
  for (const [name, target] of [
    ["node", `'${process.execPath}' "$@"`],
    ["python", `'${python ?? "python"}' "$@"`],
    ["npx", `[ "$1 $2" = "--no-install outcry" ] && shift 2 && exec '${process.execPath}' '${MAIN}' "$@"`],
  ] as const)
    writeFileSync(join(bin, name), `#!/bin/sh\n${name === "npx" ? "" : "exec "}${target}\n`, { mode: 0o755 });
  for (const [step, passed] of [
    ["node --test", /^ℹ pass 3$/m],
    ["python -m pytest", /\b3 passed\b/],
  ] as const) {
    if (step.startsWith("python") && python === undefined) return skip(NO_PYTEST);
    const { code, said } = await run(project, "bash", ["-e", "-c", step], {
      PATH: `${bin}:${process.env.PATH}`,
      OUTCRY_BUNDLES: "bundles",
      PYTHONDONTWRITEBYTECODE: "1",
    });
    expect(code, `${step}\n${said}`).toBe(0);
    expect(said).toMatch(passed);
    expect(bundlesIn(project)).toEqual([]);
  }
});
