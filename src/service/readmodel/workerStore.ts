import type { Clock, Timer } from "../../kernel/host/clock.ts";
import { FrameQueue, QUEUE_MAX_BYTES } from "./frameQueue.ts";
import { HistoryFailedError, type HistoryFrame, type Prehistory } from "./history.ts";
import type { Question } from "./reader.ts";
import { RowFilter } from "./rowFilter.ts";
import type { RowBatch } from "./rows.ts";
import type { Store } from "./store.ts";
import type { HistoryThreads, ReaderThread, StoreThreads, ThreadError } from "./threads.ts";
import { Deferred } from "./threads.ts";
import { TouchedAccounts } from "./touches.ts";
import type { Shown, WriterData, WriterOrder } from "./workerMessages.ts";

/** Full batches that the writer has been sent at a time: one being committed, and the next. */
const BATCHES_IN_FLIGHT = 2;
/**
 * Parts of a commit that the writer has been sent at a time: one being written, and the next; more while
 * somebody waits for the commit.
 */
const PARTS_IN_FLIGHT = 2;
const PARTS_AWAITED = 6;

/**
 * The most queries about the market that the writer has been sent at a time. Further ones wait for a commit,
 * which serves all of them.
 */
const MARKET_ASKED_MAX = 16;

/** Remedy after a failed write: what was not written is in the journal, and the next start reads it there. */
const REPAIR = "free or repair the disk, then start the venue again: it goes on from what the file holds";

/** After this many bytes of events, or orders to the writer, its write-ahead log is copied into the file. */
const COPY_BYTES = 4 * 1024 * 1024;
const COPY_ORDERS = 1_000;

/** The least bytes of events for which an idle writer is sent a message. */
const AHEAD_MIN_BYTES = 32 * 1024;

/** The longest that a frame waits for others to share its transaction, ms, unless somebody asks for it. */
export const GATHER_MS = 1_000;

export interface WorkerStoreOptions extends WriterData {
  readonly readers: number;
  readonly clock: Clock;
  readonly threads: HistoryThreads;
  /** Whether the threads end with the store, because nobody else uses them. */
  readonly endsThreads: boolean;
}

/**
 * A store in a file, with one thread that writes and others that read.
 *
 * A commit costs far more than a row: every page that a transaction touches goes to the log as a whole. So
 * the writer folds frames whenever it has nothing else to do, and commits once they fill a batch, once the
 * oldest has waited {@link GATHER_MS}, or when a reader must see them. It commits in parts, and answers
 * queries between them: whoever asks for the last rows of an account or of the market does not wait for a
 * commit, and is shown the rows of the transaction, too. Another thread copies the log of the commits into
 * the file.
 */
export class WorkerStore implements Store {
  readonly where: string;
  readonly #threads: HistoryThreads;
  readonly #endsThreads: boolean;
  readonly #clock: Clock;
  readonly #lent: StoreThreads;
  readonly #queue: FrameQueue;
  readonly #touches = new TouchedAccounts();
  /** Last sequence number sent to the writer. */
  #sentSeq: number;
  /** Bytes given and not yet committed. */
  #bytes = 0;
  #batches = 0;
  /** The last frame that is to be committed soon, and the last frame for whose commit somebody waits. */
  #hurriedSeq = 0;
  #awaitedSeq = 0;
  /** The last frame that is committed, or being committed in parts; and how many parts were sent. */
  #committingSeq = 0;
  #parts = 0;
  /** The number of queries about the market that the writer has not answered yet. */
  #marketAsked = 0;
  /** Goes off when the oldest frame has waited long enough. */
  #timer: Timer | undefined;
  /** The number of orders that the writer has not answered yet. */
  #orders = 0;
  /** The thread that copies the log; started when there is something to copy. */
  #copier: ReaderThread | undefined;
  #copying: Promise<void> | undefined;
  /** How many bytes the log may have that are not in the file. */
  #bytesLogged = 0;
  #ordersLogged = 0;
  #room: Deferred<void> | undefined;
  #appliedSeq: number;
  #failure: HistoryFailedError | undefined;
  #committed: (appliedSeq: number) => void = () => {};
  #failed: (reason: HistoryFailedError) => void = () => {};

  /** Opens the file in the threads lent; rejects with the reason if it cannot be opened. */
  static async open(options: WorkerStoreOptions): Promise<WorkerStore> {
    const { path, houseHistory, threads } = options;
    const lent = {
      writer: threads.writer(),
      readers: Array.from({ length: options.readers }, () => threads.reader()),
    };
    try {
      const appliedSeq = (await lent.writer.ask({ type: "open", path, houseHistory })) as number;
      await Promise.all(lent.readers.map((reader) => reader.ask({ type: "open", path })));
      const question = { type: "houseAccounts", query: {} } as const;
      const house = (await lent.readers[0]!.ask({ type: "ask", question }))!.words;
      return new WorkerStore(options, lent, appliedSeq, new RowFilter(houseHistory, house));
    } catch (error) {
      await threads.takeBack(lent, false);
      throw failed(path, error);
    }
  }

  private constructor(
    options: WorkerStoreOptions,
    lent: StoreThreads,
    appliedSeq: number,
    filter: RowFilter,
  ) {
    this.#queue = new FrameQueue(filter);
    this.where = options.path;
    this.#threads = options.threads;
    this.#endsThreads = options.endsThreads;
    this.#clock = options.clock;
    this.#lent = lent;
    this.#appliedSeq = appliedSeq;
    this.#sentSeq = appliedSeq;
    this.#committingSeq = appliedSeq;
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  watch(committed: (appliedSeq: number) => void, failed: (reason: HistoryFailedError) => void): void {
    this.#committed = committed;
    this.#failed = failed;
  }

  apply(frame: HistoryFrame): Promise<void> | undefined {
    this.#bytes += this.#queue.push(frame);
    this.#touches.note(frame);
    this.#gather();
    this.#send();
    this.#sendAhead();
    if (this.#bytes <= QUEUE_MAX_BYTES) return undefined;
    this.#room ??= new Deferred();
    return this.#room.promise;
  }

  touchedSeq(account: number): number {
    return this.#touches.lastSeq(account);
  }

  hurry(seq: number): void {
    this.#awaitedSeq = Math.max(this.#awaitedSeq, seq);
    this.#commitUpTo(seq);
  }

  #commitUpTo(seq: number): void {
    this.#hurriedSeq = Math.max(this.#hurriedSeq, seq);
    this.#commitInParts();
  }

  get #isAwaited(): boolean {
    return this.#awaitedSeq > this.#appliedSeq;
  }

  /** Has all frames given so far committed, after {@link GATHER_MS} at the latest. */
  #gather(): void {
    this.#timer ??= this.#clock.setTimer(GATHER_MS, () => {
      this.#timer = undefined;
      this.#commitUpTo(Math.max(this.#queue.lastSeq, this.#sentSeq));
    });
  }

  /** Commits in parts what somebody needs to see, or goes on with that. */
  #commitInParts(): void {
    if (this.#committingSeq <= this.#appliedSeq) {
      if (this.#hurriedSeq <= this.#appliedSeq) return;
      this.#sendOpen();
      this.#rest();
      this.#committingSeq = this.#sentSeq;
    }
    while (this.#parts < (this.#isAwaited ? PARTS_AWAITED : PARTS_IN_FLIGHT)) {
      this.#parts++;
      this.#order({ type: "commitSome", seq: this.#committingSeq }, 0).then(
        () => {
          this.#parts--;
          this.#commitInParts();
        },
        () => {}, // the store has failed, and everybody is told
      );
    }
  }

  async ask(question: Question): Promise<RowBatch> {
    let least = this.#lent.readers[0]!;
    for (const reader of this.#lent.readers) if (reader.waiting < least.waiting) least = reader;
    return (await this.#answered(least.ask({ type: "ask", question })))!;
  }

  askFresh(question: Question, of: Shown, seq: number): Promise<RowBatch> | undefined {
    if (typeof of !== "string") return this.#askWriter(question, of, seq);
    // While queries wait already, the writer is left to its commit: otherwise they would wait for everybody
    // who comes.
    if (this.#isAwaited || this.#marketAsked === MARKET_ASKED_MAX) return undefined;
    this.#marketAsked++;
    return this.#askWriter(question, of, seq).finally(() => this.#marketAsked--);
  }

  async #askWriter(question: Question, of: Shown, seq: number): Promise<RowBatch> {
    if (this.#failure) throw this.#failure;
    if (seq > this.#sentSeq) this.#sendOpen();
    this.#order({ type: "show", of }, 0).catch(() => {}); // the store has failed, and everybody is told
    return (await this.#answered(this.#lent.writer.ask({ type: "ask", question }))) as RowBatch;
  }

  /** Waits for a thread's answer; an error becomes one of the store. */
  async #answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.#failure ?? failed(this.where, error);
    }
  }

  writePrehistory(prehistory: Prehistory): Promise<void> {
    const buffers = new Set(prehistory.candles.map(({ bars }) => bars.buffer));
    return this.#order({ type: "prehistory", prehistory }, 0, [...buffers]);
  }

  async settle(): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#isIdle) return;
    this.#sendOpen();
    this.#rest();
    // The writer carries out orders one after the other; frames that come from now on need not be committed
    // for this.
    await this.#order({ type: "commit" }, 0);
  }

  async image(): Promise<Uint8Array> {
    throw new Error("a store in a file is copied as a file");
  }

  async source(): Promise<string> {
    return this.where;
  }

  async close(): Promise<void> {
    let isHealthy = false;
    try {
      if (this.#failure) return;
      await this.settle();
      await this.#copying;
      // Readers first: once it alone has the file open, the writer can empty the write-ahead log.
      await Promise.all(this.#lent.readers.map((reader) => this.#answered(reader.ask({ type: "close" }))));
      await this.#answered(this.#lent.writer.ask({ type: "close" }));
      isHealthy = true;
    } finally {
      this.#timer?.clear();
      const { writer, readers } = this.#lent;
      const lent = { writer, readers: this.#copier ? [...readers, this.#copier] : readers };
      await this.#threads.takeBack(lent, isHealthy);
      if (this.#endsThreads) await this.#threads.close();
    }
  }

  get #isIdle(): boolean {
    return this.#orders === 0 && this.#queue.isEmpty && this.#appliedSeq >= this.#sentSeq;
  }

  /** Sends full batches, as many as the writer may have. */
  #send(): void {
    while (this.#queue.isFull && this.#batches < BATCHES_IN_FLIGHT) {
      this.#batches++;
      const applied = this.#sendBatch(true);
      if (this.#queue.isEmpty) this.#rest();
      applied.then(
        () => {
          this.#batches--;
          this.#send();
        },
        () => {}, // the store has failed, and everybody is told
      );
    }
  }

  /** Has the log copied by a thread of its own, for which no commit and no query waits. */
  #copyLog(): void {
    if (this.#copying !== undefined) return;
    this.#bytesLogged = 0;
    this.#ordersLogged = 0;
    this.#copier ??= this.#threads.reader();
    const copied = (): void => {
      this.#copying = undefined;
    };
    // If it fails, the log grows until the writer's own commits copy it; an error of those is reported.
    this.#copying = this.#copier.ask({ type: "copyLog", path: this.where }).then(copied, copied);
  }

  /**
   * Sends the frames that wait, once they are worth a message and the writer is idle, so that little is left
   * to fold when somebody asks.
   */
  #sendAhead(): void {
    if (this.#orders === 0 && this.#queue.bytes >= AHEAD_MIN_BYTES) this.#sendOpen();
  }

  /** Sends all frames that wait, for a query or for the commit that follows. */
  #sendOpen(): void {
    while (!this.#queue.isEmpty) this.#sendBatch(false).catch(() => {}); // the store has failed, and everybody is told
  }

  #sendBatch(commits: boolean): Promise<void> {
    const batch = this.#queue.take();
    this.#sentSeq = batch.lastSeq;
    const memory = [batch.headers.buffer, batch.events.buffer];
    return this.#order({ type: "apply", batch, commits }, batch.events.byteLength, memory);
  }

  /** No frame waits: the next one gathers others again. */
  #rest(): void {
    this.#timer?.clear();
    this.#timer = undefined;
  }

  async #order(order: WriterOrder, bytes: number, transfer: readonly ArrayBuffer[] = []): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#orders++;
    try {
      this.#done((await this.#lent.writer.ask(order, transfer)) as number, bytes);
    } catch (error) {
      const { message, remedy = REPAIR, systemError } = error as ThreadError;
      const why = `writing it failed (${message})`;
      const failure = new HistoryFailedError(this.where, { why, remedy, systemError, cause: error });
      this.#fail(failure);
      throw this.#failure!; // the first one
    }
  }

  #done(appliedSeq: number, bytes: number): void {
    this.#orders--;
    this.#appliedSeq = appliedSeq;
    this.#touches.committed(appliedSeq);
    this.#bytes -= bytes;
    if (this.#bytes <= QUEUE_MAX_BYTES) this.#open();
    this.#bytesLogged += bytes;
    this.#ordersLogged++;
    if (this.#bytesLogged >= COPY_BYTES || this.#ordersLogged >= COPY_ORDERS) this.#copyLog();
    this.#committed(appliedSeq);
    this.#sendAhead();
  }

  #open(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #fail(failure: HistoryFailedError): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#timer?.clear();
    this.#open();
    this.#failed(failure);
  }
}

/** A thread's error as one of the store at `path`. */
function failed(path: string, error: unknown): HistoryFailedError {
  const { message: why, remedy, systemError } = error as ThreadError;
  return new HistoryFailedError(path, { why, remedy, systemError, cause: error });
}
