import type { Patience } from "../../kernel/journal/postgres/servers.ts";
import type { OnProgress } from "./onProgress.ts";

/** How long whoever begins to use a database that is silent waits for it, ms. */
export const DATABASE_PATIENCE_MS = 60_000;

/** @param signal ends it */
export function patienceFor(
  onProgress: OnProgress,
  signal: Patience["signal"] = new AbortController().signal,
): Patience {
  const report = (share: number): void => onProgress("waiting for PostgreSQL to answer", share);
  return { withinMs: DATABASE_PATIENCE_MS, report, signal };
}
