import { copyFile, link, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CapturedState } from "../../kernel/engine/index.ts";
import { formatTag } from "../../kernel/engine/index.ts";
import type { Disk } from "../../kernel/host/disk.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { makeDirectory } from "../../kernel/host/ownerOnly.ts";
import { sync, syncAll } from "../../kernel/host/sync.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots, snapshotName } from "../../kernel/journal/fileSnapshots.ts";
import { copyHistory } from "../../service/readmodel/index.ts";
import { BASELINES_DIRECTORY, HISTORY_FILE } from "./dataFiles.ts";

/**
 * A past to begin from: the state after command `seq`, and a history that holds at least the commands up to
 * it. Where the journal begins later than its first command, or another build wrote its beginning, history is
 * rebuilt from a baseline and the commands after it.
 *
 * ```
 * baselines/0000000000001234/0000000000001234.snapshot
 *                            history.db
 * ```
 *
 * A baseline appears whole, by a rename, and never changes, so its files may be links to files that never
 * change.
 */
export interface Baseline {
  readonly directory: string;
  readonly seq: number;
}

const NAME = /^\d{16}$/;
/**
 * A baseline that is being written. If a crash leaves one behind, it does not count and the next one replaces
 * it.
 */
const UNFINISHED = "unfinished";

/** The baselines of a data directory, or of one that is to replace it, oldest first. */
export async function baselinesIn(data: string): Promise<readonly Baseline[]> {
  const root = join(data, BASELINES_DIRECTORY);
  const names = isThere(root) ? await readdir(root) : [];
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => ({ directory: join(root, name), seq: Number(name) }));
}

/**
 * Writes a baseline in `data`; an existing one of the same command is left as it is.
 *
 * @param from.snapshots where the snapshot of `seq` is; every byte of it is verified
 * @param from.history the store of a market, which may be running
 * @returns `undefined` if history is behind the snapshot: nothing was written
 * @throws LogError if the snapshot is damaged; HistoryFailedError if the history is
 */
export async function writeBaseline(
  data: string,
  seq: number,
  from: { readonly snapshots: string; readonly history: string },
): Promise<Baseline | undefined> {
  const root = join(data, BASELINES_DIRECTORY);
  const directory = join(root, snapshotName(seq).replace(".snapshot", ""));
  if (isThere(directory)) return { directory, seq };
  const fresh = join(root, UNFINISHED);
  await rm(fresh, { recursive: true, force: true });
  makeDirectory(fresh);
  const { appliedSeq } = await copyHistory(from.history, join(fresh, HISTORY_FILE));
  if (appliedSeq < seq) {
    await rm(fresh, { recursive: true });
    return undefined;
  }
  const snapshot = await new FileSnapshots(await NodeDisk.open(from.snapshots)).read(seq);
  for await (const _chunk of snapshot.chunks()); // read to the end: the whole body is verified
  await linkOrCopy(join(from.snapshots, snapshotName(seq)), join(fresh, snapshotName(seq)));
  return { directory: await finish(fresh, directory), seq };
}

/** Makes a saved state, whose files never change, the baseline of the market that begins with it. */
export async function baselineOfState(data: string, seq: number, state: string): Promise<void> {
  const root = join(data, BASELINES_DIRECTORY);
  const fresh = join(root, UNFINISHED);
  makeDirectory(fresh);
  for (const name of [HISTORY_FILE, snapshotName(seq)])
    await linkOrCopy(join(state, name), join(fresh, name));
  await finish(fresh, join(root, snapshotName(seq).replace(".snapshot", "")));
}

/** The directory with the nearest snapshot before a command: a baseline's, or the journal's own. */
export async function nearestSnapshots(data: string, journal: string, seq: number): Promise<string> {
  const baseline = (await baselinesIn(data)).findLast((each) => each.seq < seq);
  const taken = await new FileSnapshots(await NodeDisk.open(journal)).list();
  const own = taken.find((each) => each.type === "intact" && each.info.seq < seq);
  const ownSeq = own?.type === "intact" ? own.info.seq : 0;
  return baseline !== undefined && baseline.seq > ownSeq ? baseline.directory : journal;
}

/** Deletes baselines of commands before `seq`, oldest first. */
export async function dropBaselines(data: string, seq: number): Promise<void> {
  for (const baseline of await baselinesIn(data)) {
    if (baseline.seq < seq) await rm(baseline.directory, { recursive: true });
  }
}

async function finish(fresh: string, directory: string): Promise<string> {
  await syncAll(fresh);
  await rename(fresh, directory);
  await sync(join(directory, ".."));
  return directory;
}

/**
 * Links a file; copies it where that is impossible: some file systems have no links, and no link goes from
 * one file system to another.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/** Whether a path in a backup is a baseline's file: `baselines/0000000000001234/history.db`. */
export function isBaselineFile(path: string): boolean {
  const [root, name, file = "", ...more] = path.split("/");
  return (
    root === BASELINES_DIRECTORY &&
    NAME.test(name ?? "") &&
    more.length === 0 &&
    basename(file) === file &&
    /^(?:history\.db|\d{16}\.snapshot)$/.test(file)
  );
}

/**
 * Makes an empty directory the journal of a market that begins with a given state: its snapshot, and a
 * segment that begins after it.
 */
export async function seedJournal(disk: Disk, { meta, bytes }: CapturedState): Promise<void> {
  await new FileSnapshots(disk).write(meta, bytes);
  const log = await FileLog.open(disk, { format: formatTag(), firstSeq: meta.seq + 1 });
  await log.acquire();
  await log.close();
}
