import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../host/workerUrl.ts";
import { Deferred } from "./deferred.ts";
import { FrameQueue, QUEUE_MAX_BYTES } from "./frameQueue.ts";
import { HistoryFailedError, type HistoryFrame, type Prehistory } from "./history.ts";
import type { Question } from "./reader.ts";
import type { Sheet } from "./rows.ts";
import type { Store } from "./store.ts";
import type { ReaderAnswer, ReaderData, WriterAnswer, WriterData, WriterOrder } from "./workerMessages.ts";

/** Batches under way to the writer: one being committed, one at hand when it is done. */
const BATCHES_IN_FLIGHT = 2;

/**
 * A store in a file, with one thread that writes and others that read. Frames gather while the writer is busy, so the
 * busier it is the more of them share a transaction.
 */
export class WorkerStore implements Store {
  readonly #writer: Worker;
  readonly #readers: ReaderThread[];
  readonly #queue = new FrameQueue();
  /** Orders that the writer has not answered, oldest first. */
  readonly #orders: { readonly bytes: number; readonly answered: Deferred<void> }[] = [];
  /** Bytes given and not committed. */
  #bytes = 0;
  #batches = 0;
  #room: Deferred<void> | undefined;
  #idle: Deferred<void> | undefined;
  #appliedSeq: number;
  #failure: Error | undefined;
  #isClosing = false;
  #committed: (appliedSeq: number) => void = () => {};
  #failed: (reason: Error) => void = () => {};

  /** Starts the threads; rejects with why the writer could not open the file. */
  static async open(options: WriterData & { readonly readers: number }): Promise<WorkerStore> {
    const { path, houseHistory } = options;
    const writer = new Worker(workerUrl(import.meta.url, "./writerWorker"), {
      workerData: { path, houseHistory } satisfies WriterData,
    });
    const [first] = (await once(writer, "message")) as [WriterAnswer];
    if (first.type === "error") throw asFailure(first.error);
    return new WorkerStore(writer, first.appliedSeq, path, options.readers);
  }

  private constructor(writer: Worker, appliedSeq: number, path: string, readers: number) {
    this.#writer = writer;
    this.#appliedSeq = appliedSeq;
    this.#readers = Array.from({ length: readers }, () => new ReaderThread(path));
    writer.on("message", (answer: WriterAnswer) => this.#answered(answer));
    writer.on("error", (error) => this.#fail(error));
    writer.on("exit", () => {
      if (!this.#isClosing) this.#fail(new HistoryFailedError("the history writer has stopped"));
    });
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  watch(committed: (appliedSeq: number) => void, failed: (reason: Error) => void): void {
    this.#committed = committed;
    this.#failed = failed;
  }

  apply(frame: HistoryFrame): Promise<void> | undefined {
    this.#queue.push(frame);
    this.#bytes += frame.events.byteLength;
    this.#send();
    if (this.#bytes <= QUEUE_MAX_BYTES) return undefined;
    this.#room ??= new Deferred();
    return this.#room.promise;
  }

  ask(question: Question): Promise<Sheet> {
    let least = this.#readers[0]!;
    for (const reader of this.#readers) if (reader.waiting < least.waiting) least = reader;
    return least.ask(question);
  }

  writePrehistory(prehistory: Prehistory): Promise<void> {
    const buffers = new Set(prehistory.candles.map(({ bars }) => bars.buffer));
    return this.#order({ type: "prehistory", prehistory }, 0, [...buffers]);
  }

  async settle(): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#orders.length === 0 && this.#queue.isEmpty) return;
    this.#idle ??= new Deferred();
    await this.#idle.promise;
  }

  async image(): Promise<Uint8Array> {
    throw new HistoryFailedError("a store in a file is copied as a file");
  }

  async close(): Promise<void> {
    try {
      if (!this.#failure) {
        await this.settle();
        this.#isClosing = true;
        // Readers first: alone with its file, the writer can empty the write-ahead log.
        await Promise.all(this.#readers.map((reader) => reader.close()));
        await this.#order({ type: "close" }, 0, []);
      }
    } finally {
      this.#isClosing = true;
      await Promise.all([this.#writer.terminate(), ...this.#readers.map((reader) => reader.close())]);
    }
  }

  #send(): void {
    while (this.#batches < BATCHES_IN_FLIGHT && !this.#queue.isEmpty) {
      const batch = this.#queue.take();
      this.#batches++;
      const applied = this.#order({ type: "apply", batch }, batch.events.byteLength, [
        batch.headers.buffer,
        batch.events.buffer,
      ]);
      applied.then(
        () => {
          this.#batches--;
          this.#send();
        },
        () => {}, // the store has failed, which is told to everybody
      );
    }
  }

  #order(order: WriterOrder, bytes: number, transfer: ArrayBuffer[]): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    const answered = new Deferred<void>();
    this.#orders.push({ bytes, answered });
    this.#writer.postMessage(order, transfer);
    return answered.promise;
  }

  #answered(answer: WriterAnswer): void {
    if (answer.type === "error") {
      this.#fail(answer.error);
      return;
    }
    const { bytes, answered } = this.#orders.shift()!;
    this.#appliedSeq = answer.appliedSeq;
    this.#bytes -= bytes;
    if (this.#bytes <= QUEUE_MAX_BYTES) this.#open();
    answered.resolve();
    this.#committed(answer.appliedSeq);
    if (this.#orders.length === 0 && this.#queue.isEmpty) {
      this.#idle?.resolve();
      this.#idle = undefined;
    }
  }

  #open(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #fail(error: unknown): void {
    if (this.#failure) return;
    const failure = asFailure(error);
    this.#failure = failure;
    for (const waiting of [this.#room, this.#idle, ...this.#orders.map(({ answered }) => answered)]) {
      waiting?.reject(failure);
    }
    this.#failed(failure);
  }
}

/** A reader's thread and the questions put to it. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Deferred<Sheet>>();
  #lastId = 0;
  #failure: Error | undefined;

  constructor(path: string) {
    this.#worker = new Worker(workerUrl(import.meta.url, "./readerWorker"), {
      workerData: { path } satisfies ReaderData,
    });
    this.#worker.on("message", (answer: ReaderAnswer) => {
      const asked = this.#asked.get(answer.id)!;
      this.#asked.delete(answer.id);
      if ("sheet" in answer) asked.resolve(answer.sheet);
      else asked.reject(asFailure(answer.error));
    });
    this.#worker.on("error", (error) => this.#fail(asFailure(error)));
    this.#worker.on("exit", () => this.#fail(new HistoryFailedError("the history reader has stopped")));
  }

  /** Questions not answered yet. */
  get waiting(): number {
    return this.#asked.size;
  }

  ask(question: Question): Promise<Sheet> {
    if (this.#failure) return Promise.reject(this.#failure);
    const asked = new Deferred<Sheet>();
    const id = ++this.#lastId;
    this.#asked.set(id, asked);
    this.#worker.postMessage({ id, question });
    return asked.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    for (const asked of this.#asked.values()) asked.reject(failure);
    this.#asked.clear();
  }
}

/** Errors lose their class on the way between threads. */
function asFailure(error: unknown): Error {
  if (error instanceof HistoryFailedError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HistoryFailedError(message, { cause: error });
}
