import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FileCost } from "./fileCosts.ts";
import { COSTS_FILE } from "./fileCosts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** How the suite, or a part of it, is run once. */
export interface SuiteRun {
  /** Files or folders; none: all. */
  readonly files: readonly string[];
  /** Seed of the order of files and tests; `undefined`: the order of every day. */
  readonly seed: number | undefined;
  /**
   * Seed of how late arrives what comes over connections ({@link file://./lateness.ts}); `undefined`: nothing
   * is made late.
   */
  readonly lateness: number | undefined;
}

export interface SuiteResult {
  readonly isGreen: boolean;
  readonly seconds: number;
  /** None where it did not come to its end. */
  readonly costs: readonly FileCost[];
}

/** Runs it, and leaves what vitest printed in `log`. */
export async function runSuite({ files, seed, lateness }: SuiteRun, log: string): Promise<SuiteResult> {
  const costs = `${log}.json`;
  rmSync(costs, { force: true });
  const reporters = ["--reporter=default", `--reporter=${join(import.meta.dirname, "fileCosts.ts")}`];
  const order = seed === undefined ? {} : { OUTCRY_ORDER: String(seed) };
  const late = lateness === undefined ? {} : { OUTCRY_LATE: String(lateness) };
  const env = { ...process.env, ...order, ...late, [COSTS_FILE]: costs, NO_COLOR: "1" };
  const began = performance.now();
  const out = createWriteStream(log);
  await once(out, "open");
  const vitest = spawn(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...files],
    { cwd: ROOT, env, stdio: ["ignore", out, out] },
  );
  const [code] = (await once(vitest, "exit")) as [number | null];
  out.close();
  const seconds = (performance.now() - began) / 1_000;
  return { isGreen: code === 0, seconds, costs: costsIn(costs) };
}

function costsIn(path: string): readonly FileCost[] {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return [];
  } finally {
    rmSync(path, { force: true });
  }
}
