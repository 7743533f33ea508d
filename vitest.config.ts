import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// What Node.js has compiled once it finds again: in the workers, which take it from here, and in every program that a test starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** `npm run test:long` is mode "long": more seeds, more crashes, and the time they take. */
export default defineConfig(({ mode }) => ({
  test: {
    // Tests start the program as its users do.
    globalSetup: "scripts/program.mjs",
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    env: mode === "long" ? { OUTCRY_LONG: "1" } : {},
    testTimeout: mode === "long" ? 30 * 60_000 : 120_000,
    hookTimeout: 120_000,
    // Every core and one more, since many tests wait; by default one core is left over, which on two doubles the time.
    maxWorkers: availableParallelism() + 1,
    // No module of ours has state of its own, so files may share what they import.
    isolate: false,
    // Node.js reads TypeScript by itself; modules that Vite has rewritten run a third slower. No test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
}));
