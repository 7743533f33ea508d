import { readdirSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";

/**
 * Of every test file: the processor time that it took, its own and that of the programs that it started,
 * ended or not (a browser goes on for the next file), for {@link FileCosts}.
 */
const before = processorMs();
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that are wanted from the pattern
afterAll(({}, file) => {
  Object.assign(file.meta, { processorMs: processorMs() - before });
});

/** Processor time of this process and of all below it, ms; without Linux, of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  const all = processes();
  const own = all.find(({ pid }) => pid === process.pid);
  let sum = (user + system) / 1_000 + (own?.endedMs ?? 0);
  const below = new Set([process.pid]);
  // A child has been started after its parent.
  for (const { pid, parent, ms, endedMs } of all) {
    if (pid === process.pid || !below.has(parent)) continue;
    below.add(pid);
    sum += ms + endedMs;
  }
  return sum;
}

/** Every process: its own time and that of its children which have ended; oldest first. */
function processes() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)))
      .sort((a, b) => a.started - b.started || a.pid - b.pid);
  } catch {
    return [];
  }
}

/** None where it has just ended. Times are in hundredths of a second (proc_pid_stat(5)). */
function statOf(pid: number) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
    const fields = line.split(" ").map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
    return [
      {
        pid,
        parent: fields[1]!,
        started: fields[19]!,
        ms: (user + system) * 10,
        endedMs: (endedUser + endedSystem) * 10,
      },
    ];
  } catch {
    return [];
  }
}
