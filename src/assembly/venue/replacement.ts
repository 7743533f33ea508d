import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory, makeFile } from "../../kernel/host/ownerOnly.ts";
import { sync, syncAll } from "../../kernel/host/sync.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { CREDENTIALS_FILE, MASTER_KEY_FILE } from "./credentials.ts";
import { BASELINES_DIRECTORY, HISTORY_FILE, JOURNAL_DIRECTORY, OPERATORS_FILE } from "./dataFiles.ts";

/*
 * Another market takes the place of the one in a data directory, in steps that a crash may fall between:
 *
 *   next.unfinished/   is filled, synced                 crash: the old market is there, whole
 *   next/              renamed: from here on the new market is the valid one
 *   history, operators, secrets if there are any, baselines, journal
 *                      the old ones removed, the new ones moved in, each step repeatable
 *
 * `finishReplacement` runs before anything is opened, and goes on where a crash left off.
 */
export const UNFINISHED = "next.unfinished";
const NEXT = "next";
/** Marker files in `next`: the next market has no history; it takes over no operators. */
const NO_HISTORY = "history.none";
const NO_OPERATORS = "operators.none";

/**
 * What is replaced as a whole, the journal last: history and baselines are of no use without the journal that
 * leads to them.
 */
const DIRECTORIES = [BASELINES_DIRECTORY, JOURNAL_DIRECTORY];

/**
 * Makes a directory for the next market's journal, baselines and operators, its history file if it has one,
 * and its secrets if it brings any.
 */
export async function prepareReplacement(data: string): Promise<string> {
  const path = join(data, UNFINISHED);
  await rm(path, { recursive: true, force: true });
  for (const name of DIRECTORIES) makeDirectory(join(path, name));
  return path;
}

/** Replaces the market in `data`, which nobody has open, by the prepared one. */
export async function commitReplacement(data: string): Promise<void> {
  const unfinished = join(data, UNFINISHED);
  if (!isThere(join(unfinished, HISTORY_FILE))) makeFile(join(unfinished, NO_HISTORY));
  if (!isThere(join(unfinished, OPERATORS_FILE))) makeFile(join(unfinished, NO_OPERATORS));
  await syncAll(unfinished);
  await rename(unfinished, join(data, NEXT));
  await sync(data);
  await finishReplacement(data);
}

/** Completes a replacement that was interrupted after its commit, and removes one interrupted before. */
export async function finishReplacement(data: string): Promise<void> {
  await rm(join(data, UNFINISHED), { recursive: true, force: true });
  const next = join(data, NEXT);
  if (!isThere(next)) return;
  const coming = await readdir(next);
  if (coming.includes(HISTORY_FILE) || coming.includes(NO_HISTORY)) {
    for (const name of [HISTORY_FILE, `${HISTORY_FILE}-wal`, `${HISTORY_FILE}-shm`]) {
      await rm(join(data, name), { force: true });
    }
    if (coming.includes(HISTORY_FILE)) await rename(join(next, HISTORY_FILE), join(data, HISTORY_FILE));
    else await rm(join(next, NO_HISTORY));
    await sync(data);
    await sync(next);
  }
  if (coming.includes(NO_OPERATORS)) await rm(join(data, OPERATORS_FILE), { force: true });
  const names = [OPERATORS_FILE, MASTER_KEY_FILE, CREDENTIALS_FILE, ...DIRECTORIES];
  for (const name of names.filter((each) => coming.includes(each))) {
    await rm(join(data, name), { recursive: true, force: true });
    await rename(join(next, name), join(data, name));
    await sync(data);
  }
  await rm(next, { recursive: true });
  await sync(data);
}
