import type { Clock } from "../../host/clock.ts";
import type {
  ClusterLog,
  Lease,
  LeaseState,
  NodeAddress,
  Roster,
  Settings,
  StoreServer,
} from "../clusterLog.ts";
import type { CommandLog, Frame, FrameInput, LogHead } from "../commandLog.ts";
import { LogError } from "../commandLog.ts";
import { checkFrame, decodeFrame, FRAME_HEADER_BYTES, FrameEncoder, frameHash, isIntact } from "../frame.ts";
import type { SnapshotStore } from "../snapshotStore.ts";
import { adoptLog } from "./adoptLog.ts";
import type { LogStore, StoredFrame, StoredHead } from "./logStore.ts";
import { ContactLost, unreachable } from "./logStore.ts";
import type { StoreSurvey } from "./surveyStore.ts";
import { surveyStore } from "./surveyStore.ts";

export interface FencedLogOptions {
  /** The format tag of the engine. */
  readonly format: number;
  /** Paces what is tried again. */
  readonly clock: Clock;
  /** The highest sequence number known from elsewhere (history, a snapshot) to be durable; 0. */
  readonly knownDurableSeq?: number;
}

/** How long after one attempt to resolve an append in doubt the next is made, ms. */
const RETRY_MS = 100;
/** How long closing waits for an append that is under way; then it stays in doubt. */
const CLOSE_WAIT_MS = 2_000;

/**
 * One node's handle on a log that several share (docs/reference/cluster-log.md): the same frames and chain as
 * `FileLog`, in a store that is told the epoch and the place with every append.
 *
 * An append whose answer is lost is in doubt. It is resolved, never guessed: the fence is raised to the same
 * epoch again, in a commit after which all that is there is durable, and what the log holds is compared with
 * what was sent. The frame is there: it is appended. The log ends where it would begin: it is sent again.
 * Anything else ends this handle.
 */
export class FencedLog implements ClusterLog {
  readonly lease: Lease;
  readonly roster: Roster;
  readonly settings: Settings;
  readonly snapshots: SnapshotStore;
  readonly histories: SnapshotStore;
  onAppended: (stored: Uint8Array) => void = () => {};
  readonly #store: LogStore;
  readonly #format: number;
  readonly #clock: Clock;
  readonly #encoder = new FrameEncoder();
  /** What this node has seen durable. */
  #head: LogHead;
  /** The epoch under which this handle may append; 0 for none. */
  #epoch = 0;
  /** The epoch of the lease that this node took and has not given back; 0 for none. */
  #leased = 0;
  #appending: Promise<void> | undefined;
  /** Wakes up who waits to try again. */
  #wake = (): void => {};
  /** Why this handle can do nothing any more. */
  #end: LogError | undefined;

  private constructor(store: LogStore, options: FencedLogOptions, head: LogHead) {
    this.#store = store;
    this.#format = options.format;
    this.#clock = options.clock;
    this.#head = head;
    this.lease = this.#watched(store.lease);
    const { roster, settings } = store;
    this.roster = {
      attend: (node, announcement) => this.#ask(() => roster.attend(node, announcement)),
      present: () => this.#ask(() => roster.present()),
    };
    this.settings = {
      all: () => this.#ask(() => settings.all()),
      set: (values) => this.#ask(() => settings.set(values)),
      begin: (values) => this.#ask(() => settings.begin(values)),
    };
    this.snapshots = store.snapshots;
    this.histories = store.histories;
  }

  /**
   * Opens a handle on a shared log.
   *
   * @throws LogError `behind` when the log ends before `knownDurableSeq`, `unreachable`
   */
  static async open(store: LogStore, options: FencedLogOptions): Promise<FencedLog> {
    const { link: _, ...head } = await store.head(0).catch((cause: unknown) => {
      throw cause instanceof ContactLost ? unreachable(store.where, cause) : cause;
    });
    const known = options.knownDurableSeq ?? 0;
    if (head.nextSeq <= known) throw missing(store, known, `it ends with command ${head.nextSeq - 1}`);
    return new FencedLog(store, options, head);
  }

  async acquire(): Promise<{ readonly epoch: number; readonly head: LogHead }> {
    this.#refuseIfEnded();
    const epoch = this.#leased;
    if (epoch === 0) throw new LogError("fenced", "this node holds no lease: take it before the log");
    const seen = this.#head;
    const stored = await this.#ask(() => this.#store.fence(epoch, seen.nextSeq));
    if (stored === undefined) throw fencedOff(epoch);
    this.#see(stored, seen);
    this.#epoch = epoch;
    return { epoch, head: this.#head };
  }

  /**
   * Resolves once the frame is durable, however long contact was lost meanwhile; rejects with `fenced`, in
   * doubt, once another epoch has the log.
   */
  async append(epoch: number, expectedSeq: number, frame: FrameInput): Promise<void> {
    this.#refuseIfEnded();
    if (epoch !== this.#epoch || epoch === 0) throw fencedOff(epoch);
    if (this.#appending !== undefined) throw new LogError("busy", "an append is under way");
    const { nextSeq } = this.#head;
    if (expectedSeq !== nextSeq) {
      throw new LogError("outOfOrder", `the next frame starts with command ${nextSeq}, not ${expectedSeq}`);
    }
    checkFrame(frame, nextSeq);
    this.#appending = this.#append(epoch, frame);
    try {
      await this.#appending;
    } finally {
      this.#appending = undefined;
    }
  }

  /** Each frame is proven by its checksum, its number and the chain that ends in the head. */
  async *read(from: number): AsyncGenerator<Frame> {
    this.#refuseIfEnded();
    const head = this.#head;
    if (from >= head.nextSeq) return;
    if (from < head.firstSeq) throw this.#trimmed(from);
    let at = from;
    let hash: Uint8Array | undefined;
    while (at < head.nextSeq) {
      const page = await this.#ask(() => this.#store.frames(at, head.nextSeq));
      if (page.length === 0 || page[0]!.firstSeq > at) {
        if ((await this.refresh()).firstSeq > at) throw this.#trimmed(from); // since the head was taken
        throw this.#damaged(at, "it is not there");
      }
      for (const { bytes: stored } of page) {
        const frame = this.#proven(stored, at, hash);
        hash = frameHash(stored);
        at = frame.firstSeq + frame.count;
        if (at === head.nextSeq && !equal(hash, head.hash)) {
          throw this.#damaged(at - 1, "its bytes are not those of the head");
        }
        yield frame;
      }
    }
  }

  head(): LogHead {
    return this.#head;
  }

  async refresh(): Promise<LogHead> {
    this.#refuseIfEnded();
    const seen = this.#head;
    this.#see(await this.#ask(() => this.#store.head(seen.nextSeq)), seen);
    return this.#head;
  }

  async durableHead(): Promise<number> {
    const { nextSeq } = await this.refresh();
    await this.#ask(() => this.#store.settle());
    return nextSeq - 1;
  }

  receive(stored: Uint8Array): Frame | undefined {
    if (this.#end !== undefined || stored.length < FRAME_HEADER_BYTES || !isIntact(stored)) return undefined;
    const frame = decodeFrame(stored);
    const { nextSeq, hash } = this.#head;
    if (!equal(frame.previousHash, hash)) return undefined;
    const { epoch, time, count } = frame;
    this.#head = { ...this.#head, nextSeq: nextSeq + count, epoch, time, hash: frameHash(stored) };
    return frame;
  }

  bytes(from: number, until: number): Promise<number> {
    return this.#ask(() => this.#store.bytes(from, until));
  }

  async trim(before: number): Promise<void> {
    this.#refuseIfEnded();
    const { firstSeq, nextSeq } = this.#head;
    if (before <= firstSeq || nextSeq === firstSeq) return;
    const [holder] = await this.#ask(() => this.#store.frames(Math.min(before, nextSeq - 1), nextSeq));
    if (holder === undefined) throw this.#damaged(before, "it is not there");
    await this.#ask(() => this.#store.trim(holder.firstSeq));
    this.#head = { ...this.#head, firstSeq: holder.firstSeq };
  }

  /**
   * Makes this log, which is empty and was never led, hold another one as it is; nobody leads until its
   * epoch's lease is released.
   */
  async adopt(log: Pick<CommandLog, "head" | "read">, onCommand: (seq: number) => void): Promise<void> {
    await this.#ask(() => adoptLog(this.#store, log, onCommand));
    const { link: _, ...head } = await this.#ask(() => this.#store.head(0));
    this.#head = head;
  }

  /** Looks at all frames up to the head, also behind those that are damaged. */
  survey(onCommand: (seq: number) => void): Promise<StoreSurvey> {
    return this.#ask(() => surveyStore(this.#store, this.#head, onCommand));
  }

  servers(): Promise<readonly StoreServer[]> {
    return this.#store.servers();
  }

  async close(): Promise<void> {
    if (this.#end?.reason === "closed") return;
    this.#end = new LogError("closed", "the log is closed");
    this.#wake();
    const appending = this.#appending?.catch(() => undefined); // the caller of that append has the reason
    await Promise.race([appending, this.#pause(CLOSE_WAIT_MS)]);
    this.#wake();
    await this.#store.close();
    await appending;
  }

  async #append(epoch: number, input: FrameInput): Promise<void> {
    const head = this.#head;
    const place = { firstSeq: head.nextSeq, epoch, previousHash: head.hash, format: this.#format };
    const bytes = this.#encoder.encode(place, input);
    const nextSeq = head.nextSeq + input.count;
    const frame = { bytes, firstSeq: head.nextSeq, nextSeq, time: input.time, hash: frameHash(bytes) };
    for (let inDoubt = false; ; ) {
      try {
        const isDone = inDoubt && (await this.#isThere(epoch, frame));
        // Untouched: the fence has moved, or this frame was stored by an attempt thought lost.
        if (!isDone && !(await this.#store.append(epoch, frame)) && !(await this.#isThere(epoch, frame))) {
          throw fencedOff(epoch);
        }
        this.#head = { ...this.#head, nextSeq, epoch, time: input.time, hash: frame.hash };
        this.onAppended(bytes);
        return;
      } catch (error) {
        if (!(error instanceof ContactLost)) throw this.#final(error);
        inDoubt = true;
        if (this.#end !== undefined) throw this.#end;
        await this.#pause(RETRY_MS);
        if (this.#end !== undefined) throw this.#end;
      }
    }
  }

  /**
   * Whether an append in doubt has happened; when not, it may be sent again. @throws LogError `fenced`,
   * `behind`
   */
  async #isThere(epoch: number, frame: StoredFrame): Promise<boolean> {
    const stored = await this.#store.fence(epoch, frame.firstSeq);
    if (stored === undefined) throw fencedOff(epoch);
    if (stored.nextSeq === frame.firstSeq && equal(stored.hash, this.#head.hash)) return false;
    if (stored.nextSeq === frame.nextSeq) {
      const [found] = await this.#store.frames(frame.firstSeq, frame.nextSeq);
      if (found !== undefined && equal(found.bytes, frame.bytes)) return true;
    }
    throw missing(this.#store, frame.firstSeq, "it holds what this node, which leads, has not appended");
  }

  /** Takes over where the log stands, unless that contradicts what was seen when it was asked. */
  #see({ link, ...head }: StoredHead, seen: LogHead): void {
    const there = head.nextSeq === seen.nextSeq ? head.hash : link;
    const isTrimmed = head.firstSeq > seen.nextSeq;
    if (!isTrimmed && (there === undefined || !equal(there, seen.hash))) {
      const isLess = head.nextSeq < seen.nextSeq;
      const why = isLess ? `it ends with command ${head.nextSeq - 1}` : "it holds other bytes there";
      throw this.#final(missing(this.#store, seen.nextSeq - 1, why));
    }
    if (head.nextSeq >= this.#head.nextSeq) this.#head = head; // else this node has appended meanwhile
  }

  #proven(stored: Uint8Array, at: number, previousHash: Uint8Array | undefined): Frame {
    if (stored.length < FRAME_HEADER_BYTES || !isIntact(stored))
      throw this.#damaged(at, "its bytes are not what was written");
    const frame = decodeFrame(stored);
    const begins = previousHash === undefined ? frame.firstSeq <= at : frame.firstSeq === at;
    if (!begins || at >= frame.firstSeq + frame.count) throw this.#damaged(at, "it is not there");
    if (previousHash !== undefined && !equal(frame.previousHash, previousHash)) {
      throw this.#damaged(at, "its frame does not continue the one before");
    }
    return frame;
  }

  /** The lease of the store; remembers what it says this node holds. */
  #watched(lease: Lease): Lease {
    const ask = (call: () => Promise<LeaseState>) => this.#ask(call);
    return {
      look: () => ask(() => lease.look()),
      take: async (candidate: NodeAddress, forMs: number, renewals?: number) => {
        const state = await ask(() => lease.take(candidate, forMs, renewals));
        if (state.holder?.node === candidate.node) this.#leased = state.epoch;
        return state;
      },
      renew: (epoch: number, forMs: number, note: string) => ask(() => lease.renew(epoch, forMs, note)),
      release: async (epoch: number) => {
        if (this.#leased === epoch) this.#leased = 0;
        await this.#ask(() => lease.release(epoch));
      },
    };
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    this.#refuseIfEnded();
    try {
      return await call();
    } catch (cause) {
      this.#refuseIfEnded();
      throw cause instanceof ContactLost ? unreachable(this.#store.where, cause) : this.#final(cause);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#clock.setTimer(ms, resolve);
      this.#wake = () => {
        timer.clear();
        resolve();
      };
    });
  }

  /** Missing data, and a store that must not be used, end the handle. */
  #final(error: unknown): unknown {
    if (error instanceof LogError && (error.reason === "behind" || error.reason === "failed"))
      this.#end ??= error;
    return error;
  }

  #refuseIfEnded(): void {
    if (this.#end !== undefined) throw this.#end;
  }

  #trimmed(from: number): LogError {
    return new LogError(
      "trimmed",
      `${this.#store.where} begins with command ${this.#head.firstSeq}; command ${from} is not held`,
    );
  }

  #damaged(seq: number, why: string): LogError {
    return new LogError("damaged", `${this.#store.where} is damaged at command ${seq}: ${why}`);
  }
}

function fencedOff(epoch: number): LogError {
  return new LogError("fenced", `epoch ${epoch} does not hold the log`);
}

function missing(store: LogStore, seq: number, why: string): LogError {
  return new LogError(
    "behind",
    `acknowledged data is missing: command ${seq} was durable in ${store.where}, but ${why}. This node stops. Bring back the ` +
      "database that had it; if it is lost for good, restore a copy and start every node anew.",
  );
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
