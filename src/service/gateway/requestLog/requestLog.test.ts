import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../../test/host/temporaryDirectory.ts";
import type { RequestEntry } from "./entry.ts";
import { FILE_MAX_BYTES, FILES_MAX } from "./requestFiles.ts";
import { ENTRIES_MAX, RequestLog, WATCHED_MS } from "./requestLog.ts";

const silent = { info() {}, warn() {}, error() {} };
const request = (change: Partial<RequestEntry> = {}): Omit<RequestEntry, "id"> => ({
  time: 1,
  marketTime: 2,
  method: "GET",
  path: "/p",
  key: "k",
  account: 4,
  address: "127.0.0.1",
  program: "curl/8.5.0",
  weight: { ip: 1, uid: 1 },
  status: 200,
  code: "",
  tookMs: 0.5,
  reason: "",
  ...change,
});
const ids = (entries: readonly RequestEntry[]) => entries.map(({ id }) => id);

test("the level decides", () => {
  const wanted = (["off", "errors", "all"] as const).map((level) => {
    const log = new RequestLog(level);
    return [log.wants(false), log.wants(true)];
  });
  expect(wanted).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
});

test("what an owner looks on at is logged whole, for as long as it looks", () => {
  const log = new RequestLog("errors");
  log.watch(4, 1_000);
  const wanted = [0, 1_000 + WATCHED_MS - 1, 1_000 + WATCHED_MS].map((now) => log.wants(false, 4, now));
  expect([...wanted, log.wants(false, 5, 1_000), log.wants(true, 5, 1_000)]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  log.level = "off";
  log.watch(4, 1_000);
  expect([log.wants(false, 4, 1_000), log.wants(true, 4, 1_000)]).toEqual([false, false]);
});

describe("reading", () => {
  test("the newest without a place to go on from; then what came after", () => {
    const log = new RequestLog("all");
    for (let i = 0; i < 5; i++) log.add(request());
    const first = log.read({ limit: 2 });
    expect([ids(first.entries), first.next, first.lost]).toEqual([[4, 5], 5, 0]);
    expect(log.read({ after: first.next, limit: 2 })).toEqual({ entries: [], next: 5, lost: 0 });
    log.add(request());
    expect(ids(log.read({ after: first.next, limit: 2 }).entries)).toEqual([6]);
    const paged = log.read({ after: 0, limit: 4 });
    expect([ids(paged.entries), paged.next]).toEqual([[1, 2, 3, 4], 4]);
  });

  test("filters: an account's, refused ones; the cursor passes what did not match", () => {
    const log = new RequestLog("all");
    log.add(request({ account: 5 }));
    log.add(request({ status: 400, code: "40020", reason: "no" }));
    log.add(request({ reason: "refused inside a 200" }));
    log.add(request({ account: 5, status: 429 }));
    expect(ids(log.read({ limit: 9, account: 4 }).entries)).toEqual([2, 3]);
    expect(ids(log.read({ limit: 9, refused: true }).entries)).toEqual([2, 3, 4]);
    expect(log.read({ after: 1, limit: 9, account: 9 })).toEqual({ entries: [], next: 4, lost: 0 });
  });

  test("memory is bounded: the oldest goes, and a reader is told what it missed", () => {
    const log = new RequestLog("all");
    for (let i = 0; i < ENTRIES_MAX + 7; i++) log.add(request());
    const page = log.read({ after: 2, limit: 1 });
    expect([ids(page.entries), page.lost]).toEqual([[8], 5]);
    expect(log.read({ limit: ENTRIES_MAX * 2 }).entries).toHaveLength(ENTRIES_MAX);
  });

  test("long texts are cut", () => {
    const log = new RequestLog("all");
    log.add(request({ path: "x".repeat(9_000), reason: "y".repeat(9_000) }));
    const [entry] = log.read({ limit: 1 }).entries;
    expect([entry!.path.length, entry!.reason.length]).toEqual([513, 513]);
  });
});

describe("files", () => {
  let directory: string;
  beforeEach(() => {
    directory = temporaryDirectory();
  });

  test("what was logged is there after a restart; ids go on; a line cut off is passed over", async () => {
    const first = await RequestLog.open("all", directory, silent);
    for (let i = 0; i < 3; i++) first.add(request({ reason: `r${i}` }));
    await first.close();
    const [name] = await readdir(directory);
    expect((await readFile(join(directory, name!), "utf8")).split("\n")).toHaveLength(4);
    await appendFile(join(directory, name!), '{"id":4,"ti');
    const second = await RequestLog.open("all", directory, silent);
    second.add(request());
    expect(ids(second.read({ limit: 9 }).entries)).toEqual([1, 2, 3, 4]);
    await second.close();
    expect(await readdir(directory)).toHaveLength(2);
  });

  test("what is logged is written by itself, together with what comes in the same moment", async () => {
    const log = await RequestLog.open("all", directory, silent);
    for (let i = 0; i < 3; i++) log.add(request());
    const written = async () => {
      const [name] = await readdir(directory);
      return name === undefined ? "" : readFile(join(directory, name), "utf8");
    };
    await expect.poll(written).not.toBe("");
    const text = await written();
    expect(text.trimEnd().split("\n")).toHaveLength(3);
    await log.close();
    expect(await written()).toBe(text);
  });

  test("the ring is bounded", async () => {
    const reason = "x".repeat(500);
    for (let run = 0; run < 3; run++) {
      const log = await RequestLog.open("all", directory, silent);
      // In no order with the disk: what a slow one leaves waiting is written at once, and is more than a file
      // has room for.
      for (let i = 0; i < 14; i++) {
        for (let each = 0; each < 1_000; each++) log.add(request({ reason, path: `/${reason}` }));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await log.close();
    }
    const names = await readdir(directory);
    expect(names.length).toBeLessThanOrEqual(FILES_MAX);
    for (const name of names) {
      expect((await stat(join(directory, name))).size).toBeLessThanOrEqual(FILE_MAX_BYTES);
    }
  });

  test("a disk that fails is reported once, and memory goes on", async () => {
    const errors: string[] = [];
    const log = await RequestLog.open("all", directory, {
      ...silent,
      error: (_, message) => errors.push(message),
    });
    await rm(directory, { recursive: true });
    log.add(request());
    log.add(request());
    await log.close();
    expect(errors).toEqual(["the request log cannot be written"]);
    expect(log.read({ limit: 9 }).entries).toHaveLength(2);
    await mkdir(directory);
  });
});
