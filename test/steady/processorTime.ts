import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

/** Of every test file: the processor time that it took, its own and that of the programs that it started, for {@link FileCosts}. */
const before = processorMs();
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that are wanted from the pattern
afterAll(({}, file) => {
  Object.assign(file.meta, { processorMs: processorMs() - before });
});

/** Processor time of this process and of its children that have ended, ms; without Linux, of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + childrenMs();
}

function childrenMs(): number {
  try {
    // After the name in brackets; in hundredths of a second (proc_pid_stat(5): cutime, cstime).
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}
