import type { RunnerTestSuite } from "vitest";
import { beforeAll } from "vitest";

/**
 * The tests of a file that calls this are steps of one story: each begins where the one before it ended, so
 * they stay in order where others are shuffled (`npm run test:steady`).
 */
export function tellInOrder(): void {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that are wanted from the pattern
  beforeAll(({}, file) => keepOrder(file as RunnerTestSuite));
}

function keepOrder(suite: RunnerTestSuite): void {
  suite.shuffle = false;
  for (const task of suite.tasks) if (task.type === "suite") keepOrder(task);
}
