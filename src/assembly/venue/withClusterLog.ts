import { formatTag } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { LogHead } from "../../kernel/journal/commandLog.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import type { FencedLog } from "../../kernel/journal/fenced/fencedLog.ts";
import { COPYING } from "../../kernel/journal/fenced/logStore.ts";
import { openPostgresLog } from "../../kernel/journal/postgres/postgresLog.ts";
import { patienceFor } from "./databasePatience.ts";
import type { OnProgress } from "./onProgress.ts";

/**
 * Opens the log of a cluster for a caller that is no node of it, and closes the log after `work`. The caller
 * reads, or changes settings: it appends nothing. A database that is silent is waited for as by a node.
 *
 * @param onProgress told while the database is waited for
 * @throws LogError
 */
export async function withClusterLog<T>(
  url: string,
  onProgress: OnProgress,
  work: (log: FencedLog) => Promise<T>,
): Promise<T> {
  // Without appending it needs neither standbys nor the key.
  const log = await openPostgresLog({
    url,
    single: true,
    format: formatTag(),
    keyFingerprint: undefined,
    clock: systemClock,
    patience: patienceFor(onProgress),
  });
  try {
    const { holder } = await log.lease.look();
    if (holder?.node === COPYING) throw unfinished(log.head());
    return await work(log);
  } finally {
    await log.close();
  }
}

function unfinished({ nextSeq }: LogHead): LogError {
  return new LogError(
    "busy",
    `the database holds a market up to command ${nextSeq - 1} only: it is being copied there, or that was broken off. The command that began it ` +
      "goes on with it",
  );
}
