import { NoAnswerError, VenueError } from "../../../../interface/client/index.ts";
import { parseServers } from "../../../../kernel/journal/postgres/hosts.ts";
import type { Report } from "../findings.ts";
import { Notes } from "../findings.ts";
import { examineDatabase } from "./database.ts";
import { examineNodes } from "./nodes.ts";

export interface ExaminedCluster {
  /** The database, `postgres://…` with all its servers; absent: it is not examined. */
  readonly database: string | undefined;
  /** Whether one server without standbys is meant. */
  readonly single: boolean;
  /** Addresses of control of the nodes. */
  readonly nodes: readonly string[];
  readonly token: string | undefined;
  readonly onProgress: (step: string, share: number) => void;
}

/**
 * Examines a whole cluster from outside: its database, and its nodes one by one and beside each other.
 * Changes nothing.
 */
export async function examineCluster(examined: ExaminedCluster): Promise<Report> {
  const { database, single, nodes, token, onProgress } = examined;
  const notes = new Notes();
  onProgress("database", 0);
  const log = database === undefined ? undefined : await examineDatabase(database, single, notes);
  if (database === undefined) notes.skip("database", "it was not named: --cluster postgres://…");
  onProgress("nodes", 0.4);
  if (nodes.length === 0) notes.skip("nodes", "none was named: --node http://…, or --data of one");
  else
    await examineNodes(nodes, token ?? "", log, notes).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError || error instanceof VenueError)) throw error;
      notes.wrong("nodes", `one of them went away while it was looked at: ${error.message}`);
    });
  onProgress("done", 1);
  const servers = database === undefined ? [] : parseServers(database).map(({ name }) => name);
  return notes.report([...servers, ...nodes].join(", "));
}
