import { hash } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Machine, Replayed } from "../../kernel/engine/index.ts";
import { replayFrom, WAYS_ON } from "../../kernel/engine/index.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { makeDirectory } from "../../kernel/host/ownerOnly.ts";
import { isThere, undefinedIfGone } from "../../kernel/host/systemErrors.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../kernel/journal/readFrames.ts";
import { describeDamage } from "../../kernel/journal/recovery.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { surveyLog } from "../../kernel/journal/survey.ts";
import { peekHistory } from "../../service/readmodel/index.ts";
import type { BackupManifest } from "./backup.ts";
import { BackupError, hashFile, MANIFEST_FILE } from "./backup.ts";
import { isBaselineFile } from "./baselines.ts";
import { dataFormat } from "./dataDirectory.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";
import type { OnProgress } from "./onProgress.ts";
import { replaceMarket } from "./replaceMarket.ts";
import { replayStart } from "./replayStart.ts";

/** The result of a restoration. */
export interface RestoreReport {
  readonly data: string;
  readonly headSeq: number;
  readonly historySeq: number;
  /** Commands that were executed again as a check. */
  readonly replayed: number;
  /** SHA-256 of the state at the head, hex. */
  readonly stateDigest: string;
  /** Whether master key and credentials were in the backup. */
  readonly secrets: boolean;
}

/**
 * Makes a backup the market of a data directory on which no venue runs. The backup is copied beside the
 * present market and checked before that is touched: every file's hash, the journal's chain, every command by
 * execution with each frame's digest, each snapshot against the state reached by executing, every invariant,
 * and how far history is.
 *
 * @throws BackupError, LogError, ReplayError, DirectoryInUse: nothing was replaced, and nothing is left
 * behind
 */
export async function restore(options: {
  readonly backup: string;
  readonly data: string;
  /** Whether a market in the data directory may be deleted; otherwise it makes the restoration fail. */
  readonly replace: boolean;
  readonly onProgress?: OnProgress;
}): Promise<RestoreReport> {
  const { onProgress = () => {} } = options;
  const backup = resolve(options.backup);
  const data = resolve(options.data);
  const manifest = await readManifest(backup);
  return replaceMarket(data, {
    async refuse() {
      if (!options.replace) await refuseMarket(data);
    },
    async fill(next) {
      await copyChecked(manifest, backup, next, onProgress);
      const { replayed, historySeq } = await prove(next, manifest, onProgress);
      return {
        data,
        headSeq: manifest.headSeq,
        historySeq,
        replayed: replayed.commands,
        stateDigest: stateDigest(replayed),
        secrets: manifest.secrets,
      };
    },
  });
}

async function readManifest(backup: string): Promise<BackupManifest> {
  const path = join(backup, MANIFEST_FILE);
  const text = await readFile(path, "utf8").catch(undefinedIfGone);
  if (text === undefined) throw new BackupError(`${backup} is not a backup: it has no ${MANIFEST_FILE}`);
  const manifest = parsed(text);
  if (manifest?.format !== dataFormat()) {
    const format = manifest?.format ?? "none";
    throw new BackupError(`${path} is of format ${format}; this program reads ${dataFormat()}. ${WAYS_ON}`);
  }
  return manifest;
}

function parsed(text: string): BackupManifest | undefined {
  try {
    return JSON.parse(text) as BackupManifest;
  } catch {
    return undefined; // reported as an unknown format
  }
}

async function refuseMarket(data: string): Promise<void> {
  const journal = join(data, JOURNAL_DIRECTORY);
  if (!isThere(journal) || (await listSegments(await NodeDisk.open(journal))).length === 0) return;
  throw new BackupError(
    `${data} holds a market already: name another directory, or say --replace to delete that one`,
  );
}

async function copyChecked(
  { files }: BackupManifest,
  from: string,
  to: string,
  onProgress: OnProgress,
): Promise<void> {
  for (const [i, { path, sha256 }] of files.entries()) {
    onProgress("copying", i / files.length);
    if (!/^(?:journal\/)?[\w.-]+$/.test(path) && !isBaselineFile(path))
      throw new BackupError(`the backup names a file outside itself: ${path}`);
    makeDirectory(dirname(join(to, path)));
    await copyFile(join(from, path), join(to, path)).catch((cause: unknown) => {
      throw new BackupError(`${path} of the backup cannot be copied (${String(cause)})`, { cause });
    });
    if ((await hashFile(join(to, path))) !== sha256) {
      throw new BackupError(
        `${path} is not what was backed up: its hash differs. Use another copy of the backup`,
      );
    }
  }
}

async function prove(
  next: string,
  manifest: BackupManifest,
  onProgress: OnProgress,
): Promise<{ readonly replayed: Replayed; readonly historySeq: number }> {
  const disk = await NodeDisk.open(join(next, JOURNAL_DIRECTORY));
  const report = await surveyLog(disk);
  const { head, damage } = report;
  if (damage.length > 0)
    throw new BackupError(`the backup's journal is damaged: ${describeDamage(damage[0]!)}`);
  const headSeq = head.nextSeq - 1;
  const { appliedSeq: historySeq } = peekHistory(join(next, HISTORY_FILE));
  if (headSeq !== manifest.headSeq || historySeq !== manifest.historySeq || historySeq > headSeq) {
    throw new BackupError(
      `the backup says journal ${manifest.headSeq}, history ${manifest.historySeq}; it holds journal ${headSeq}, history ${historySeq}`,
    );
  }
  const start = await replayStart({ journal: disk, data: next }, report);
  const snapshots = await statesBehind(disk, start.snapshotSeq);
  const replayed = await replayFrom(start, {
    log: { read: (from: number) => readFrames(disk, from, head.nextSeq) },
    toSeq: headSeq,
    progress: (done, total) => onProgress("proving", total === 0 ? 1 : done / total),
    onFrame: () => refuseOtherState(snapshots, start.replay.machine),
  });
  replayed.machine.audit();
  return { replayed, historySeq };
}

/**
 * The SHA-256 (hex) of each snapshot after a command, by the snapshot's own command. @throws LogError if one
 * is damaged
 */
async function statesBehind(disk: NodeDisk, seq: number): Promise<ReadonlyMap<number, string>> {
  const snapshots = new FileSnapshots(disk);
  const states = new Map<number, string>();
  for (const entry of await snapshots.list()) {
    if (entry.type === "damaged")
      throw new BackupError(`the backup's ${entry.name} is damaged: ${entry.why}`);
    const { info } = entry;
    if (info.seq <= seq) continue;
    states.set(info.seq, hash("sha256", await (await snapshots.read(info.seq)).bytes(), "hex"));
  }
  return states;
}

function refuseOtherState(snapshots: ReadonlyMap<number, string>, machine: Machine): void {
  const expected = snapshots.get(machine.seq);
  if (expected === undefined || expected === hash("sha256", machine.snapshot(), "hex")) return;
  throw new BackupError(
    `the snapshot of command ${machine.seq} is not the state that executing every command leads to`,
  );
}

function stateDigest({ machine }: Replayed): string {
  return hash("sha256", machine.snapshot(), "hex");
}
