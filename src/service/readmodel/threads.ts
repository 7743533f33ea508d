import { Worker } from "node:worker_threads";
import { workerUrl } from "../../kernel/host/packageFiles.ts";
import type { RowBatch } from "./rows.ts";
import type { Answer, ReaderOrder, Refusal, WriterOrder } from "./workerMessages.ts";

/** The error of an order, with its class restored: errors lose it on the way between threads. */
export class ThreadError extends Error {
  override readonly name = "ThreadError";
  readonly remedy: string | undefined;
  readonly systemError: Refusal["systemError"];

  constructor({ why, remedy, systemError }: Refusal) {
    super(why);
    this.remedy = remedy;
    this.systemError = systemError;
  }
}

/** A worker thread that carries out orders one after the other, and answers each once. */
class Thread<Order, Result> {
  readonly #worker: Worker;
  readonly #asked: Deferred<Result>[] = [];
  #failure: ThreadError | undefined;

  constructor(entry: string) {
    this.#worker = new Worker(workerUrl(import.meta.url, entry));
    this.#worker.on("message", (answer: Answer<Result>) => {
      const asked = this.#asked.shift()!;
      if ("refusal" in answer) asked.reject(new ThreadError(answer.refusal));
      else asked.resolve(answer.result);
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("its thread has stopped")));
  }

  /** Whether it keeps the process alive. */
  hold(holds: boolean): void {
    if (holds) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Orders not answered yet. */
  get waiting(): number {
    return this.#asked.length;
  }

  /** Whether the thread still takes orders. */
  get isAlive(): boolean {
    return this.#failure === undefined;
  }

  /**
   * Sends an order. Rejects with a {@link ThreadError}: the order's own error, or that the thread has
   * stopped.
   */
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

  #fail(error: unknown): void {
    this.#failure ??= new ThreadError({ why: error instanceof Error ? error.message : String(error) });
    for (const asked of this.#asked.splice(0)) asked.reject(this.#failure);
  }
}

/**
 * Answers queries with batches, other orders with the last sequence number committed; after an error in one
 * of those the thread has stopped.
 */
export type WriterThread = Thread<WriterOrder, RowBatch | number>;
/** Answers queries with batches, other orders with `undefined`. */
export type ReaderThread = Thread<ReaderOrder, RowBatch | undefined>;

/** The threads of one store. */
export interface StoreThreads {
  readonly writer: WriterThread;
  readonly readers: readonly ReaderThread[];
}

/**
 * Threads for stores in files, lent to one store after the other: starting a thread takes ten times as long
 * as opening a store. Idle threads do not keep the process alive.
 */
export class HistoryThreads {
  readonly #writers: WriterThread[] = [];
  readonly #readers: ReaderThread[] = [];
  readonly #idleMax: number;

  /** @param idleMax how many idle threads of each kind are kept; further ones end with their store */
  constructor(idleMax: number = Number.POSITIVE_INFINITY) {
    this.#idleMax = idleMax;
  }

  /** Idle threads. */
  get idle(): number {
    return this.#writers.length + this.#readers.length;
  }

  writer(): WriterThread {
    return taken(this.#writers) ?? new Thread("./writerWorker");
  }

  reader(): ReaderThread {
    return taken(this.#readers) ?? new Thread("./readerWorker");
  }

  /** Takes back the threads of a closed store; those of a failed store are ended. */
  async takeBack({ writer, readers }: StoreThreads, isHealthy: boolean): Promise<void> {
    await this.#keep(this.#writers, writer, isHealthy);
    for (const reader of readers) await this.#keep(this.#readers, reader, isHealthy);
  }

  /** Ends all idle threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.splice(0), ...this.#readers.splice(0)].map((thread) => thread.end()));
  }

  async #keep<Order, Result>(
    idle: Thread<Order, Result>[],
    thread: Thread<Order, Result>,
    isHealthy: boolean,
  ): Promise<void> {
    if (!isHealthy || !thread.isAlive || idle.length >= this.#idleMax) return thread.end();
    thread.hold(false);
    idle.push(thread);
  }
}

/** Takes an idle thread that has not stopped meanwhile. */
function taken<Order, Result>(idle: Thread<Order, Result>[]): Thread<Order, Result> | undefined {
  for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
    if (!thread.isAlive) continue;
    thread.hold(true);
    return thread;
  }
  return undefined;
}

/** The threads of this process: its next venue on a disk, or the same one again, need not start its own. */
export const processThreads = new HistoryThreads(2);

/** A promise that is settled from outside. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  resolve!: (value: T) => void;
  reject!: (reason: Error) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
