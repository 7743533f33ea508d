import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { isMissing, newDatabase, usingPostgres } from "./postgres.ts";

/*
 * The trials of a shared log, tried: each bug below is planted in a copy of the sources, and a trial must find it.
 */
interface Bug {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

type Trials = Readonly<Record<string, () => Promise<void>>>;

const LOG_BUGS: Record<string, Bug> = {
  "acknowledges before the store has answered": {
    file: "fenced/fencedLog.ts",
    find: "!(await this.#store.append(epoch, frame))",
    replace: "(void this.#store.append(epoch, frame).catch(() => {}), false)",
  },
  "takes an append in doubt for done": {
    file: "fenced/fencedLog.ts",
    find: "inDoubt = true;",
    replace: "break;",
  },
  "takes an append that touched nothing for done": {
    file: "fenced/fencedLog.ts",
    find: "&& !(await this.#isThere(epoch, frame))",
    replace: "&& epoch === 0",
  },
  "gives up what it could send again": {
    file: "fenced/fencedLog.ts",
    find: "equal(stored.hash, this.#head.hash)) return false;",
    replace: "equal(stored.hash, this.#head.hash)) throw fencedOff(epoch);",
  },
  "resolves a doubt without comparing contents": {
    file: "fenced/fencedLog.ts",
    find: "found !== undefined && equal(found, frame.bytes)",
    replace: "found !== undefined",
  },
  "takes over without raising the fence": {
    file: "fenced/fencedLog.ts",
    find: "this.#store.fence(epoch, seen.nextSeq)",
    replace: "this.#store.head(seen.nextSeq)",
  },
  "does not compare what it finds with what it saw": {
    file: "fenced/fencedLog.ts",
    find: "if (!isTrimmed && (there",
    replace: "if (isTrimmed && (there",
  },
  "accepts other bytes where it was": {
    file: "fenced/fencedLog.ts",
    find: "(there === undefined || !equal(there, seen.hash))",
    replace: "there === undefined",
  },
  "does not follow the chain": {
    file: "fenced/fencedLog.ts",
    find: "previousHash !== undefined && !equal(frame.previousHash, previousHash)",
    replace: "previousHash === null",
  },
  "does not compare the last frame with the head": {
    file: "fenced/fencedLog.ts",
    find: "at === head.nextSeq && !equal(hash, head.hash)",
    replace: "at === 0",
  },
};

const STORE_BUGS: Record<string, Bug> = {
  "appends whatever the epoch": {
    file: "postgres/postgresLogStore.ts",
    find: "where epoch = $1 and next_seq = $2 returning 1)",
    replace: "where epoch >= $1 and next_seq = $2 returning 1)",
  },
  "appends wherever the log ends": {
    file: "postgres/postgresLogStore.ts",
    find: "where epoch = $1 and next_seq = $2 returning 1)",
    replace: "where epoch = $1 and $2 > 0 returning 1)",
  },
  "lowers the fence": {
    file: "postgres/postgresLogStore.ts",
    find: "set epoch = $1 where epoch <= $1",
    replace: "set epoch = $1 where $1 >= 0",
  },
  "takes a lease that is held": {
    file: "postgres/postgresLease.ts",
    find: "where until <= clock_timestamp() returning",
    replace: "where true returning",
  },
};

const ROOT = join(import.meta.dirname, "../..");
const directory = mkdtempSync(join(tmpdir(), "planted-"));
symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The trials of a module, in a copy of the sources that has the bug. */
async function plant(name: string, module: string, bug?: Bug) {
  const copy = join(directory, name.replaceAll(" ", "-"));
  for (const folder of ["src/host", "src/journal", "test/host", "test/journal", "test/simulation"]) {
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith(".json") && !path.endsWith(".test.ts"),
    });
  }
  if (bug !== undefined) {
    const path = join(copy, "src/journal", bug.file);
    const source = readFileSync(path, "utf8");
    expect(source.split(bug.find).length, `${bug.file} must hold exactly once: ${bug.find}`).toBe(2);
    writeFileSync(
      path,
      source.replace(bug.find, () => bug.replace),
    );
  }
  return import(/* @vite-ignore */ pathToFileURL(join(copy, "test/journal", module)).href);
}

/** What the first trial that notices says. */
async function found(trials: Trials): Promise<string | undefined> {
  for (const [name, run] of Object.entries(trials)) {
    const said = await run().then(
      () => undefined,
      (error: unknown) => `${name}: ${String(error)}`,
    );
    if (said === undefined) continue;
    if (process.env.OUTCRY_LONG !== undefined) console.info(said);
    return said;
  }
  return undefined;
}

const inMemory = async (name: string, bug?: Bug): Promise<Trials> =>
  (await plant(name, "fencedTrials.ts", bug)).TRIALS;

describe("the trials of a shared log", () => {
  test("find nothing in the log as it is", async () => {
    expect(await found(await inMemory("as it is"))).toBeUndefined();
  });

  test.each(Object.entries(LOG_BUGS))("find a log that %s", async (name, bug) => {
    expect(await found(await inMemory(name, bug)), "no trial noticed").toBeDefined();
  });
});

describe.skipIf(isMissing)("the trials on PostgreSQL", () => {
  const postgres = usingPostgres();
  const onPostgres = async (name: string, bug?: Bug): Promise<Trials> => {
    const { POSTGRES_TRIALS } = await plant(name, "postgresTrials.ts", bug);
    const trials = Object.entries(POSTGRES_TRIALS as Record<string, (url: string) => Promise<void>>);
    return Object.fromEntries(
      trials.map(([trial, run]) => [trial, async () => run(await newDatabase(postgres()))]),
    );
  };

  test("find nothing in the log as it is", async () => {
    expect(await found(await onPostgres("as it is in rows"))).toBeUndefined();
  });

  test.each(Object.entries(STORE_BUGS))("find a log that %s", async (name, bug) => {
    expect(await found(await onPostgres(name, bug)), "no trial noticed").toBeDefined();
  });
});
