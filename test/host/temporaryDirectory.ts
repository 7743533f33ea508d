import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A new directory. @returns its path, and how it is taken away */
function made(): readonly [string, () => void] {
  const path = mkdtempSync(join(tmpdir(), "outcry-test-"));
  return [path, () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })];
}

/** A directory that is gone after the test. */
export function temporaryDirectory(): string {
  const [path, remove] = made();
  onTestFinished(remove);
  return path;
}

/** A directory that is gone after the tests of the file, or of the block, that asks for it. */
export function directoryOfFile(): string {
  const [path, remove] = made();
  afterAll(remove);
  return path;
}
