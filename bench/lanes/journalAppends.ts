import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { formatTag } from "../../src/kernel/engine/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { inDirectory } from "../journalEngine.ts";
import type { Lane } from "../lane.ts";

interface Arguments {
  readonly into: "journal" | "sqlite";
  readonly frames: number;
  /** Bytes of a frame's commands. */
  readonly bytes: number;
}

/**
 * Reads `rate`: frames a second that are durable, one after the other, in our journal or each as a blob in a
 * row of SQLite.
 */
export function start({ into, frames, bytes }: Arguments): Lane {
  const payload = new Uint8Array(bytes).map((_, i) => i * 31);
  const append = into === "journal" ? appendToJournal : appendToSqlite;
  return {
    pass: () =>
      inDirectory(async (directory) => {
        const seconds = await append(directory, frames, payload);
        return { rate: frames / seconds };
      }),
  };
}

async function appendToJournal(directory: string, frames: number, payload: Uint8Array): Promise<number> {
  const log = await FileLog.open(await NodeDisk.open(directory), { format: formatTag() });
  const { epoch } = await log.acquire();
  const digest = new Uint8Array(32);
  const begun = performance.now();
  for (let i = 0; i < frames; i++)
    await log.append(epoch, log.head().nextSeq, { count: 1, time: i + 1, digest, payload });
  const seconds = (performance.now() - begun) / 1_000;
  await log.close();
  return seconds;
}

/** Appends to SQLite with the journal's promise: a row is in the log, synced, when the statement ends. */
async function appendToSqlite(directory: string, frames: number, payload: Uint8Array): Promise<number> {
  const database = new DatabaseSync(join(directory, "frames.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE frames (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)");
  const insert = database.prepare("INSERT INTO frames (bytes) VALUES (?)");
  const begun = performance.now();
  for (let i = 0; i < frames; i++) insert.run(payload);
  const seconds = (performance.now() - begun) / 1_000;
  database.close();
  return seconds;
}
