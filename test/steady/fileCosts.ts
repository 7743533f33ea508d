import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What a test file took in one run. */
export interface FileCost {
  readonly file: string;
  readonly seconds: number;
  /** Seconds of processor time, with the programs that the tests started. */
  readonly processorSeconds: number;
  readonly tests: number;
  /** The titles of its suites, or of its tests where there is none. */
  readonly proves: readonly string[];
  /** Names of the tests that failed; the file itself where it failed outside of them. */
  readonly failed: readonly string[];
}

/** Where {@link FileCosts} leaves what it saw, as JSON. */
export const COSTS_FILE = "OUTCRY_FILE_COSTS";

/**
 * A reporter of vitest that keeps what each file took, and says at once why a test failed: the end of a run
 * beside a load is hours away.
 */
export default class FileCosts implements Reporter {
  readonly #costs: FileCost[] = [];

  onTestCaseResult(test: TestCase): void {
    for (const { message, stacks = [] } of test.result().errors ?? []) {
      const places = stacks.map(({ file, line }) => `    at ${relative(process.cwd(), file)}:${line}`);
      console.log([`${test.fullName}: ${message}`, ...places].join("\n"));
    }
  }

  /** After each file, so that a run that does not come to its end has told what it saw. */
  onTestModuleEnd(module: TestModule): void {
    this.#costs.push(costOf(module));
    const path = process.env[COSTS_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#costs));
  }
}

function costOf(module: TestModule): FileCost {
  const { duration, collectDuration } = module.diagnostic();
  const meta = module.meta() as { readonly processorMs?: number };
  const tests = [...module.children.allTests()];
  const outer = [...module.children];
  const suites = outer.filter(({ type }) => type === "suite");
  const failed = tests.filter((each) => each.result().state === "failed").map(({ fullName }) => fullName);
  return {
    file: relative(module.project.config.root, module.moduleId),
    seconds: (duration + collectDuration) / 1_000,
    processorSeconds: (meta.processorMs ?? 0) / 1_000,
    tests: tests.length,
    proves: (suites.length > 0 ? suites : outer).map(({ name }) => name),
    failed: failed.length === 0 && module.state() === "failed" ? ["the file itself"] : failed,
  };
}
