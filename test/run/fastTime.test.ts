import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { FastClock } from "../../src/kernel/host/fastClock.ts";
import { namespacesHere } from "../../src/workbench/run/guard/guard.ts";
import type { RunReport } from "../../src/workbench/run/index.ts";
import { openProgramTime } from "../../src/workbench/run/programTime.ts";
import { timeText } from "../../src/workbench/run/report/report.ts";
import { inTime, timeVariables } from "../../src/workbench/run/timeMap.ts";
import { Child } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "../venue/client.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/**
 * `outcry run --speed`: programs whose time passes faster, together with the venue's. Needs libfaketime where
 * a program is run.
 */

const PROGRAMS = join(import.meta.dirname, "programs");
const API = "api-contract.example.com";
const node = process.execPath;
const START = Date.parse("2026-01-05T00:00:00Z");
const SPEED = 20;
/** What the programs wait each time, by their own clocks. */
const WAIT_MS = 60_000;
/**
 * What a wait by the host's clock is by theirs, at least: one by theirs looks like it only where the host
 * stands still for as long.
 */
const WAITED_MAX_MS = WAIT_MS * SPEED - SPEED;
/** A clock's ms are cut off, so a wait may look so much shorter. */
const CUT_MS = 2;

/** Files of shared memory that a process that is no more has left behind. */
function timeLeftBehind(before: ReadonlySet<string>): readonly string[] {
  return readdirSync("/dev/shm").filter((name) => {
    const pid = /^(?:faketime_shm|sem\.faketime_sem)_(\d+)$/.exec(name)?.[1];
    return pid !== undefined && !before.has(name) && !existsSync(`/proc/${pid}`);
  });
}

/** Why no program can be run here in fast time. */
function refusalHere(): string | undefined {
  try {
    openProgramTime([node], process.env, 100).close();
  } catch (error) {
    return (error as Error).message;
  }
  const namespaces = namespacesHere();
  return typeof namespaces === "string" ? namespaces : undefined;
}

describe("a program as it is", () => {
  const refusal = refusalHere();
  const keys = ["--env", "KEY={apiKey}", "--env", "SECRET={secret}", "--env", "PASSPHRASE={passphrase}"];

  test.for([
    [
      "python3",
      "sleeper.py",
      "sleep waited waited\nevent waited waited\nqueue waited waited\nsigned 200 2026-01-05\n",
    ],
    ["java", "Sleeper.java", "sleep waited waited\nwait waited waited\nqueue waited waited\nasked 200\n"],
    [node, "sleeper.mjs", "timer waited\ntogether true\nits child true\n"],
  ] as const)("%s", async ([interpreter, script, says], { skip }) => {
    if (refusal !== undefined) return skip(refusal);
    // Java runs a file of source where its compiler is.
    if (interpreter === "java" && spawnSync("javac", ["-version"]).status !== 0) return skip("no javac here");
    const file = join(temporaryDirectory(), "report.json");
    const quick = ["--market", "empty", "--prehistory", "0", "--price", "btc=60000"];
    const fast = ["--speed", String(SPEED), "--from", "2026-01-05", "--report", file];
    const before = new Set(readdirSync("/dev/shm"));
    const options = [...quick, ...keys, "--stand-in", API, ...fast];
    const child = new Child(["run", ...options, "--", interpreter, join(PROGRAMS, script)]);
    expect(await child.exited(), child.stderr).toBe(0);
    const waits: number[] = [];
    const said = child.stdout.replace(/(?<= )\d+(?= |$)(?<!signed 200|asked 200)/gm, (ms) => {
      waits.push(Number(ms));
      return "waited";
    });
    expect(said).toBe(says);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(WAIT_MS - CUT_MS);
    expect(Math.max(...waits)).toBeLessThan(WAITED_MAX_MS);
    const report = JSON.parse(readFileSync(file, "utf8")) as RunReport;
    expect(report).toMatchObject({ speed: SPEED, requests: { total: 1, refused: 0 } });
    expect(report.startedTime).toBeGreaterThanOrEqual(START);
    expect(report.endedTime - report.startedTime).toBeGreaterThan(WAIT_MS);
    expect(child.stderr).toContain(`${SPEED} times as fast as the host's`);
    // Other tests beside this one run programs in fast time, too, and what theirs leave is deleted a moment
    // after they end.
    await expect.poll(() => timeLeftBehind(before)).toEqual([]);
  });
});

test("a venue lives by the clock it is given: market time, signatures, limits", async () => {
  const clock = new FastClock(systemClock, START);
  const venue = await venueOfTest({
    clock: "wall",
    hostClock: clock,
    strictFreshness: true,
    limits: "seed",
    prices: { btc: 60_000 },
  });
  expect(venue.engine.now() - START).toBeGreaterThanOrEqual(0);
  expect(venue.engine.now() - START).toBeLessThan(3_600_000);
  const client = new Client(venue.baseUrl, venue.accounts[0]!, () => clock.wallMs());
  expect((await client.get("account/assets")).status).toBe(200);
  const host = new Client(venue.baseUrl, venue.accounts[0]!);
  expect((await host.get("account/assets")).body.code).toBe("40008");
  const untilRefused = async (): Promise<void> => {
    while ((await client.get("order/fills")).status !== 429);
  };
  await untilRefused();
  clock.run(1e7);
  await look(venue.baseUrl, "time"); // takes hours
  clock.run(1);
  expect((await client.get("order/fills")).status).toBe(200);
});

describe("the map", () => {
  const map = { library: "/lib/f.so", pythonDirectory: "/p", hostMs: 1_000, fastMs: START, speed: 50 };

  test("a program begins where the venue's time is by then, and keeps what it loads itself", () => {
    expect(timeVariables(map, 3_000, {})).toEqual({
      LD_PRELOAD: "/lib/f.so",
      FAKETIME: `@${START / 1_000 + 100}.000 x50`,
      FAKETIME_FMT: "%s",
      FAKETIME_DONT_RESET: "1",
      PYTHONPATH: "/p",
    });
    expect(timeVariables(map, 1_000, { LD_PRELOAD: "/own.so", PYTHONPATH: "/a:/b" })).toMatchObject({
      LD_PRELOAD: "/lib/f.so:/own.so",
      PYTHONPATH: "/p:/a:/b",
    });
  });

  test("without one an environment is as it was", () => {
    expect(inTime({ A: "1" }, undefined)).toEqual({ A: "1" });
    expect(inTime({ A: "1" }, map)).toMatchObject({ A: "1", LD_PRELOAD: "/lib/f.so" });
  });
});

describe("where it cannot be done, a sentence says so", () => {
  /** A program of 64 bits with the kinds of its segments. */
  function program(...segments: readonly number[]): string {
    const bytes = Buffer.alloc(64 + 56 * segments.length);
    bytes.write("\x7fELF\x02\x01", "latin1");
    bytes.writeBigUInt64LE(64n, 32);
    bytes.writeUInt16LE(56, 54);
    bytes.writeUInt16LE(segments.length, 56);
    for (const [i, kind] of segments.entries()) bytes.writeUInt32LE(kind, 64 + 56 * i);
    const file = join(temporaryDirectory(), "program");
    writeFileSync(file, bytes);
    return file;
  }
  function script(text: string): string {
    const file = join(temporaryDirectory(), "script");
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }
  const here = [import.meta.filename]; // exists, and is no library: the dynamic linker passes over it

  test.each([
    [
      "replay=files",
      "--speed with --market replay needs --from, a date that its files hold, such as 2026-01-05",
    ],
    ["follow=weex", "--speed: a followed exchange goes on at its own pace"],
  ])("--market %s", async (market, why) => {
    const { code, stderr } = await outcry(
      "run",
      "--unguarded",
      "--speed",
      "20",
      "--market",
      market,
      "--",
      "true",
    );
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });

  test("libfaketime is not there", () => {
    expect(() => openProgramTime(["true"], process.env, 10, [])).toThrow(
      /libfaketime, which is not installed here: apt install/,
    );
  });

  test("a program that is linked statically, or whose interpreter is", () => {
    const still = program(1, 1);
    expect(() => openProgramTime([still], process.env, 10, here)).toThrow("asks the kernel for the time");
    expect(() => openProgramTime([script(`#!${still}\n`)], process.env, 10, here)).toThrow("asks the kernel");
    openProgramTime([program(6, 3, 1)], process.env, 10, here).close();
    openProgramTime([script("#!/bin/sh\n")], process.env, 10, here).close();
    openProgramTime(["no-such-program"], process.env, 10, here).close();
  });

  test("an interpreter that does not follow", () => {
    const environment = { ...process.env, LD_PRELOAD: "" };
    expect(() => openProgramTime([node], environment, 2, here)).toThrow("does not follow");
    expect(() => openProgramTime([script(`#!/usr/bin/env ${"node"}\n`)], environment, 2, here)).toThrow(
      "does not follow",
    );
  });

  test.for([
    [["--from", "2026-01-05"], "--from is where --speed begins"],
    [["--speed", "0"], "--speed must be a number above 0 and at most 1000, got '0'"],
    [["--speed", "fast"], "got 'fast'"],
    [["--speed", "1001"], "got '1001'"],
    [["--speed", "2", "--clock", "frozen"], "which --clock frozen does not follow"],
    [["--speed", "2", "--from", "soon"], "--from must be a date from 2000 to 2037"],
    [["--speed", "2", "--from", "1999-12-31"], "--from must be a date"],
  ] as const)("%s", async ([options, sentence]) => {
    const { code, stderr } = await outcry("run", "--unguarded", ...options, "--", "true");
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

test("a report warns when answers take more than a second of the program's time", () => {
  const report = (slowMs: number): RunReport =>
    ({
      speed: 50,
      startedTime: START,
      endedTime: START + 60_000,
      requests: { firstTime: START + 5_000, medianMs: 20, slowMs },
    }) as RunReport;
  expect(timeText(report(999))).not.toContain("a lower --speed");
  expect(timeText(report(1_001))).toContain("a lower --speed");
  expect(timeText(report(1_001))).toContain("first answer at 2026-01-05T00:00:05.000Z");
});
