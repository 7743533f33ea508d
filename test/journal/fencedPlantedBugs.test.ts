import { describe, expect, test } from "vitest";
import { type PlantedBug, withBug } from "../plantedBug.ts";
import { isMissing, usingDatabase, usingPostgres } from "./postgres.ts";
import { POSTGRES_TRIALS } from "./postgresTrials.ts";

/*
 * The trials of a shared log, tried: each bug below is planted in a copy of the sources, and a trial must
 * find it.
 */
type Trials = Readonly<Record<string, () => Promise<void>>>;

/** Bugs of a file of the journal: what each finds there, and puts in its place. */
function bugsIn(file: string, bugs: Record<string, readonly [find: string, replace: string]>) {
  const planted = ([find, replace]: readonly [string, string]): PlantedBug => ({
    ...{ file: `src/kernel/journal/${file}`, find, replace },
  });
  return Object.fromEntries(Object.entries(bugs).map(([name, bug]) => [name, planted(bug)]));
}

const LOG_BUGS = bugsIn("fenced/fencedLog.ts", {
  "acknowledges before the store has answered": [
    "!(await this.#store.append(epoch, frame))",
    "(void this.#store.append(epoch, frame).catch(() => {}), false)",
  ],
  "takes an append in doubt for done": ["inDoubt = true;", "break;"],
  "takes an append that touched nothing for done": [
    "&& !(await this.#isThere(epoch, frame))",
    "&& epoch === 0",
  ],
  "gives up what it could send again": [
    "equal(stored.hash, this.#head.hash)) return false;",
    "equal(stored.hash, this.#head.hash)) throw fencedOff(epoch);",
  ],
  "resolves a doubt without comparing contents": [
    "found !== undefined && equal(found.bytes, frame.bytes)",
    "found !== undefined",
  ],
  "takes over without raising the fence": [
    "this.#store.fence(epoch, seen.nextSeq)",
    "this.#store.head(seen.nextSeq)",
  ],
  "does not compare what it finds with what it saw": ["if (!isTrimmed && (there", "if (isTrimmed && (there"],
  "accepts other bytes where it was": [
    "(there === undefined || !equal(there, seen.hash))",
    "there === undefined",
  ],
  "does not follow the chain": [
    "previousHash !== undefined && !equal(frame.previousHash, previousHash)",
    "previousHash === null",
  ],
  "does not compare the last frame with the head": [
    "at === head.nextSeq && !equal(hash, head.hash)",
    "at === 0",
  ],
});

const SURVEY_BUGS = bugsIn("fenced/surveyStore.ts", {
  "does not follow the chain": [
    "if (Buffer.compare(frame.previousHash, before.hash) !== 0)",
    "if (frame.previousHash === before.hash && frame.count === 0)",
  ],
  "does not compare the end with the head": [
    "Buffer.compare(before?.hash ?? head.hash, head.hash) !== 0",
    "before === null",
  ],
  "does not miss what is not there": [
    "if (firstSeq > at && isKnown) damage",
    "if (firstSeq < at && isKnown) damage",
  ],
});

const STORE_BUGS = {
  ...bugsIn("postgres/postgresLogStore.ts", {
    "appends whatever the epoch": [
      "where epoch = $1 and next_seq = $2 returning 1)",
      "where epoch >= $1 and next_seq = $2 returning 1)",
    ],
    "appends wherever the log ends": [
      "where epoch = $1 and next_seq = $2 returning 1)",
      "where epoch = $1 and $2 > 0 returning 1)",
    ],
    "lowers the fence": ["set epoch = $1 where epoch <= $1", "set epoch = $1 where $1 >= 0"],
  }),
  ...bugsIn("postgres/postgresLease.ts", {
    "takes a lease that is held": [
      "where node is null or (renewals = $4 and",
      "where true or (renewals = $4 and",
    ],
  }),
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
