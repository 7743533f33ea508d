import type { CapturedState } from "../../kernel/engine/index.ts";
import { formatTag } from "../../kernel/engine/index.ts";
import type { Disk } from "../../kernel/host/disk.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";

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
