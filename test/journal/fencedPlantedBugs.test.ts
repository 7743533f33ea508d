import { describe, expect, test } from "vitest";
import { type PlantedBug, withBug } from "../plantedBug.ts";
import { isMissing, usingDatabase, usingPostgres } from "./postgres.ts";
import { POSTGRES_TRIALS } from "./postgresTrials.ts";

/*
 * The trials of a shared log, tried: each bug below is planted in a copy of the sources, and a trial must
 * find it.
 */
type Trials = Readonly<Record<string, () => Promise<void>>>;

const LOG_BUGS: Record<string, PlantedBug> = {
  "acknowledges before the store has answered": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "!(await this.#store.append(epoch, frame))",
    replace: "(void this.#store.append(epoch, frame).catch(() => {}), false)",
  },
  "takes an append in doubt for done": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "inDoubt = true;",
    replace: "break;",
  },
  "takes an append that touched nothing for done": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "&& !(await this.#isThere(epoch, frame))",
    replace: "&& epoch === 0",
  },
  "gives up what it could send again": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "equal(stored.hash, this.#head.hash)) return false;",
    replace: "equal(stored.hash, this.#head.hash)) throw fencedOff(epoch);",
  },
  "resolves a doubt without comparing contents": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "found !== undefined && equal(found.bytes, frame.bytes)",
    replace: "found !== undefined",
  },
  "takes over without raising the fence": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "this.#store.fence(epoch, seen.nextSeq)",
    replace: "this.#store.head(seen.nextSeq)",
  },
  "does not compare what it finds with what it saw": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "if (!isTrimmed && (there",
    replace: "if (isTrimmed && (there",
  },
  "accepts other bytes where it was": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "(there === undefined || !equal(there, seen.hash))",
    replace: "there === undefined",
  },
  "does not follow the chain": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "previousHash !== undefined && !equal(frame.previousHash, previousHash)",
    replace: "previousHash === null",
  },
  "does not compare the last frame with the head": {
    file: "src/kernel/journal/fenced/fencedLog.ts",
    find: "at === head.nextSeq && !equal(hash, head.hash)",
    replace: "at === 0",
  },
};

const SURVEY_BUGS: Record<string, PlantedBug> = {
  "does not follow the chain": {
    file: "src/kernel/journal/fenced/surveyStore.ts",
    find: "if (Buffer.compare(frame.previousHash, before.hash) !== 0)",
    replace: "if (frame.previousHash === before.hash && frame.count === 0)",
  },
  "does not compare the end with the head": {
    file: "src/kernel/journal/fenced/surveyStore.ts",
    find: "Buffer.compare(before?.hash ?? head.hash, head.hash) !== 0",
    replace: "before === null",
  },
  "does not miss what is not there": {
    file: "src/kernel/journal/fenced/surveyStore.ts",
    find: "if (firstSeq > at && isKnown) damage",
    replace: "if (firstSeq < at && isKnown) damage",
  },
};

const STORE_BUGS: Record<string, PlantedBug> = {
  "appends whatever the epoch": {
    file: "src/kernel/journal/postgres/postgresLogStore.ts",
    find: "where epoch = $1 and next_seq = $2 returning 1)",
    replace: "where epoch >= $1 and next_seq = $2 returning 1)",
  },
  "appends wherever the log ends": {
    file: "src/kernel/journal/postgres/postgresLogStore.ts",
    find: "where epoch = $1 and next_seq = $2 returning 1)",
    replace: "where epoch = $1 and $2 > 0 returning 1)",
  },
  "lowers the fence": {
    file: "src/kernel/journal/postgres/postgresLogStore.ts",
    find: "set epoch = $1 where epoch <= $1",
    replace: "set epoch = $1 where $1 >= 0",
  },
  "takes a lease that is held": {
    file: "src/kernel/journal/postgres/postgresLease.ts",
    find: "where node is null or (renewals = $4 and",
    replace: "where true or (renewals = $4 and",
  },
};

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

/** `fencedTrials.test.ts` puts the log as it is through the same. */
describe("the trials of a shared log", () => {
  test.each(Object.entries(LOG_BUGS))("find a log that %s", async (name, bug) => {
    const module = "test/journal/fencedTrials.ts";
    const { TRIALS } = await withBug<typeof import("./fencedTrials.ts")>(name, bug, module);
    expect(await found(TRIALS), "no trial noticed").toBeDefined();
  });
});

describe("the trials of a survey", () => {
  test.each(Object.entries(SURVEY_BUGS))("find one that %s", async (name, bug) => {
    const module = "test/journal/fencedTrials.ts";
    const { damage } = await withBug<typeof import("./fencedTrials.ts")>(`survey ${name}`, bug, module);
    await expect(damage(), "no trial noticed").rejects.toThrow(/survey/);
  });
});

describe.skipIf(isMissing)("the trials on PostgreSQL", () => {
  const database = usingDatabase(usingPostgres());
  const onPostgres = (trials: typeof POSTGRES_TRIALS): Trials =>
    Object.fromEntries(
      Object.entries(trials).map(([trial, run]) => [trial, async () => run(await database())]),
    );

  test("find nothing in the log as it is", async () => {
    expect(await found(onPostgres(POSTGRES_TRIALS))).toBeUndefined();
  });

  test.each(Object.entries(STORE_BUGS))("find a log that %s", async (name, bug) => {
    const module = "test/journal/postgresTrials.ts";
    const { POSTGRES_TRIALS: trials } = await withBug<typeof import("./postgresTrials.ts")>(
      name,
      bug,
      module,
    );
    expect(await found(onPostgres(trials)), "no trial noticed").toBeDefined();
  });
});
