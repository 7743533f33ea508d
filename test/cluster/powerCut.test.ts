import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { isMissing, usingPostgres } from "../journal/postgres.ts";

/** The processes of this machine that have not ended. */
function processes() {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, , state]) => !state!.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** A server has children that end by themselves. */
function stop(pid: number): void {
  try {
    process.kill(pid, "SIGSTOP");
  } catch (error) {
    expect(error).toMatchObject({ code: "ESRCH" });
  }
}

describe.skipIf(isMissing)("a server that is killed", () => {
  const postgres = usingPostgres({ standbys: 0 });

  test("is killed with all its processes", async () => {
    const [server] = postgres().servers;
    const family = processes().filter(({ pid, parent }) => pid === server!.pid || parent === server!.pid);
    expect(family.length).toBeGreaterThan(3);
    // A server that is gone takes its children along by itself, unless they stand still.
    for (const { pid } of family) if (pid !== server!.pid) stop(pid);
    await server!.kill();
    const left = new Set(processes().map(({ pid }) => pid));
    expect(family.filter(({ pid }) => left.has(pid))).toEqual([]);
  });
});
