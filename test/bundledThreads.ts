import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import threads, { type WorkerOptions } from "node:worker_threads";

/**
 * The venue's threads start from `dist/program` in the tests, as its processes do, which vitest brings up to
 * date: from the sources each reads three hundred modules first, which takes eight times as much of a
 * processor.
 */

const PROGRAM = join(import.meta.dirname, "../dist/program");
const { Worker } = threads;

class ThreadOfTheProgram extends Worker {
  constructor(entry: string | URL, options?: WorkerOptions) {
    super(ofTheProgram(entry), options);
  }
}

// The tests' files of a process share its modules, and so what was replaced for the first of them.
if (Worker.name !== ThreadOfTheProgram.name) {
  threads.Worker = ThreadOfTheProgram;
  syncBuiltinESMExports();
}

/** What the build has made of a source, by its name; what is a test's own stays. */
function ofTheProgram(entry: string | URL): string | URL {
  const made = join(PROGRAM, `${basename(String(entry), ".ts")}.js`);
  return existsSync(made) ? made : entry;
}
