import type { DatabaseSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import { framesOf } from "./frameQueue.ts";
import { HistoryReader } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import { openForWriting } from "./schema.ts";
import { type Answer, refusalOf, type WriterOrder } from "./workerMessages.ts";
import { HistoryWriter } from "./writer.ts";

/** How many rows of a commit are written at a time, since a query that comes meanwhile waits for them. */
const ROWS_AT_A_TIME = 256;

// A writer's thread: carries out orders one after the other, with one answer each, until a write fails.
const port = parentPort!;
let open: {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly writer: HistoryWriter;
  /** Over the writer's own connection, so that it sees rows which are not committed yet. */
  readonly reader: HistoryReader;
};

port.on("message", (order: WriterOrder) => {
  try {
    const result = obey(order);
    const memory = typeof result === "number" ? [] : [result.words.buffer];
    port.postMessage({ result } satisfies Answer<RowBatch | number>, memory);
  } catch (error) {
    port.postMessage({ refusal: refusalOf(error, open?.path ?? "") } satisfies Answer<RowBatch | number>);
    if (order.type !== "ask" || open.writer.isShowing) port.close();
  }
});

function obey(order: WriterOrder): RowBatch | number {
  switch (order.type) {
    case "ask":
      try {
        return open.reader.answer(order.question);
      } finally {
        open.writer.hide();
      }
    case "open": {
      const database = openForWriting(order.path);
      const writer = new HistoryWriter(database, order.houseHistory);
      open = { path: order.path, database, writer, reader: new HistoryReader(database) };
      break;
    }
    case "apply":
      for (const frame of framesOf(order.batch)) open.writer.fold(frame);
      if (order.commits) open.writer.commit();
      break;
    case "commitSome":
      if (open.writer.appliedSeq < order.seq) open.writer.commitSome(ROWS_AT_A_TIME);
      break;
    case "show":
      if (typeof order.of === "string") open.writer.showPublic(order.of);
      else open.writer.show(order.of);
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
