import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// What Node.js has compiled once it finds again: in the workers, which take it from here, and in every
// program that a test starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/**
 * What takes longest on the clock goes first, so that no core waits for it at the end; a fresh clone has no
 * durations to go by.
 */
const LONGEST =
  "cluster/trial embedding/blocks browser/axe run/run browser/terminal journal/postgresLog reference/differential cluster/builds browser/documentation " +
  "embedding/restart venue/endless venue/kill cluster/moves simulation/journalConformance venue/branch embedding/suites cli/serve browser/hands " +
  "conformance/hostile-requests browser/firstMinutes embedding/examples venue/replay cluster/mishaps simulation/crash package cli/record";
const LONGEST_FILES = LONGEST.split(" ").map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST_FILES.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? LONGEST_FILES.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The seed of a random order of files and tests, from `npm run test:steady`. */
const ORDER = process.env["OUTCRY_ORDER"];

/**
 * Every core and one more, since many tests wait (two more took longer); by default one core is left over.
 */
export const MAX_WORKERS = availableParallelism() + 1;

/**
 * What a mode says to the tests: `npm run test:long` is "long": more seeds, more crashes, and the time they
 * take; `npm run golden` is "record".
 */
const SAID: Record<string, Record<string, string>> = {
  long: { OUTCRY_LONG: "1" },
  record: { OUTCRY_RECORD: "1" },
};

export default defineConfig(({ mode }) => ({
  test: {
    // Tests start the program as its users do.
    globalSetup: "scripts/program.mjs",
    setupFiles: [
      "test/randomInput.ts",
      "test/nothingLeft.ts",
      "test/quickEquality.ts",
      "test/bundledThreads.ts",
      "test/steady/processorTime.ts",
      "test/steady/lateness.ts",
    ],
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    // A client brings native code for sockets along, which nobody who installs the venue has.
    env: { WS_NO_BUFFER_UTIL: "1", ...SAID[mode] },
    // What a test takes is the machine's affair: with six others on two cores a minute's is ten.
    testTimeout: mode === "long" ? 180 * 60_000 : 600_000,
    hookTimeout: 600_000,
    // What is waited for comes when it comes; on a busy machine nothing less than the time of a test is
    // enough for certain.
    expect: { poll: { timeout: 200_000 } },
    maxWorkers: MAX_WORKERS,
    sequence: ORDER === undefined ? { sequencer: LongestFirst } : { shuffle: true, seed: Number(ORDER) },
    // No module of ours has state of its own, so files may share what they import.
    isolate: false,
    // Node.js reads TypeScript by itself; modules that Vite has rewritten run a third slower. No test mocks a
    // module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
}));
