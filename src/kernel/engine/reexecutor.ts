import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Clock } from "../host/clock.ts";
import { workerUrl } from "../host/packageFiles.ts";
import type { ReexecutedFrame } from "./reexecution.ts";
import type { ReexecutionTask } from "./reexecutionWorker.ts";

/**
 * The longest that executing again may take, ms of the host; what lies farther from a snapshot is not shown.
 */
export const REEXECUTION_MAX_MS = 60_000;

/** Finds the frame that holds a durable command; told to give up by the signal. */
export type Reexecution = (seq: number, signal: AbortSignal) => Promise<ReexecutedFrame>;

/** What a command led to cannot be said. */
export class ReexecutionError extends Error {
  override readonly name = "ReexecutionError";
}

/**
 * Says what a command of the past led to, which no log holds, by executing the log again from the nearest
 * snapshot before it: one command at a time, and each for {@link REEXECUTION_MAX_MS} at most.
 */
export class Reexecutor {
  readonly #execute: Reexecution;
  readonly #clock: Clock;
  #underWay: AbortController | undefined;

  constructor(execute: Reexecution, clock: Clock) {
    this.#execute = execute;
    this.#clock = clock;
  }

  /**
   * The frame that holds a durable command, with the events that it led to.
   *
   * @throws ReexecutionError another one is under way, it takes too long, or what is needed is gone, damaged
   * or of another build
   */
  async frameOf(seq: number): Promise<ReexecutedFrame> {
    if (this.#underWay !== undefined)
      throw new ReexecutionError("another command is being executed again: ask once that is done");
    const underWay = new AbortController();
    this.#underWay = underWay;
    const late = `it lies more than ${REEXECUTION_MAX_MS / 1_000} s of execution behind the nearest snapshot before it`;
    const timer = this.#clock.setTimer(REEXECUTION_MAX_MS, () => underWay.abort(new Error(late)));
    try {
      return await this.#execute(seq, underWay.signal);
    } catch (cause) {
      const why = (cause as Error).message;
      throw new ReexecutionError(`What command ${seq} led to cannot be shown: ${why}`, { cause });
    } finally {
      timer.clear();
      this.#underWay = undefined;
    }
  }

  /** Ends the execution that is under way. */
  close(): void {
    this.#underWay?.abort(new Error("the market is being closed"));
  }
}

/**
 * Executes again in a thread of its own, which then ends and gives its memory back. @param taskOf where log
 * and snapshots are
 */
export function reexecuteInThread(
  taskOf: (seq: number) => Promise<Omit<ReexecutionTask, "seq">>,
): Reexecution {
  return async (seq, signal) => {
    const workerData: ReexecutionTask = { ...(await taskOf(seq)), seq };
    signal.throwIfAborted();
    const worker = new Worker(workerUrl(import.meta.url, "./reexecutionWorker"), { workerData });
    const end = () => void worker.terminate();
    signal.addEventListener("abort", end);
    let frame: ReexecutedFrame | undefined;
    worker.on("message", (executed: ReexecutedFrame) => {
      frame = executed;
    });
    try {
      await once(worker, "exit"); // an error in the thread rejects this
      signal.throwIfAborted();
      return frame!;
    } finally {
      signal.removeEventListener("abort", end);
    }
  };
}
