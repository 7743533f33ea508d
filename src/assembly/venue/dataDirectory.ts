import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { formatTag, shownTag, WAYS_ON } from "../../kernel/engine/index.ts";
import type { DirectoryLock } from "../../kernel/host/directoryLock.ts";
import { LOCK_FILE, lockDirectory } from "../../kernel/host/directoryLock.ts";
import type { Disk } from "../../kernel/host/disk.ts";
import { OWNER_DIRECTORY, OWNER_FILE, takeFromOthers } from "../../kernel/host/ownerOnly.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { OTHER_RULES } from "../../kernel/journal/clusterLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { ORIGIN_NAME } from "../../kernel/journal/origin.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { SCHEMA_TAG } from "../../service/readmodel/index.ts";
import { CREDENTIALS_FILE, MASTER_KEY_FILE } from "./credentials.ts";
import { DataUnusableError, withDataErrors } from "./dataErrors.ts";
import {
  BASELINES_DIRECTORY,
  DUMPS_DIRECTORY,
  HISTORY_FILE,
  JOURNAL_DIRECTORY,
  OPERATORS_FILE,
  REQUESTS_DIRECTORY,
  STATES_DIRECTORY,
} from "./dataFiles.ts";

/** The file with the format tag of the build, in a data directory and in a backup. */
export const FORMAT_FILE = "format";

/** Names that a data directory may contain: those of a market, and those that exist before the first one. */
const MARKET = [JOURNAL_DIRECTORY, HISTORY_FILE, STATES_DIRECTORY, BASELINES_DIRECTORY];
const BESIDES = [
  FORMAT_FILE,
  LOCK_FILE,
  MASTER_KEY_FILE,
  CREDENTIALS_FILE,
  DUMPS_DIRECTORY,
  REQUESTS_DIRECTORY,
  OPERATORS_FILE,
  "next",
];
/** These names, SQLite's files beside one, and unfinished files. */
const OURS = new RegExp(`^(?:${[...MARKET, ...BESIDES].join("|").replaceAll(".", "\\.")})(?:[-.]\\w+)*$`);
/** A directory that is the root of a file system contains this. */
const LOST = "lost+found";

/**
 * The format that this build writes into a data directory: journal, snapshots and rules, and after the dash
 * history.
 */
export function dataFormat(): string {
  return `${shownTag(formatTag())}-${shownTag(SCHEMA_TAG)}`;
}

/** What an operator can do with a node's directory of another format. */
const NODE_WAYS_ON = `Start this node with an empty --data: it takes state and history from the cluster. ${OTHER_RULES}`;

/**
 * Takes a data directory for this process, after checking that it is one and has this build's format. A new
 * one gets the tag before anything else; in an existing one all files of ours are made their owner's alone.
 *
 * @param isNode whether a node of a cluster takes it, whose commands are elsewhere
 * @throws DataUnusableError, DirectoryInUse; then nothing was made or changed
 */
export function takeDirectory(data: string, isNode = false): DirectoryLock {
  return withDataErrors(data, () => {
    refuseOtherFormat(data, isNode ? NODE_WAYS_ON : WAYS_ON);
    const lock = lockDirectory(data);
    try {
      takeAllFromOthers(data);
      if (!isThere(join(data, FORMAT_FILE))) writeTag(join(data, FORMAT_FILE));
      return lock;
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/** Whether a directory holds a market, of whatever format. */
export function holdsMarket(data: string): boolean {
  return MARKET.some((name) => isThere(join(data, name)));
}

/** Whether a directory is a venue's, though its market may be gone. */
export function isVenue(data: string): boolean {
  return isThere(join(data, FORMAT_FILE)) || holdsMarket(data);
}

/** What to say where a venue's directory is to be read, and none is there. */
export function noVenueIn(data: string): DataUnusableError {
  return new DataUnusableError(`there is no venue in ${data}: name its data directory`);
}

/**
 * @throws DataUnusableError if the directory holds something else, or a market of another build's format or
 * without a tag
 */
export function refuseOtherFormat(data: string, waysOn = WAYS_ON): void {
  const names = isThere(data) ? readdirSync(data) : [];
  const foreign = names.find((name) => !OURS.test(name) && name !== LOST);
  if (foreign !== undefined && !names.includes(FORMAT_FILE) && !holdsMarket(data)) {
    throw new DataUnusableError(
      `${data} holds other things (${foreign}) and no venue: name a directory that is empty or does not exist yet`,
    );
  }
  const found = names.includes(FORMAT_FILE)
    ? readFileSync(join(data, FORMAT_FILE), "utf8").trim()
    : undefined;
  if (found === dataFormat() || (found === undefined && !holdsMarket(data))) return;
  const written = found === undefined ? "carries no format tag" : `was written by a build of format ${found}`;
  throw new DataUnusableError(
    `${data} ${written}; this program has format ${dataFormat()} and changed nothing there. ${waysOn}`,
  );
}

function takeAllFromOthers(data: string): void {
  if ((statSync(data).mode & 0o077) !== 0 && process.platform !== "win32") chmodSync(data, OWNER_DIRECTORY);
  for (const name of readdirSync(data)) if (OURS.test(name)) takeFromOthers(join(data, name));
}

/** The whole tag or none: a directory with a part of one would be of another format for good. */
function writeTag(path: string): void {
  const fresh = `${path}.unfinished`;
  const file = openSync(fresh, "w", OWNER_FILE);
  try {
    writeSync(file, `${dataFormat()}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}

/**
 * Refuses the data directory of a node where that of a venue with its own journal is meant. It is known by
 * its snapshots without a journal. @throws DataUnusableError
 */
export async function refuseNodeDirectory(data: string, journal: Disk): Promise<void> {
  if ((await listSegments(journal)).length > 0 || (await journal.list()).includes(ORIGIN_NAME)) return;
  if ((await new FileSnapshots(journal).list()).length === 0) return;
  throw new DataUnusableError(
    `${data} is that of a node of a cluster, whose commands are in PostgreSQL: name the cluster with --cluster, or take the market out of it with ` +
      '"outcry cluster export"',
  );
}

/** Refuses a data directory with a journal where that of a node is meant. @throws DataUnusableError */
export async function refuseOwnJournal(data: string, journal: Disk): Promise<void> {
  if ((await listSegments(journal)).length === 0) return;
  throw new DataUnusableError(
    `${data} holds the journal of a venue that is one process, and a node of a cluster has its commands in PostgreSQL: name another --data; ` +
      '"outcry cluster import" makes an empty database hold that market',
  );
}
