import type { MachineKind, StartingPoint } from "../../kernel/engine/index.ts";
import { exchangeMachine, genesis, ReplayError, startingPoint } from "../../kernel/engine/index.ts";
import type { Disk } from "../../kernel/host/disk.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import type { SnapshotStore } from "../../kernel/journal/snapshotStore.ts";
import type { LogReport } from "../../kernel/journal/survey.ts";
import { baselinesIn } from "./baselines.ts";

/** Where snapshots of a journal are: beside it, and in the baselines of its data directory. */
export interface Past {
  readonly journal: Disk;
  /** The data directory; `undefined` for a journal outside one. */
  readonly data: string | undefined;
}

/**
 * The earliest state from which everything up to the journal's head can be executed: an empty one if the
 * journal begins with the first command; else the oldest snapshot, beside the journal or in a baseline, after
 * which the stored frames continue.
 *
 * @throws ReplayError `gap` if there is none; `otherFormat` if another build wrote it
 */
export async function replayStart(
  { journal, data }: Past,
  { head: { firstSeq } }: Pick<LogReport, "head">,
  kind: MachineKind = exchangeMachine,
): Promise<StartingPoint> {
  if (firstSeq === 1) return genesis(kind);
  const disks = [journal];
  if (data !== undefined) {
    for (const { directory } of await baselinesIn(data)) disks.push(await NodeDisk.open(directory));
  }
  const found: { readonly seq: number; readonly snapshots: SnapshotStore }[] = [];
  for (const disk of disks) {
    const snapshots = new FileSnapshots(disk);
    for (const entry of await snapshots.list()) {
      if (entry.type === "intact" && entry.info.seq >= firstSeq - 1) {
        found.push({ seq: entry.info.seq, snapshots });
      }
    }
  }
  const [oldest] = found.sort((a, b) => a.seq - b.seq);
  if (oldest === undefined) {
    throw new ReplayError(
      "gap",
      `there is no state to begin from: the journal begins with command ${firstSeq}, and neither it nor a baseline has a ` +
        "snapshot from there on. Restore a backup.",
    );
  }
  return startingPoint(kind, oldest.snapshots, oldest.seq);
}
