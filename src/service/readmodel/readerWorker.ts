import type { DatabaseSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import { HistoryReader } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import { copyLog, openForReading } from "./schema.ts";
import { type Answer, type ReaderOrder, refusalOf } from "./workerMessages.ts";

// A reader's thread: answers queries in order until it is ended; a query that fails is answered with its
// error.
const port = parentPort!;
let open: { readonly path: string; readonly database: DatabaseSync; readonly reader: HistoryReader };

port.on("message", (order: ReaderOrder) => {
  try {
    const result = obey(order);
    port.postMessage({ result } satisfies Answer<RowBatch | undefined>, result ? [result.words.buffer] : []);
  } catch (error) {
    port.postMessage({ refusal: refusalOf(error, open?.path ?? "") } satisfies Answer<RowBatch | undefined>);
  }
});

function obey(order: ReaderOrder): RowBatch | undefined {
  switch (order.type) {
    case "open": {
      const database = openForReading(order.path);
      open = { path: order.path, database, reader: new HistoryReader(database) };
      return undefined;
    }
    case "copyLog":
      copyLog(order.path);
      return undefined;
    case "ask":
      return open.reader.answer(order.question);
    case "close":
      open.database.close();
      return undefined;
  }
}
