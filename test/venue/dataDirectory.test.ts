import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { dataFormat, FORMAT_FILE } from "../../src/assembly/venue/dataDirectory.ts";
import { dataErrorInWords } from "../../src/assembly/venue/dataErrors.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { sealOffline } from "../../src/assembly/venue/offline.ts";
import { rebuildOffline } from "../../src/assembly/venue/rebuild.ts";
import { EXIT_DATA } from "../../src/workbench/cli/exitCodes.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** Which data directories a venue takes, and that it makes nothing in those it does not. */

let data = "";

beforeEach(() => {
  const parent = temporaryDirectory();
  data = join(parent, "data");
});

/** Everything below a directory, with what is in it and when it was written. */
function everything(path: string): readonly unknown[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((each) => [each, statSync(each).isFile() ? readFileSync(each, "hex") : "", statSync(each).mtimeMs]);
}

const OTHER = "00000000-00000000";

const options = () => ({
  data,
  accounts: [{ name: "alice" }],
  requests: "all" as const,
  prices: { btc: 60_000 },
});

async function written(): Promise<void> {
  await (await startVenue(options())).stop();
}

test("a new directory gets this build's tag, and goes on with it", async () => {
  await written();
  expect(readFileSync(join(data, FORMAT_FILE), "utf8")).toBe(`${dataFormat()}\n`);
  expect(dataFormat()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/);
  await written();
});

test.each([
  ["of another format", (path: string) => writeFileSync(path, `${OTHER}\n`), `of format ${OTHER}`],
  ["without a tag", (path: string) => rmSync(path), "carries no format tag"],
])("data %s are refused with the ways on, and nothing is made or changed", async (_, spoil, said) => {
  await written();
  spoil(join(data, FORMAT_FILE));
  const before = everything(data);
  const refusal = { name: "DataUnusableError", message: expect.stringContaining(said) };
  for (const start of [
    () => startVenue({ data }),
    () => sealOffline(data),
    () => rebuildOffline(data, () => {}),
  ])
    await expect(start()).rejects.toMatchObject(refusal);
  expect(everything(data)).toEqual(before);
});

test("the command line says so in a sentence, with exit code 5", async () => {
  mkdirSync(join(data, "journal"), { recursive: true });
  const { code, stderr } = await outcry("serve", "--data", data, "--port", "0");
  expect(code).toBe(EXIT_DATA);
  expect(stderr).toMatch(/carries no format tag; this program has format .*outcry dump.*outcry load/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(data)).toEqual(["journal"]);
});

test("a directory of somebody's other things is not taken, and nothing in it is touched", async () => {
  mkdirSync(data, { mode: 0o755 });
  writeFileSync(join(data, "thesis.txt"), "years of work", { mode: 0o644 });
  const before = everything(data);
  await expect(startVenue({ data })).rejects.toThrow(/holds other things \(thesis\.txt\) and no venue/);
  expect([everything(data), statSync(data).mode & 0o777]).toEqual([before, 0o755]);
});

describe("everything is its owner's alone", () => {
  /** What others may do something with, below and with a directory itself. */
  function open(path: string): readonly string[] {
    const names = readdirSync(path, { recursive: true }).map((name) => join(path, String(name)));
    return [path, ...names].filter((each) => (statSync(each).mode & 0o077) !== 0);
  }

  test("whatever the umask: journal, history, states, baselines, backups, logs, keys", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const venue = await venueOfTest(options());
    await venue.saveState("monday");
    const backup = join(data, "..", "backup");
    await venue.backup(backup, { secrets: true });
    await venue.reset({ to: "monday" });
    await fetch(`${venue.baseUrl}/capi/v2/market/time`);
    await venue.settle();
    const names = readdirSync(data, { recursive: true });
    for (const name of [
      "lock.db",
      "format",
      "master.key",
      "history.db",
      "history.db-wal",
      "states/monday/state.json",
    ])
      expect(names).toContain(name);
    expect(names.some((name) => String(name).startsWith("baselines/"))).toBe(true);
    expect([...open(data), ...open(backup)]).toEqual([]);
    await venue.stop();
    expect(open(data)).toEqual([]);
  });

  test("one that was open is mended at the start", async () => {
    const venue = await startVenue(options());
    await venue.saveState("monday");
    await venue.stop();
    chmodSync(data, 0o755);
    for (const name of readdirSync(data, { recursive: true })) chmodSync(join(data, String(name)), 0o777);
    await written();
    expect(open(data)).toEqual([]);
  });
});

describe("what cannot be used is told in a sentence, with exit code 5 and without a stack", () => {
  /** `outcry serve` of a process that may be another user's. */
  function serve(user?: number) {
    const main = join(import.meta.dirname, "../../dist/program/main.js");
    const args = [main, "serve", "--data", data, "--port", "0", "--market", "empty"];
    const as = user === undefined ? {} : { uid: user, gid: user };
    const { status, stderr } = spawnSync(process.execPath, args, { ...as, encoding: "utf8" });
    expect(stderr).not.toMatch(/\n\s+at /);
    return { status, stderr };
  }

  const damages: readonly (readonly [what: string, damage: () => void, said: RegExp])[] = [
    ["a missing master key", () => rmSync(join(data, "master.key")), /master\.key is missing.*put it back/],
    [
      "a master key cut short",
      () => writeFileSync(join(data, "master.key"), "c2hvcnQ=\n"),
      /32 bytes in base64.*restore/,
    ],
    [
      "another master key",
      () => writeFileSync(join(data, "master.key"), `${"A".repeat(43)}=\n`),
      /not the one that encrypted/,
    ],
    [
      "credentials that are no JSON",
      () => writeFileSync(join(data, "demo-credentials.json"), "{"),
      /not what a venue wrote/,
    ],
    [
      "credentials of another shape",
      () => writeFileSync(join(data, "demo-credentials.json"), "{}"),
      /not what a venue wrote/,
    ],
    [
      "a damaged lock file",
      () => writeFileSync(join(data, "lock.db"), "x".repeat(4096)),
      /lock\.db cannot be locked.*delete it/,
    ],
    [
      "a file where the journal is",
      () => {
        renameSync(join(data, "journal"), join(data, "journal.away"));
        writeFileSync(join(data, "journal"), "");
      },
      /directory is needed/,
    ],
  ];

  test.each(damages)("%s", async (_, damage, said) => {
    await written();
    damage();
    const key = readdirSync(data).includes("master.key");
    const { status, stderr } = serve();
    expect(stderr).toMatch(said);
    expect(status).toBe(EXIT_DATA);
    expect(readdirSync(data).includes("master.key")).toBe(key);
  });

  test("a directory of another user", async () => {
    await written();
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) chmodSync(data, 0o000);
    onTestFinished(() => chmodSync(data, 0o700));
    const { status, stderr } = serve(isRoot ? 65_534 : undefined);
    expect(stderr).toMatch(/EACCES.*give the directory.*to the user that runs the venue/);
    expect(status).toBe(EXIT_DATA);
  });

  test.each(["EROFS", "ENOSPC", "EDQUOT", "EIO", "EPERM"])("%s from whichever call", (code) => {
    const error = Object.assign(new Error(`${code}: a reason, open '/data/journal'`), {
      code,
      syscall: "open",
    });
    expect(dataErrorInWords("/data", error)).toMatchObject({
      name: "DataUnusableError",
      message: expect.stringMatching(/^\/data cannot be used \(E\w+: .*\): .{20}/),
    });
  });

  test("what is no refusal of the file system stays what it is", () => {
    for (const error of [
      new TypeError("a bug"),
      Object.assign(new Error("no"), { code: "ECONNREFUSED", syscall: "connect" }),
    ])
      expect(dataErrorInWords("/data", error)).toBe(error);
  });
});
