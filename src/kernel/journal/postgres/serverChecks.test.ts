import { describe, expect, test } from "vitest";
import type { ServerState } from "./serverChecks.ts";
import { serverFault } from "./serverChecks.ts";

const GOOD: ServerState = {
  version: 180_004,
  data_checksums: "on",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  synchronous_standby_names: "ANY 1 (b, c)",
  standbys: 2,
  unseen: 0,
};

describe("a server that loses nothing", () => {
  const demands = { single: false, atStart: true };
  test.each<[Partial<ServerState>]>([
    [{}],
    [{ synchronous_commit: "remote_apply" }],
    [{ standbys: 1 }],
    [{ synchronous_standby_names: "FIRST 2 (b, c)" }],
    [{ synchronous_standby_names: "b" }],
    [{ version: 140_000 }],
  ])("%o is one", (change) => {
    expect(serverFault({ ...GOOD, ...change }, demands)).toBeUndefined();
  });

  test.each<[Partial<ServerState>, RegExp]>([
    [{ version: 130_017 }, /PostgreSQL 13: take 14 or later/],
    [{ data_checksums: "off" }, /data_checksums is off.*pg_checksums --enable/],
    [{ fsync: "off" }, /fsync is off.*set fsync = on/],
    [{ full_page_writes: "off" }, /full_page_writes is off.*set full_page_writes = on/],
    [{ synchronous_commit: "off" }, /synchronous_commit is off.*synchronous_commit = on/],
    [{ synchronous_commit: "local" }, /synchronous_commit is local/],
    [{ synchronous_commit: "remote_write" }, /synchronous_commit is remote_write/],
    [{ synchronous_standby_names: " " }, /synchronous_standby_names is empty.*ANY 1.*--cluster-single/],
    [{ standbys: 0 }, /ANY 1 \(b, c\).*\(1\) only 0 are connected.*start the standbys/],
    [{ synchronous_standby_names: "2 (b, c)", standbys: 1 }, /\(2\) only 1 are connected/],
    [{ standbys: 0, unseen: 2 }, /grant it pg_read_all_stats/],
  ])("%o is none", (change, sentence) => {
    expect(serverFault({ ...GOOD, ...change }, demands)).toMatch(sentence);
  });

  test("while it runs, a commit waits for its standbys by itself", () => {
    expect(serverFault({ ...GOOD, standbys: 0 }, { single: false, atStart: false })).toBeUndefined();
  });

  test("one machine needs no standbys, and everything else", () => {
    const single = { single: true, atStart: true };
    expect(serverFault({ ...GOOD, synchronous_standby_names: "", standbys: 0 }, single)).toBeUndefined();
    expect(serverFault({ ...GOOD, fsync: "off" }, single)).toMatch(/fsync/);
  });
});
