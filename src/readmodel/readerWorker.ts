import { parentPort, workerData } from "node:worker_threads";
import { HistoryReader } from "./reader.ts";
import { openForReading } from "./schema.ts";
import type { ReaderAnswer, ReaderData, ReaderQuestion } from "./workerMessages.ts";

// A reader's thread: answers questions one after the other until its port is closed.
const port = parentPort!;
const reader = new HistoryReader(openForReading((workerData as ReaderData).path));

port.on("message", ({ id, question }: ReaderQuestion) => {
  try {
    const sheet = reader.answer(question);
    port.postMessage({ id, sheet } satisfies ReaderAnswer, [sheet.words.buffer]);
  } catch (error) {
    port.postMessage({ id, error } satisfies ReaderAnswer);
  }
});
