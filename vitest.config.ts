import { defineConfig } from "vitest/config";

/** `npm run test:long` is mode "long": more seeds, more crashes, and the time they take. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"],
    env: mode === "long" ? { OUTCRY_LONG: "1" } : {},
    testTimeout: mode === "long" ? 30 * 60_000 : 60_000,
    hookTimeout: 60_000,
  },
}));
