import type { ClusterLog } from "../journal/clusterLog.ts";
import type { Frame } from "../journal/commandLog.ts";
import { LogError } from "../journal/commandLog.ts";
import type { Engine } from "./engine.ts";

/** What a follow works on. */
export interface FollowOptions {
  readonly engine: Pick<Engine, "apply" | "brakeReleased" | "headSeq">;
  readonly log: Pick<ClusterLog, "refresh" | "read" | "receive">;
  /** Called once when it ends by itself: the log cannot be read, or its outcome is another. */
  readonly onError: (error: Error) => void;
}

/** Frames that were sent and are not executed yet, at most; what is sent beyond them is read. */
const SENT_MAX = 256;

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Keeps a following engine with the log: executes the frames up to what the leader has announced as durable,
 * and none beyond. Those that the leader has sent are taken as they are, the others are read.
 */
export class Follow {
  readonly #options: FollowOptions;
  /** The last sequence number that the leader has announced as durable; 0 before the first. */
  #announced = 0;
  #pulling: Promise<void> | undefined;
  #end: Error | undefined;
  #waiters: Waiter[] = [];
  /** Frames that the leader has sent, in their order. */
  readonly #sent: Frame[] = [];

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** The leader has sent a frame, as it is stored; it is executed once it is announced. */
  offer(stored: Uint8Array): void {
    if (this.#end !== undefined || this.#sent.length >= SENT_MAX) return;
    const frame = this.#options.log.receive(stored);
    if (frame !== undefined) this.#sent.push(frame);
  }

  /** The log is durable up to `seq`. */
  announce(seq: number): void {
    if (seq > this.#announced) this.#announced = seq;
    if (this.#pulling !== undefined || this.#end !== undefined) return;
    if (this.#announced <= this.#options.engine.headSeq) return;
    this.#pulling = this.#pull().then(
      () => {
        this.#pulling = undefined;
      },
      (error: Error) => {
        this.#pulling = undefined;
        if (error instanceof LogError && error.reason === "unreachable") return; // the next announcement tries again
        this.#fail(error);
        this.#options.onError(error);
      },
    );
  }

  /** Resolves once `seq` is executed, which somebody knows to be durable; undefined: it is. */
  reach(seq: number): Promise<void> | undefined {
    if (seq <= this.#options.engine.headSeq) return undefined;
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const reached = new Promise<void>((resolve, reject) => {
      this.#waiters.push({ seq, resolve, reject });
    });
    this.announce(seq);
    return reached;
  }

  /**
   * Executes nothing more; resolves when the frame under way is executed. @param reason what those hear who
   * wait
   */
  async stop(reason: Error): Promise<void> {
    this.#fail(reason);
    await this.#pulling;
  }

  async #pull(): Promise<void> {
    const { engine, log } = this.#options;
    for (let before = -1; engine.headSeq < this.#announced && engine.headSeq > before; ) {
      before = engine.headSeq;
      for (let frame = this.#next(); frame !== undefined; frame = this.#next())
        if (!(await this.#execute(frame))) return;
      if (engine.headSeq >= this.#announced) continue;
      await log.refresh();
      for await (const frame of log.read(engine.headSeq + 1)) {
        if (lastOf(frame) > this.#announced) break;
        if (!(await this.#execute(frame))) return;
      }
    }
  }

  /** The next frame, if it was sent and announced; those that were read meanwhile are passed over. */
  #next(): Frame | undefined {
    const { headSeq } = this.#options.engine;
    while (this.#sent.length > 0 && this.#sent[0]!.firstSeq <= headSeq) this.#sent.shift();
    const [frame] = this.#sent;
    return frame?.firstSeq === headSeq + 1 && lastOf(frame) <= this.#announced ? frame : undefined;
  }

  /** Executes a frame once nobody holds the engine back; false when this has ended meanwhile. */
  async #execute(frame: Frame): Promise<boolean> {
    const { engine } = this.#options;
    for (let released = engine.brakeReleased(); released !== undefined; released = engine.brakeReleased())
      await released;
    if (this.#end !== undefined) return false;
    engine.apply(frame);
    this.#wake();
    return true;
  }

  #wake(): void {
    if (this.#waiters.length === 0) return;
    const { headSeq } = this.#options.engine;
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ seq }) => seq > headSeq);
    for (const { seq, resolve } of waiters) if (seq <= headSeq) resolve();
  }

  #fail(reason: Error): void {
    this.#end ??= reason;
    for (const { reject } of this.#waiters) reject(this.#end);
    this.#waiters = [];
  }
}

function lastOf({ firstSeq, count }: Frame): number {
  return firstSeq + count - 1;
}
