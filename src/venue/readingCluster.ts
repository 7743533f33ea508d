import { formatTag } from "../engine/index.ts";
import { systemClock } from "../host/systemClock.ts";
import type { FencedLog } from "../journal/fenced/fencedLog.ts";
import { openPostgresLog } from "../journal/postgres/postgresLog.ts";

/** Opens the log of a cluster for who is no node of it and only reads, with a hand that is closed afterwards. @throws LogError */
export async function readingShared<T>(url: string, work: (log: FencedLog) => Promise<T>): Promise<T> {
  // Who reads asks for no standbys, and for no key.
  const log = await openPostgresLog({
    url,
    single: true,
    format: formatTag(),
    keyFingerprint: undefined,
    clock: systemClock,
  });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
