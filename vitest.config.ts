import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that compute for long: they run on Node.js's own modules, which costs a third less than rewritten ones. */
const COMPUTING = ["test/simulation/**/*.test.ts", "test/reference/**/*.test.ts"];

/** `npm run test:long` is mode "long": more seeds, more crashes, and the time they take. */
export default defineConfig(({ mode }) => {
  const shared = {
    env: mode === "long" ? { OUTCRY_LONG: "1" } : {},
    testTimeout: mode === "long" ? 30 * 60_000 : 120_000,
    hookTimeout: 120_000,
    // No module of ours has state of its own, so files may share what they import: importing was a third of the time.
    isolate: false,
  };
  return {
    test: {
      // Every core: by default one is left for whoever waits, which on two cores doubles the time.
      maxWorkers: availableParallelism(),
      projects: [
        {
          test: {
            ...shared,
            name: "computing",
            include: COMPUTING,
            experimental: { viteModuleRunner: false },
          },
        },
        {
          test: {
            ...shared,
            name: "all else",
            include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
            exclude: ["**/node_modules/**", ...COMPUTING],
          },
        },
      ],
    },
  };
});
