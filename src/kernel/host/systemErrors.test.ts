import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { isThere, systemErrorKind, systemErrorOf, undefinedIfGone } from "./systemErrors.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

/** What an error that `work` throws is. */
function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.unreachable("it must throw");
}

test.each([
  ["ENOENT", "gone"],
  ["ECONNREFUSED", "gone"],
  ["EACCES", "refused"],
  ["EMFILE", "exhausted"],
  ["ENFILE", "exhausted"],
  ["ENOMEM", "exhausted"],
  ["ENOSPC", "exhausted"],
  ["EINTR", "transient"],
  ["EIO", "failing"],
  ["ERR_INVALID_ARG_TYPE", undefined],
] as const)("%s is %s", (code, kind) => {
  expect(systemErrorKind(coded(code))).toBe(kind);
  if (kind === "gone") expect(undefinedIfGone(coded(code))).toBeUndefined();
  else expect(() => undefinedIfGone(coded(code))).toThrow(code);
});

test("what is no error of the system says nothing of it", () => {
  for (const error of [undefined, null, "EIO", new Error("EIO"), { code: 5 }])
    expect(systemErrorKind(error)).toBeUndefined();
});

test("whether something is there, or cannot be seen", () => {
  const path = temporaryDirectory();
  expect(isThere(path)).toBe(true);
  expect(isThere(join(path, "none"))).toBe(false);
  writeFileSync(join(path, "file"), "");
  expect(isThere(join(path, "file", "inside"))).toBe(false);
  expect(() => isThere(join(path, "x".repeat(300)))).toThrow("ENAMETOOLONG");
});

test("SQLite's errors tell of the system, or of the file", () => {
  const path = join(temporaryDirectory(), "some.db");
  const none = thrownBy(() => new DatabaseSync(path, { readOnly: true }));
  expect(systemErrorOf(none, path)).toMatchObject({ code: "ENOENT", path });
  const one = new DatabaseSync(path);
  one.exec("CREATE TABLE t (x); BEGIN EXCLUSIVE");
  const other = new DatabaseSync(path);
  expect(
    systemErrorOf(
      thrownBy(() => other.exec("SELECT * FROM t")),
      path,
    ),
  ).toMatchObject({ code: "EBUSY" });
  one.exec("COMMIT");
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  expect(systemErrorOf(full, path)).toMatchObject({ code: "ENOSPC" });
  expect(
    systemErrorOf(
      thrownBy(() => other.exec("SELECT * FROM none")),
      path,
    ),
  ).toBeUndefined();
  one.close();
  other.close();
  truncateSync(path, 100);
  const cut = new DatabaseSync(path);
  expect(
    systemErrorOf(
      thrownBy(() => cut.exec("SELECT * FROM t")),
      path,
    ),
  ).toBeUndefined();
  cut.close();
});
