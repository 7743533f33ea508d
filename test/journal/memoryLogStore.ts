import type { Clock } from "../../src/kernel/host/clock.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import type {
  Attendance,
  LeaseState,
  NodeAddress,
  NodeHeartbeat,
  Settings,
} from "../../src/kernel/journal/clusterLog.ts";
import type { LogHead } from "../../src/kernel/journal/commandLog.ts";
import { FencedLog } from "../../src/kernel/journal/fenced/fencedLog.ts";
import type {
  LogStore,
  StoredBytes,
  StoredFrame,
  StoredHead,
} from "../../src/kernel/journal/fenced/logStore.ts";
import { COPYING, ContactLost, FRAMES_PAGE_BYTES } from "../../src/kernel/journal/fenced/logStore.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import { decodeFrame } from "../../src/kernel/journal/frame.ts";
import type { SnapshotStore } from "../../src/kernel/journal/snapshotStore.ts";

/** A call on its way to the store, or its answer on the way back. */
export interface StoreCall {
  /** The node's, as given to `open`. */
  readonly name: string;
  readonly operation:
    | "fence"
    | "append"
    | "head"
    | "frames"
    | "bytes"
    | "trim"
    | "begin"
    | "adopt"
    | "look"
    | "take"
    | "renew"
    | "release"
    | "attend"
    | "settings"
    | "settle";
  readonly leg: "there" | "back";
}

/**
 * What `way` throws for a call that the node gives up, and that happens all the same once `arrival` resolves.
 */
export class ArrivesLate extends ContactLost {
  readonly arrival: Promise<void>;
  constructor(arrival: Promise<void>) {
    super("given up on the way");
    this.arrival = arrival;
  }
}

type LeaseRow = Omit<LeaseState, "leftMs" | "storeTime"> & { readonly untilMs: number };

/** What the store holds; a test may damage or replace it. */
export interface Stored {
  /** Oldest first. */
  frames: readonly StoredFrame[];
  /** The first command it must hold. */
  begins: number;
  fence: number;
}

/**
 * The store of a log that the nodes of one test share, in memory: what PostgreSQL is to them elsewhere,
 * durable at once. Its lease runs on the clock given; nothing else takes time.
 *
 * `way` decides what each call meets, there and back: it returns, waits, or throws `ContactLost`. So an
 * append can be held in doubt, lost with or without effect, or arrive late (`ArrivesLate`); a node be cut
 * off, one way only, or killed (its calls wait for ever).
 */
export class MemoryLogStore {
  stored: Stored = { frames: [], begins: 1, fence: 0 };
  way: (call: StoreCall) => Promise<void> | void = () => {};
  readonly snapshots: SnapshotStore = new FileSnapshots(new MemoryDisk());
  readonly histories: SnapshotStore = new FileSnapshots(new MemoryDisk());
  readonly #clock: Clock;
  readonly #format: number;
  #lease: LeaseRow = { epoch: 0, holder: undefined, renewals: 0, leaseMs: 0, untilMs: 0, note: "" };
  readonly #present = new Map<string, { beat: number; seenMs: number; announcement: string }>();
  /** How far the store's own clock is ahead of the clock given, ms; it may jump. */
  offMs = 0;

  constructor(options: { readonly clock: Clock; readonly format: number }) {
    this.#clock = options.clock;
    this.#format = options.format;
  }

  /** A node's handle. @param name what `way` hears of it */
  open(name: string, knownDurableSeq = 0): Promise<FencedLog> {
    return FencedLog.open(new MemoryLogStoreContact(this, name), {
      format: this.#format,
      clock: this.#clock,
      knownDurableSeq,
    });
  }

  /** As when the machine of the store comes back from an older copy. */
  forget(fromSeq: number): void {
    const { frames } = this.stored;
    this.stored = { ...this.stored, frames: frames.filter(({ nextSeq }) => nextSeq <= fromSeq) };
  }

  head(known: number): StoredHead {
    const { frames, begins } = this.stored;
    const newest = frames.at(-1);
    const follower = frames.find(({ firstSeq }) => firstSeq === known);
    const head: LogHead = {
      firstSeq: begins,
      nextSeq: newest?.nextSeq ?? begins,
      epoch: newest === undefined ? 0 : decodeFrame(newest.bytes).epoch,
      time: newest?.time ?? 0,
      hash: newest?.hash ?? new Uint8Array(32),
    };
    return { ...head, link: follower && decodeFrame(follower.bytes).previousHash };
  }

  fence(epoch: number, known: number): StoredHead | undefined {
    if (this.stored.fence > epoch) return undefined;
    this.stored = { ...this.stored, fence: epoch };
    return this.head(known);
  }

  append(epoch: number, frame: StoredFrame): boolean {
    if (this.stored.fence !== epoch || this.head(0).nextSeq !== frame.firstSeq) return false;
    const kept = { ...frame, bytes: frame.bytes.slice(), hash: frame.hash.slice() };
    this.stored = { ...this.stored, frames: [...this.stored.frames, kept] };
    return true;
  }

  frames(from: number, until: number): readonly StoredBytes[] {
    let bytes = 0;
    const wanted = this.stored.frames.filter(({ firstSeq, nextSeq }) => nextSeq > from && firstSeq < until);
    const page = wanted.filter((frame, i) => {
      bytes += frame.bytes.length;
      return i === 0 || bytes <= FRAMES_PAGE_BYTES;
    });
    return page.map(({ firstSeq, bytes }) => ({ firstSeq, bytes: bytes.slice() }));
  }

  begin(head: LogHead): boolean {
    const { frames, fence } = this.stored;
    if (frames.length > 0 || fence > 0 || this.#lease.epoch > 0) return false;
    this.stored = { frames, begins: head.firstSeq, fence: head.epoch };
    const holder = { node: COPYING, address: "127.0.0.1:1" };
    this.#change({ epoch: head.epoch, holder, untilMs: Number.POSITIVE_INFINITY });
    return true;
  }

  adopt(epoch: number, frames: readonly StoredFrame[]): void {
    for (const frame of frames) if (!this.append(epoch, frame)) throw new Error("the fence has moved");
  }

  bytes(from: number, until: number): number {
    const within = this.stored.frames.filter(({ firstSeq }) => firstSeq >= from && firstSeq < until);
    return within.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  trim(firstSeq: number): void {
    const frames = this.stored.frames.filter((frame) => frame.firstSeq >= firstSeq);
    this.stored = { ...this.stored, frames, begins: firstSeq };
  }

  look(): LeaseState {
    const { untilMs, ...lease } = this.#lease;
    return {
      ...lease,
      leftMs: Math.max(untilMs - this.#nowMs, 0),
      storeTime: this.#clock.wallMs() + this.offMs,
    };
  }

  take(holder: NodeAddress, leaseMs: number, seen?: number): LeaseState {
    const { epoch, renewals, holder: held } = this.#lease;
    if (held === undefined || (seen === renewals && held.node !== COPYING))
      this.#change({ epoch: epoch + 1, holder, leaseMs, untilMs: this.#nowMs + leaseMs });
    return this.look();
  }

  readonly settings = new Map<string, string>();

  attend(node: string, announcement: string): Attendance {
    const beat = (this.#present.get(node)?.beat ?? 0) + 1;
    this.#present.set(node, { beat, announcement, seenMs: this.#nowMs });
    const present = this.present().filter((each) => each.node !== node);
    return { present, settings: new Map(this.settings) };
  }

  present(): readonly NodeHeartbeat[] {
    return [...this.#present].map(([node, { seenMs, ...row }]) => ({
      node,
      ...row,
      ageMs: this.#nowMs - seenMs,
    }));
  }

  get #nowMs(): number {
    return this.#clock.monotonicMs() + this.offMs;
  }

  #change(lease: Partial<LeaseRow>): void {
    this.#lease = { ...this.#lease, ...lease, renewals: this.#lease.renewals + 1 };
  }

  renew(epoch: number, leaseMs: number, note: string): LeaseState {
    const { holder } = this.#lease;
    if (epoch === this.#lease.epoch && holder !== undefined)
      this.#change({ leaseMs, untilMs: this.#nowMs + leaseMs, note });
    return this.look();
  }

  release(epoch: number): void {
    if (epoch === this.#lease.epoch) this.#change({ holder: undefined, untilMs: 0 });
  }
}

/** One node's contact with the store. */
class MemoryLogStoreContact implements LogStore {
  readonly where: string;
  readonly snapshots: SnapshotStore;
  readonly histories: SnapshotStore;
  readonly #store: MemoryLogStore;
  readonly #name: string;
  #close = (): void => {};
  readonly #closed = new Promise<never>((_, reject) => {
    this.#close = () => reject(new ContactLost("closed"));
  });

  constructor(store: MemoryLogStore, name: string) {
    this.where = "the log in memory";
    this.snapshots = store.snapshots;
    this.histories = store.histories;
    this.#store = store;
    this.#name = name;
    this.#closed.catch(() => undefined); // whoever waits has it
  }

  readonly lease = {
    look: () => this.#call("look", () => this.#store.look()),
    take: (candidate: NodeAddress, forMs: number, renewals?: number) =>
      this.#call("take", () => this.#store.take(candidate, forMs, renewals)),
    renew: (epoch: number, forMs: number, note: string) =>
      this.#call("renew", () => this.#store.renew(epoch, forMs, note)),
    release: (epoch: number) => this.#call("release", () => this.#store.release(epoch)),
  };

  readonly roster = {
    attend: (node: string, announcement: string) =>
      this.#call("attend", () => this.#store.attend(node, announcement)),
    present: () => this.#call("attend", () => this.#store.present()),
  };

  readonly settings: Settings = {
    all: () => this.#call("settings", () => new Map(this.#store.settings)),
    set: (values) =>
      this.#call("settings", () => {
        for (const [name, value] of values) this.#store.settings.set(name, value);
      }),
    begin: (values) =>
      this.#call("settings", () => {
        const { settings } = this.#store;
        for (const [name, value] of values) if (!settings.has(name)) settings.set(name, value);
        return new Map(settings);
      }),
  };

  settle(): Promise<void> {
    return this.#call("settle", () => undefined);
  }

  fence(epoch: number, known: number): Promise<StoredHead | undefined> {
    return this.#call("fence", () => this.#store.fence(epoch, known));
  }

  append(epoch: number, frame: StoredFrame): Promise<boolean> {
    return this.#call("append", () => this.#store.append(epoch, frame));
  }

  begin(head: LogHead): Promise<boolean> {
    return this.#call("begin", () => this.#store.begin(head));
  }

  adopt(epoch: number, frames: readonly StoredFrame[]): Promise<void> {
    return this.#call("adopt", () => this.#store.adopt(epoch, frames));
  }

  head(known: number): Promise<StoredHead> {
    return this.#call("head", () => this.#store.head(known));
  }

  async servers(): Promise<readonly []> {
    return [];
  }

  frames(from: number, until: number): Promise<readonly StoredBytes[]> {
    return this.#call("frames", () => this.#store.frames(from, until));
  }

  bytes(from: number, until: number): Promise<number> {
    return this.#call("bytes", () => this.#store.bytes(from, until));
  }

  trim(firstSeq: number): Promise<void> {
    return this.#call("trim", () => this.#store.trim(firstSeq));
  }

  async close(): Promise<void> {
    this.#close();
  }

  async #call<T>(operation: StoreCall["operation"], act: () => T): Promise<T> {
    const name = this.#name;
    const pass = async (leg: StoreCall["leg"]) => this.#store.way({ name, operation, leg });
    try {
      await Promise.race([pass("there"), this.#closed]);
    } catch (error) {
      if (error instanceof ArrivesLate) error.arrival.then(act, () => undefined);
      throw error;
    }
    const answer = act();
    await Promise.race([pass("back"), this.#closed]);
    return answer;
  }
}
