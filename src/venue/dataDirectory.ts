import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { formatTag, shownTag, WAYS_ON } from "../engine/index.ts";
import type { DirectoryLock } from "../host/directoryLock.ts";
import { lockDirectory } from "../host/directoryLock.ts";
import { SCHEMA_TAG } from "../readmodel/index.ts";
import { BASELINES_DIRECTORY, HISTORY_FILE, JOURNAL_DIRECTORY, STATES_DIRECTORY } from "./storage.ts";

/** In a data directory and in a backup: the format tag of the build that writes there. */
export const FORMAT_FILE = "format";
const MARKET = [JOURNAL_DIRECTORY, HISTORY_FILE, STATES_DIRECTORY, BASELINES_DIRECTORY];

/** The data are of another build's format; the message says what can be done. */
export class OtherFormatError extends Error {
  override readonly name = "OtherFormatError";
}

/** What this build writes into a data directory: journal, snapshots and rules, and behind the dash history. */
export function dataFormat(): string {
  return `${shownTag(formatTag())}-${shownTag(SCHEMA_TAG)}`;
}

/**
 * Takes a data directory for this process, once it is known to be of this build's format; a new one gets the tag before
 * anything else.
 *
 * @throws OtherFormatError, DirectoryInUse: nothing was made or changed
 */
export function takeDirectory(data: string): DirectoryLock {
  refuseOtherFormat(data);
  const lock = lockDirectory(data);
  try {
    if (!existsSync(join(data, FORMAT_FILE))) writeTag(join(data, FORMAT_FILE));
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @throws OtherFormatError there is a market of another build's format, or of none */
export function refuseOtherFormat(data: string): void {
  const path = join(data, FORMAT_FILE);
  const found = existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
  if (found === dataFormat()) return;
  if (found === undefined && !MARKET.some((name) => existsSync(join(data, name)))) return;
  const written = found === undefined ? "carries no format tag" : `was written by a build of format ${found}`;
  throw new OtherFormatError(
    `${data} ${written}; this program has format ${dataFormat()} and changed nothing there. ${WAYS_ON}`,
  );
}

function writeTag(path: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, `${dataFormat()}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
