import type { Disk } from "../../kernel/host/disk.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { ORIGIN_NAME } from "../../kernel/journal/origin.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { DataUnusableError } from "./dataErrors.ts";

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
