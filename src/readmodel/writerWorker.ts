import { parentPort, workerData } from "node:worker_threads";
import { framesOf } from "./frameQueue.ts";
import { openForWriting } from "./schema.ts";
import type { WriterAnswer, WriterData, WriterOrder } from "./workerMessages.ts";
import { HistoryWriter } from "./writer.ts";

// The writer's thread: does what it is told in order, one answer each, until told to close or something fails.
const port = parentPort!;
const answer = (message: WriterAnswer): void => port.postMessage(message);

try {
  const { path, houseHistory } = workerData as WriterData;
  const database = openForWriting(path);
  const writer = new HistoryWriter(database, houseHistory);
  port.on("message", (order: WriterOrder) => {
    try {
      switch (order.type) {
        case "apply":
          writer.apply(framesOf(order.batch));
          break;
        case "prehistory":
          writer.writePrehistory(order.prehistory);
          break;
        case "close":
          database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
          database.close();
          break;
      }
      answer({ type: "done", appliedSeq: writer.appliedSeq });
      if (order.type === "close") port.close();
    } catch (error) {
      answer({ type: "error", error });
      port.close();
    }
  });
  answer({ type: "done", appliedSeq: writer.appliedSeq });
} catch (error) {
  answer({ type: "error", error });
  port.close();
}
