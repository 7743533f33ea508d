import { once } from "node:events";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { WireError } from "../../../interface/wire/index.ts";
import { workerUrl } from "../../../kernel/host/packageFiles.ts";
import type { StoreHandover } from "../../readmodel/index.ts";
import type { ExportPiece, ExportTask, HandoverReply, ThreadTask } from "./exportWorker.ts";

/** Exports that are made at once; a further one is refused. */
export const EXPORTS_MAX = 2;
/**
 * The longest that an export may take, ms of the host: while it reads, the history's write-ahead log grows.
 */
const EXPORT_MAX_MS = 600_000;

/** A file that is made while it is read: whoever begins to read it reads to its end, or returns. */
export interface ExportedFile extends AsyncIterableIterator<Uint8Array> {
  return(): Promise<IteratorResult<Uint8Array>>;
  /** Aborted when the venue gives the export up. */
  readonly signal: AbortSignal;
}

/**
 * The exports under way, each in a thread of its own: neither the venue nor whoever reads history waits for
 * them. A thread makes a piece once the one before was taken, so that a slow reader costs a piece of memory
 * and not a file.
 */
export class Exports {
  readonly #underWay = new Set<AbortController>();

  /**
   * Begins an export; resolves once its first piece is made.
   *
   * @throws WireError `unavailable`: there are {@link EXPORTS_MAX}, or the history cannot be read
   */
  async begin(task: ExportTask): Promise<ExportedFile> {
    if (this.#underWay.size >= EXPORTS_MAX)
      throw new WireError("unavailable", `${EXPORTS_MAX} exports are being made: ask once one is done`, 1);
    const giveUp = new AbortController();
    const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(EXPORT_MAX_MS)]);
    const thread = new ExportThread(task, signal, () => this.#underWay.delete(giveUp));
    this.#underWay.add(giveUp);
    await thread.begin();
    return thread;
  }

  /** Gives all exports up. */
  close(): void {
    for (const giveUp of this.#underWay) giveUp.abort(new Error("the venue is stopping"));
  }
}

class ExportThread implements ExportedFile {
  readonly signal: AbortSignal;
  readonly #worker: Worker;
  /** Our end of the port over which the pieces of a history in memory are sent. */
  readonly #history: MessagePort;
  readonly #ended: () => void;
  /** Aborted when the thread ends, by itself too. */
  readonly #goneOrGivenUp: AbortSignal;
  #first: ExportPiece | undefined;

  constructor(task: ExportTask, signal: AbortSignal, ended: () => void) {
    const { port1: ours, port2: theirs } = new MessageChannel();
    this.#history = ours;
    const { from } = task;
    if (typeof from !== "string") handOn(ours, from, task);
    const workerData: ThreadTask = { ...task, from: typeof from === "string" ? from : theirs };
    const transferList = [theirs];
    this.#worker = new Worker(workerUrl(import.meta.url, "./exportWorker"), { workerData, transferList });
    this.#ended = ended;
    const gone = new AbortController();
    this.#worker.once("exit", () => gone.abort(new Error("the thread of an export has ended")));
    this.#worker.on("error", () => {}); // whoever asks for a piece gets the error
    this.signal = signal;
    this.#goneOrGivenUp = AbortSignal.any([signal, gone.signal]);
  }

  async begin(): Promise<void> {
    this.#first = await this.#ask();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const piece = this.#first ?? (await this.#ask());
    this.#first = undefined;
    return "bytes" in piece ? { done: false, value: piece.bytes } : this.return();
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#ended();
    this.#history.close();
    await this.#worker.terminate();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #ask(): Promise<ExportPiece> {
    try {
      const answered = once(this.#worker, "message", { signal: this.#goneOrGivenUp });
      this.#worker.postMessage("next");
      const [piece] = (await answered) as [ExportPiece];
      if ("refused" in piece) throw new WireError("unavailable", piece.refused);
      return piece;
    } catch (error) {
      await this.return();
      throw error;
    }
  }
}

/** Sends a piece of a history each time that one is asked for. */
function handOn(port: MessagePort, from: StoreHandover, { what, query }: ExportTask): void {
  const pieces = from.pieces(what === "requests" ? undefined : what, query);
  const next = (): HandoverReply => {
    try {
      const { value } = pieces.next();
      return value ?? { end: true };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  };
  port.on("message", () => port.postMessage(next()));
}
