import type { DatabaseSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import { framesOf } from "./frameQueue.ts";
import { HistoryReader } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import { openForWriting } from "./schema.ts";
import { type Answer, refusalOf, type WriterOrder } from "./workerMessages.ts";
import { HistoryWriter } from "./writer.ts";

/** More rows than this are written before the commit, so that neither a question nor the commit waits for many. */
const ROWS_MAX = 256;

// A writer's thread: does what it is told in order, one answer each, until something fails that was to be written.
const port = parentPort!;
let open: {
  readonly database: DatabaseSync;
  readonly writer: HistoryWriter;
  /** Over the writer's own connection: sees what is not committed yet. */
  readonly reader: HistoryReader;
};

port.on("message", (order: WriterOrder) => {
  try {
    const result = obey(order);
    const memory = typeof result === "number" ? [] : [result.words.buffer];
    port.postMessage({ result } satisfies Answer<RowBatch | number>, memory);
  } catch (error) {
    port.postMessage({ refusal: refusalOf(error) } satisfies Answer<RowBatch | number>);
    if (order.type !== "ask") port.close();
  }
});

function obey(order: WriterOrder): RowBatch | number {
  switch (order.type) {
    case "ask":
      return open.reader.answer(order.question);
    case "open": {
      const database = openForWriting(order.path);
      const writer = new HistoryWriter(database, order.houseHistory);
      open = { database, writer, reader: new HistoryReader(database) };
      break;
    }
    case "apply":
      for (const frame of framesOf(order.batch)) open.writer.fold(frame);
      if (order.commits) open.writer.commit();
      else if (open.writer.rowsKeptBack >= ROWS_MAX) open.writer.flushRows();
      break;
    case "show":
      for (const account of order.accounts) open.writer.flushOf(account);
      break;
    case "commit":
      open.writer.commit();
      break;
    case "prehistory":
      open.writer.writePrehistory(order.prehistory);
      break;
    case "close":
      open.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      open.database.close();
  }
  return open.writer.appliedSeq;
}
