import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";

/** The classes a trial exercises: the real ones, or copies with a bug planted on purpose. */
export interface JournalUnderTest {
  readonly FileLog: typeof FileLog;
  readonly FileSnapshots: typeof FileSnapshots;
}

export const journal: JournalUnderTest = { FileLog, FileSnapshots };

/** The reason of a `LogError`, of whichever copy of the class; other errors are thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "LogError" && "reason" in error) return String(error.reason);
  throw error;
}

/** Fails a trial with what it found. */
export function ensure(condition: boolean, violation: () => string): asserts condition {
  if (!condition) throw new Error(violation());
}
