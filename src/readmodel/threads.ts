import { Worker } from "node:worker_threads";
import { workerUrl } from "../host/workerUrl.ts";
import { Deferred } from "./deferred.ts";
import { HistoryFailedError } from "./history.ts";
import type { Sheet } from "./rows.ts";
import type { Answer, ReaderOrder, WriterOrder } from "./workerMessages.ts";

/** A worker thread that does what it is told, in order, and answers each order once. */
export class Thread<Order, Result> {
  readonly #worker: Worker;
  readonly #asked: Deferred<Result>[] = [];
  #failure: HistoryFailedError | undefined;

  constructor(entry: string) {
    this.#worker = new Worker(workerUrl(import.meta.url, entry));
    this.#worker.on("message", (answer: Answer<Result>) => {
      const asked = this.#asked.shift()!;
      if ("error" in answer) asked.reject(asFailure(answer.error));
      else asked.resolve(answer.result);
    });
    this.#worker.on("error", (error) => this.#fail(asFailure(error)));
    this.#worker.on("exit", () => this.#fail(new HistoryFailedError("a thread of history has stopped")));
  }

  /** Orders not answered yet. */
  get waiting(): number {
    return this.#asked.length;
  }

  /** Whether it takes orders. */
  get isAlive(): boolean {
    return this.#failure === undefined;
  }

  /** Rejects with a {@link HistoryFailedError}: what the order failed with, or that the thread has stopped. */
  ask(order: Order, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure);
    const asked = new Deferred<Result>();
    this.#asked.push(asked);
    this.#worker.postMessage(order, transfer);
    return asked.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(failure: HistoryFailedError): void {
    this.#failure ??= failure;
    for (const asked of this.#asked.splice(0)) asked.reject(failure);
  }
}

/** Answers with the last sequence number committed; after an error it has stopped. */
export type WriterThread = Thread<WriterOrder, number>;
/** Answers questions with sheets, anything else with `undefined`. */
export type ReaderThread = Thread<ReaderOrder, Sheet | undefined>;

/** The threads of one store. */
export interface Lent {
  readonly writer: WriterThread;
  readonly readers: readonly ReaderThread[];
}

/**
 * Threads for stores in files, lent to one store after the other: to start one takes ten times as long as to open a
 * store. They keep the process alive until they are closed.
 */
export class HistoryThreads {
  readonly #writers: WriterThread[] = [];
  readonly #readers: ReaderThread[] = [];

  /** Threads that wait for a store. */
  get idle(): number {
    return this.#writers.length + this.#readers.length;
  }

  writer(): WriterThread {
    return this.#writers.pop() ?? new Thread("./writerWorker");
  }

  reader(): ReaderThread {
    return this.#readers.pop() ?? new Thread("./readerWorker");
  }

  /** Takes back the threads of a store that is closed; of one that failed, they are ended. */
  async takeBack({ writer, readers }: Lent, isHealthy: boolean): Promise<void> {
    if (isHealthy && writer.isAlive) this.#writers.push(writer);
    else await writer.end();
    for (const reader of readers) {
      if (isHealthy && reader.isAlive) this.#readers.push(reader);
      else await reader.end();
    }
  }

  /** Ends those that are not lent. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.splice(0), ...this.#readers.splice(0)].map((thread) => thread.end()));
  }
}

/** Errors lose their class on the way between threads. */
function asFailure(error: unknown): HistoryFailedError {
  if (error instanceof HistoryFailedError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HistoryFailedError(message, { cause: error });
}
