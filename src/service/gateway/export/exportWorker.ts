import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { ExportQuery, ExportRow, StorePiece, StoreSource } from "../../readmodel/index.ts";
import { exportRows, HistoryFailedError, takenOver } from "../../readmodel/index.ts";
import type { ExportedName } from "./exported.ts";
import { formOf } from "./exported.ts";
import type { FileFormat } from "./files.ts";
import { writeRows } from "./files.ts";

/* A thread that makes the file of an export, a piece each time that it is asked for one (see `Exports`). */

/** What is to be exported. */
export interface ExportTask {
  readonly what: ExportedName;
  readonly format: FileFormat;
  /** The history that has the rows, and the names in them. */
  readonly from: StoreSource;
  readonly query: ExportQuery;
  /** Rows of the request log, which is not in the history; empty for other exports. */
  readonly requests: readonly ExportRow[];
}

/**
 * The message with which the thread is started: for a history in memory, `from` is the port over which its
 * pieces come.
 */
export type ThreadTask = Omit<ExportTask, "from"> & { readonly from: string | MessagePort };

/**
 * The answer each time that the thread asks for more of a history in memory: a piece, the end, or why it
 * cannot be read.
 */
export type HandoverReply = StorePiece | { readonly end: true } | { readonly refused: string };

/**
 * The thread's answer each time that it is asked: the next piece, the end, or why the history cannot be
 * read.
 */
export type ExportPiece =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly end: true }
  | { readonly refused: string };

async function nextOf(history: MessagePort): Promise<StorePiece | undefined> {
  history.postMessage("more");
  const [answer] = (await once(history, "message")) as [HandoverReply];
  if ("refused" in answer) throw new HistoryFailedError("memory", { why: answer.refused });
  return "end" in answer ? undefined : answer;
}

const port = parentPort!;
const { what, format, from, query, requests } = workerData as ThreadTask;
const post = (piece: ExportPiece) => port.postMessage(piece, "bytes" in piece ? [piece.bytes.buffer] : []);

await once(port, "message");
try {
  const store = typeof from === "string" ? from : await takenOver(() => nextOf(from));
  const rows = what === "requests" ? requests : exportRows(store, what, query);
  const take = (piece: string | Uint8Array) => {
    if (piece.length === 0) return undefined;
    const asked = once(port, "message");
    post({ bytes: Uint8Array.from(Buffer.from(piece)) });
    return asked;
  };
  await writeRows(take, format, formOf(what, store), rows);
  post({ end: true });
} catch (error) {
  if (!(error instanceof HistoryFailedError)) throw error;
  post({ refused: error.message });
}
port.close();
