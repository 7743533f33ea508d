import type { DatabaseSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import { framesOf } from "./frameQueue.ts";
import { openForWriting } from "./schema.ts";
import { type Answer, refusalOf, type WriterOrder } from "./workerMessages.ts";
import { HistoryWriter } from "./writer.ts";

// A writer's thread: does what it is told in order, one answer each, until something fails.
const port = parentPort!;
let open: { readonly database: DatabaseSync; readonly writer: HistoryWriter };

port.on("message", (order: WriterOrder) => {
  try {
    obey(order);
    port.postMessage({ result: open.writer.appliedSeq } satisfies Answer<number>);
  } catch (error) {
    port.postMessage({ refusal: refusalOf(error) } satisfies Answer<number>);
    port.close();
  }
});

function obey(order: WriterOrder): void {
  switch (order.type) {
    case "open": {
      const database = openForWriting(order.path);
      open = { database, writer: new HistoryWriter(database, order.houseHistory) };
      return;
    }
    case "apply":
      open.writer.apply(framesOf(order.batch));
      return;
    case "prehistory":
      open.writer.writePrehistory(order.prehistory);
      return;
    case "close":
      open.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      open.database.close();
  }
}
