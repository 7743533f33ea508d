import { createHash } from "node:crypto";
import { createReadStream, realpathSync } from "node:fs";
import { chmod, copyFile, cp, readdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { formatTag } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import { readFully } from "../../kernel/host/disk.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { makeDirectory } from "../../kernel/host/ownerOnly.ts";
import { sync, syncAll } from "../../kernel/host/sync.ts";
import { isThere, undefinedIfGone } from "../../kernel/host/systemErrors.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import type { LogHead } from "../../kernel/journal/commandLog.ts";
import { copyLog } from "../../kernel/journal/copyLog.ts";
import { ORIGIN_NAME } from "../../kernel/journal/origin.ts";
import { recoverLog } from "../../kernel/journal/recovery.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import type { BackupReport } from "../../service/gateway/control/index.ts";
import { copyHistory } from "../../service/readmodel/index.ts";
import { baselinesIn } from "./baselines.ts";
import { CREDENTIALS_FILE, MASTER_KEY_FILE } from "./credentials.ts";
import { dataFormat, FORMAT_FILE } from "./dataDirectory.ts";
import { BASELINES_DIRECTORY, HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";
import type { Store } from "./storage.ts";
import type { VenueSession } from "./venueSession.ts";

/** The list of a backup's contents, written last: a directory without it is no backup. */
export const MANIFEST_FILE = "backup.json";

export interface BackupManifest {
  /** {@link dataFormat} of the venue. */
  readonly format: string;
  /** Host time, Unix ms. */
  readonly madeAt: number;
  /** The journal's first and last command. */
  readonly firstSeq: number;
  readonly headSeq: number;
  readonly historySeq: number;
  /** Whether the master key and the credentials file are included. */
  readonly secrets: boolean;
  readonly files: readonly BackedUpFile[];
}

export interface BackedUpFile {
  /** Relative to the backup, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A backup that cannot be made or used; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/**
 * Copies a running market: snapshots first, then history, then the journal, so that each contains everything
 * that the earlier ones refer to. The engine goes on; what it appends meanwhile is in the copy as a whole or
 * not at all.
 *
 * The copy has the structure of a data directory. Master key and credentials are included only on request:
 * with them anybody can sign in the users' names.
 *
 * @throws BackupError, LogError the copy is not complete, and has no manifest
 */
export async function backUp(options: {
  readonly store: Store;
  readonly session: VenueSession;
  readonly directory: string;
  readonly secrets: boolean;
}): Promise<BackupReport> {
  const data = options.store.directory;
  const to = resolve(options.directory);
  /** Makes a BackupError of what a disk reports, and of a copy that was given up. */
  const diskErrorsExplained = (copied: Promise<BackupReport>, signal?: AbortSignal): Promise<BackupReport> =>
    copied.catch((error: NodeJS.ErrnoException) => {
      if (signal?.aborted === true)
        throw new BackupError(`${to} holds no whole backup: ${String(signal.reason.message)}`);
      if (error.syscall === undefined && error.name !== "DiskError") throw error;
      const text = `the venue's process, which writes the backup on its own machine, could not write all of ${to}: ${error.message}`;
      throw new BackupError(text, { cause: error });
    });
  if (data === undefined)
    return diskErrorsExplained(copyMemory({ ...options, directory: to })).catch(throwAsBackupError(to));
  refuseInside(data, to);
  return options.session.storage
    .retention!.exclusively((signal) =>
      diskErrorsExplained(copyMarket(data, { ...options, directory: to }, signal), signal),
    )
    .catch(throwAsBackupError(to));
}

async function copyMarket(
  data: string,
  {
    session,
    directory: to,
    secrets,
  }: Pick<Parameters<typeof backUp>[0], "session" | "directory" | "secrets">,
  signal: AbortSignal,
): Promise<BackupReport> {
  await refuseUsed(to);
  const journal = await NodeDisk.open(join(to, JOURNAL_DIRECTORY));
  await chmod(to, 0o700);

  await copySnapshots(join(data, JOURNAL_DIRECTORY), journal.where);
  // History takes in every command so far, so it is behind neither the snapshots, which are copied already,
  // nor the baselines, of which no new one is written before the copy ends.
  await session.history.settle();
  const { appliedSeq } = await copyHistory(join(data, HISTORY_FILE), join(to, HISTORY_FILE));
  for (const { directory: baseline } of await baselinesIn(data)) {
    await cp(baseline, join(to, BASELINES_DIRECTORY, basename(baseline)), { recursive: true });
  }
  signal.throwIfAborted();
  const knownDurableSeq = session.engine.durableSeq;
  const { shared } = session.storage;
  if (shared !== undefined) await copyShared(shared, journal, signal);
  else await copySegments(await NodeDisk.open(join(data, JOURNAL_DIRECTORY)), journal, signal);
  const { head } = await recoverLog(journal, { knownDurableSeq }); // verifies the copy, and cuts a frame that was copied in part
  if (secrets) {
    for (const name of [MASTER_KEY_FILE, CREDENTIALS_FILE]) {
      if (isThere(join(data, name))) await copyFile(join(data, name), join(to, name));
    }
  }

  signal.throwIfAborted();
  return writeManifest(to, { head, appliedSeq, secrets });
}

async function copySegments(from: NodeDisk, to: NodeDisk, signal: AbortSignal): Promise<void> {
  for (const { name } of await listSegments(from)) {
    signal.throwIfAborted();
    await copyFile(join(from.where, name), join(to.where, name));
  }
  await copyFile(join(from.where, ORIGIN_NAME), join(to.where, ORIGIN_NAME));
}

/** The log that this node shares with others, as a journal. */
async function copyShared(log: ClusterLog, to: NodeDisk, signal?: AbortSignal): Promise<void> {
  await log.refresh();
  await copyLog(log, to, formatTag(), () => signal?.throwIfAborted());
}

/** The journal of a market in memory, whose files are written to a disk only now. */
async function copyMemory({
  session,
  directory: to,
  secrets,
}: Omit<Parameters<typeof backUp>[0], "store">): Promise<BackupReport> {
  if (secrets) throw new BackupError("a venue in memory has no files of secrets: copy it without");
  await refuseUsed(to);
  const journal = await NodeDisk.open(join(to, JOURNAL_DIRECTORY));
  await chmod(to, 0o700);
  await session.history.settle(); // so that it is not ahead of the journal, which is copied after it
  const { appliedSeq } = session.history;
  await writeFile(join(to, HISTORY_FILE), await session.history.image(), { mode: 0o600 });
  const knownDurableSeq = session.engine.durableSeq;
  const { dumps: disk, shared } = session.storage; // the one disk of a market in memory, journal included
  if (shared !== undefined) await copyShared(shared, journal);
  for (const name of await disk.list()) {
    const file = await disk.open(name, "read");
    const bytes = new Uint8Array(await file.size());
    await readFully(file, bytes, 0);
    await writeFile(join(journal.where, name), bytes, { mode: 0o600 });
  }
  const { head } = await recoverLog(journal, { knownDurableSeq });
  return writeManifest(to, { head, appliedSeq, secrets });
}

/** Writes the files that make a copy a backup: its format, and last the list of its contents. */
async function writeManifest(
  to: string,
  {
    head,
    appliedSeq,
    secrets,
  }: { readonly head: LogHead; readonly appliedSeq: number; readonly secrets: boolean },
): Promise<BackupReport> {
  await writeFile(join(to, FORMAT_FILE), `${dataFormat()}\n`, { mode: 0o600 });
  const files = await describeFiles(to);
  const manifest: BackupManifest = {
    format: dataFormat(),
    madeAt: systemClock.wallMs(),
    firstSeq: head.firstSeq,
    headSeq: head.nextSeq - 1,
    historySeq: appliedSeq,
    secrets,
    files,
  };
  await writeFile(join(to, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await sync(to);
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  return { directory: to, headSeq: manifest.headSeq, historySeq: appliedSeq, bytes, secrets };
}

/**
 * A handler of a failed copy. It makes a plain Error, such as that the market is being closed, a BackupError
 * that names the backup; an error that has a class of its own is thrown as it is.
 */
function throwAsBackupError(to: string): (error: Error) => never {
  return (error) => {
    throw error instanceof BackupError || error.name !== "Error"
      ? error
      : new BackupError(`${to} holds no whole backup: ${error.message}`, { cause: error });
  };
}

/**
 * Refuses a copy inside the directory that is copied: the next copy would include it, and the venue would
 * take it for its own.
 */
function refuseInside(data: string, to: string): void {
  const from = realpathSync(data);
  let parent = to;
  while (!isThere(parent)) parent = dirname(parent);
  const real = join(realpathSync(parent), relative(parent, to));
  if (real === from || real.startsWith(`${from}${sep}`))
    throw new BackupError(`${to} lies in the data directory ${data}: name a directory outside of it`);
}

async function refuseUsed(directory: string): Promise<void> {
  const found = await readdir(directory).catch(undefinedIfGone);
  if (found !== undefined && found.length > 0)
    throw new BackupError(`${directory} is not empty: give a directory for this backup alone`);
  makeDirectory(directory);
}

/** A snapshot deleted meanwhile is no loss: a newer one has replaced it. */
async function copySnapshots(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => /^\d+\.snapshot$/.test(name));
  for (const name of names) {
    await copyFile(join(from, name), join(to, name)).catch(undefinedIfGone);
  }
}

/**
 * Lists every file below a directory except the manifest; each is made its owner's alone, and all of it is
 * synced.
 */
async function describeFiles(directory: string): Promise<BackedUpFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: BackedUpFile[] = [];
  for (const entry of entries.filter((each) => each.isFile() && each.name !== MANIFEST_FILE)) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, 0o600);
    const relative = path.slice(directory.length + 1).replaceAll("\\", "/");
    files.push({ path: relative, bytes: (await stat(path)).size, sha256: await hashFile(path) });
  }
  await syncAll(directory);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** SHA-256 of a file, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
