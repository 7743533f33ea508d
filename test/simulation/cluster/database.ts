import type { Timer } from "../../../src/kernel/host/clock.ts";
import { MemoryDisk } from "../../../src/kernel/host/memoryDisk.ts";
import type {
  Lease,
  LeaseState,
  NodeAddress,
  NodeHeartbeat,
  Roster,
  Settings,
} from "../../../src/kernel/journal/clusterLog.ts";
import type { LogHead } from "../../../src/kernel/journal/commandLog.ts";
import type {
  LogStore,
  StoredBytes,
  StoredFrame,
  StoredHead,
} from "../../../src/kernel/journal/fenced/logStore.ts";
import { ContactLost, FRAMES_PAGE_BYTES } from "../../../src/kernel/journal/fenced/logStore.ts";
import { FileSnapshots } from "../../../src/kernel/journal/fileSnapshots.ts";
import { decodeFrame } from "../../../src/kernel/journal/frame.ts";
import type { SimulatedClock } from "../../host/simulatedClock.ts";
import type { Life } from "./machine.ts";
import type { Lane, Network } from "./network.ts";

/** Where the database is, for the network. */
export const DATABASE = "database";

/** As in `journal/postgres/lane.ts`: after this an answer is late, and is looked into. */
const LATE_MS = 1_000;

/**
 * What the database holds after a commit; the frames are the first of all there ever were on this timeline.
 */
interface Commit {
  readonly fence: number;
  readonly begins: number;
  readonly frames: number;
  readonly lease: LeaseRow;
}

interface LeaseRow {
  readonly epoch: number;
  readonly holder: NodeAddress | undefined;
  readonly renewals: number;
  readonly leaseMs: number;
  readonly untilMs: number;
  readonly note: string;
}

const EMPTY: Commit = {
  fence: 0,
  begins: 1,
  frames: 0,
  lease: { epoch: 0, holder: undefined, renewals: 0, leaseMs: 0, untilMs: 0, note: "" },
};

/** Something that is done in the database, at once when it arrives there. */
type Operation<T> =
  | { readonly type: "read"; readonly run: (seen: Commit) => T }
  /**
   * `next` undefined: nothing is changed. The answer comes once a standby has all that was committed up to
   * here.
   */
  | {
      readonly type: "commit";
      readonly run: (last: Commit) => { readonly next?: Commit; readonly answer: T };
    };

/** A commit that changes nothing: once it is answered, all before it is durable. */
const BARRIER: Operation<void> = { type: "commit", run: (last) => ({ next: last, answer: undefined }) };

export interface DatabaseWeather {
  /** How long the standby takes to have a commit, and again to say so, ms. */
  readonly replicationMs: () => number;
}

interface Waiter {
  readonly commit: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * A PostgreSQL with one synchronous standby, as far as the log sees it (docs/reference/cluster-log.md): a
 * commit is on the primary's disk at once, then on the standby's, and only then answered and shown. A primary
 * that crashes and comes back shows all that is on its disk; a standby that takes its place has what had
 * reached it.
 */
export class SimulatedDatabase {
  /** Commits that the primary had and its successor has not. */
  lostCommits = 0;
  /** How far the primary's clock is ahead, ms; it may jump. */
  offMs = 0;
  readonly network: Network;
  readonly #clock: SimulatedClock;
  readonly #weather: DatabaseWeather;
  readonly #contacts = new Set<Contact>();
  #frames: StoredFrame[] = [];
  /** Index of a frame by its first command. */
  readonly #starts = new Map<number, number>();
  readonly #commits: Commit[] = [EMPTY];
  /** The last commit on the standby's disk, that the primary knows to be there, and that it shows. */
  #replicated = 0;
  #acknowledged = 0;
  #visible = 0;
  #waiters: Waiter[] = [];
  #isUp = true;
  #isStandbyUp = true;
  /** Counts the lives of the primary: what was under way in an earlier one is over. */
  #life = 0;
  #isShipping = false;

  constructor(clock: SimulatedClock, network: Network, weather: DatabaseWeather) {
    this.#clock = clock;
    this.network = network;
    this.#weather = weather;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** A process's way to the log. */
  open(life: Life): LogStore {
    const contact = new Contact(this, life);
    this.#contacts.add(contact);
    return contact;
  }

  forget(contact: Contact): void {
    this.#contacts.delete(contact);
  }

  /** The primary ends. @param tells whether its machine says so to those who are connected */
  crash(tells: boolean): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#endLife();
    if (tells) for (const contact of this.#contacts) contact.reset();
  }

  /** It comes back with all that its disk has, replicated or not. */
  restart(): void {
    this.#isUp = true;
    this.#visible = this.#last;
    this.#ship();
  }

  /** The standby takes its place, with what it has, and gets a standby itself. */
  promote(): void {
    this.#endLife();
    this.lostCommits += this.#last - this.#replicated;
    this.#commits.length = this.#replicated + 1;
    const { frames } = this.#commits.at(-1)!;
    for (const { firstSeq } of this.#frames.splice(frames)) this.#starts.delete(firstSeq);
    this.#acknowledged = this.#replicated;
    this.#visible = this.#replicated;
    this.#isUp = true;
    this.#isStandbyUp = true;
  }

  setStandby(isUp: boolean): void {
    this.#isStandbyUp = isUp;
    if (isUp) this.#ship();
  }

  /**
   * Does an operation that has arrived; `undefined` while nobody is there. Rejects when the primary ends
   * first.
   */
  execute<T>(operation: Operation<T>): Promise<T> | undefined {
    if (!this.#isUp) return undefined;
    if (operation.type === "read") return Promise.resolve(operation.run(this.#commits[this.#visible]!));
    const { next, answer } = operation.run(this.#commits.at(-1)!);
    if (next !== undefined) this.#commits.push(next);
    this.#ship();
    return this.#durable(this.#last).then(() => answer);
  }

  head({ frames, begins }: Commit, known: number): StoredHead {
    const newest = this.#frames[frames - 1];
    const at = this.#starts.get(known);
    const follower = at === undefined || at >= frames ? undefined : this.#frames[at];
    const head: LogHead = {
      firstSeq: begins,
      nextSeq: newest?.nextSeq ?? begins,
      epoch: newest === undefined ? 0 : decodeFrame(newest.bytes).epoch,
      time: newest?.time ?? 0,
      hash: newest?.hash ?? new Uint8Array(32),
    };
    return { ...head, link: follower && decodeFrame(follower.bytes).previousHash.slice() };
  }

  /** Where the log ends after a commit. */
  nextSeq({ frames, begins }: Commit): number {
    return this.#frames[frames - 1]?.nextSeq ?? begins;
  }

  /** Takes a frame behind those of the last commit. */
  keep(frame: StoredFrame): void {
    this.#starts.set(frame.firstSeq, this.#frames.length);
    this.#frames.push({ ...frame, bytes: frame.bytes.slice(), hash: frame.hash.slice() });
  }

  page({ frames }: Commit, from: number, until: number): readonly StoredBytes[] {
    let at = this.#starts.get(from) ?? this.#holderOf(from, frames);
    const page: StoredBytes[] = [];
    for (let bytes = 0; at < frames && this.#frames[at]!.firstSeq < until; at++) {
      const frame = this.#frames[at]!;
      bytes += frame.bytes.length;
      if (page.length > 0 && bytes > FRAMES_PAGE_BYTES) break;
      page.push({ firstSeq: frame.firstSeq, bytes: frame.bytes.slice() });
    }
    return page;
  }

  bytes({ frames }: Commit, from: number, until: number): number {
    const within = this.#frames
      .slice(0, frames)
      .filter(({ firstSeq }) => firstSeq >= from && firstSeq < until);
    return within.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  leaseOf({ untilMs, ...lease }: LeaseRow): LeaseState {
    const leftMs = Math.max(untilMs - this.nowMs, 0);
    return { ...lease, leftMs, storeTime: this.#clock.wallMs() + this.offMs };
  }

  get nowMs(): number {
    return this.#clock.monotonicMs() + this.offMs;
  }

  /** What nodes have said; a table that a crash of the primary empties, and that no standby has. */
  readonly present = new Map<string, { beat: number; seenMs: number; announcement: string }>();

  get #last(): number {
    return this.#commits.length - 1;
  }

  #holderOf(seq: number, frames: number): number {
    let [low, high] = [0, frames];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#frames[middle]!.nextSeq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #durable(commit: number): Promise<void> {
    if (commit <= this.#acknowledged) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ commit, resolve, reject });
    });
  }

  /** Sends the standby what it has not yet. */
  #ship(): void {
    if (this.#isShipping || !this.#isUp || !this.#isStandbyUp || this.#acknowledged === this.#last) return;
    this.#isShipping = true;
    const life = this.#life;
    const upTo = this.#last;
    this.#clock.setTimer(this.#weather.replicationMs(), () => {
      if (life !== this.#life || !this.#isStandbyUp) return this.#shipAgain(life);
      this.#replicated = upTo;
      this.#clock.setTimer(this.#weather.replicationMs(), () => {
        if (life === this.#life) this.#acknowledge(upTo);
        this.#shipAgain(life);
      });
    });
  }

  #shipAgain(life: number): void {
    if (life !== this.#life) return;
    this.#isShipping = false;
    this.#ship();
  }

  #acknowledge(commit: number): void {
    this.#acknowledged = commit;
    this.#visible = Math.max(this.#visible, commit);
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((each) => each.commit > commit);
    for (const each of waiters) if (each.commit <= commit) each.resolve();
  }

  #endLife(): void {
    this.present.clear();
    this.#life++;
    this.#isShipping = false;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(new ContactLost("the server has ended"));
  }
}

/** One connection: what is lost with it is all that is under way on it. */
interface Connection {
  readonly there: Lane;
  readonly back: Lane;
  readonly underWay: Set<(why: string) => void>;
  ready: Promise<void>;
}

type Way = "append" | "read" | "lease";

/** One process's contact with the database, over a connection for each kind of call. */
class Contact implements LogStore {
  readonly where = "the log in the simulated database";
  readonly snapshots = new FileSnapshots(new MemoryDisk());
  readonly histories = new FileSnapshots(new MemoryDisk());
  readonly #database: SimulatedDatabase;
  readonly #life: Life;
  readonly #connections = new Map<Way, Connection>();
  #isClosed = false;

  constructor(database: SimulatedDatabase, life: Life) {
    this.#database = database;
    this.#life = life;
  }

  readonly lease: Lease = {
    look: () => this.#read("lease", (seen) => this.#database.leaseOf(seen.lease)),
    take: (holder: NodeAddress, leaseMs: number, renewals?: number) =>
      this.#changeLease(({ lease }) =>
        lease.holder === undefined || lease.renewals === renewals
          ? { ...lease, epoch: lease.epoch + 1, holder, leaseMs, untilMs: this.#database.nowMs + leaseMs }
          : undefined,
      ),
    renew: (epoch: number, leaseMs: number, note: string) =>
      this.#changeLease(({ lease }) =>
        lease.epoch === epoch && lease.holder !== undefined
          ? { ...lease, leaseMs, untilMs: this.#database.nowMs + leaseMs, note }
          : undefined,
      ),
    release: async (epoch: number) => {
      await this.#changeLease(({ lease }) =>
        lease.epoch === epoch ? { ...lease, holder: undefined, untilMs: 0 } : undefined,
      );
    },
  };

  readonly roster: Roster = {
    attend: (node: string, announcement: string) =>
      this.#read("lease", () => {
        const { present, nowMs } = this.#database;
        present.set(node, { beat: (present.get(node)?.beat ?? 0) + 1, seenMs: nowMs, announcement });
        const others = [...present].flatMap(([name, { seenMs, ...row }]): NodeHeartbeat[] =>
          name === node ? [] : [{ node: name, ...row, ageMs: nowMs - seenMs }],
        );
        return { present: others, settings: new Map() };
      }),
    present: async () => [], // nobody asks who is no node
  };

  /** Nodes of the simulation have no options, and nobody accepts a clock. */
  readonly settings: Settings = {
    all: async () => new Map(),
    set: async () => undefined,
    begin: async (values) => values,
  };

  settle(): Promise<void> {
    return this.#call("read", BARRIER);
  }

  fence(epoch: number, known: number): Promise<StoredHead | undefined> {
    return this.#commit("append", (last) => {
      if (last.fence > epoch) return { answer: undefined };
      const next = { ...last, fence: epoch };
      return { next, answer: this.#database.head(next, known) };
    });
  }

  append(epoch: number, frame: StoredFrame): Promise<boolean> {
    return this.#commit("append", (last) => {
      if (last.fence !== epoch || this.#database.nextSeq(last) !== frame.firstSeq) return { answer: false };
      this.#database.keep(frame);
      return { next: { ...last, frames: last.frames + 1 }, answer: true };
    });
  }

  head(known: number): Promise<StoredHead> {
    return this.#read("read", (seen) => this.#database.head(seen, known));
  }

  frames(from: number, until: number): Promise<readonly StoredBytes[]> {
    return this.#read("read", (seen) => this.#database.page(seen, from, until));
  }

  bytes(from: number, until: number): Promise<number> {
    return this.#read("read", (seen) => this.#database.bytes(seen, from, until));
  }

  begin({ firstSeq, epoch }: LogHead): Promise<boolean> {
    return this.#commit("append", (last) => {
      if (last.fence > 0 || last.frames > 0 || last.lease.epoch > 0) return { answer: false };
      const holder = { node: "a log that is being copied here", address: "" };
      const lease = { ...last.lease, epoch, holder, untilMs: Number.POSITIVE_INFINITY };
      return { next: { ...last, begins: firstSeq, fence: epoch, lease }, answer: true };
    });
  }

  async adopt(_epoch: number, frames: readonly StoredFrame[]): Promise<void> {
    await this.#commit("append", (last) => {
      for (const frame of frames) this.#database.keep(frame);
      return { next: { ...last, frames: last.frames + frames.length }, answer: undefined };
    });
  }

  async trim(firstSeq: number): Promise<void> {
    await this.#commit("read", (last) => ({ next: { ...last, begins: firstSeq }, answer: undefined }));
  }

  async servers(): Promise<readonly []> {
    return [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#database.forget(this);
    for (const way of [...this.#connections.keys()]) this.#drop(way, "closed");
  }

  /** The server has ended, and its machine says so. */
  reset(): void {
    for (const [way, connection] of this.#connections)
      connection.back.send(() => this.#life.enter(() => this.#lose(way, connection, "reset by the server")));
  }

  #changeLease(change: (last: Commit) => LeaseRow | undefined): Promise<LeaseState> {
    return this.#commit("lease", (last) => {
      const changed = change(last);
      const lease = changed && { ...changed, renewals: last.lease.renewals + 1 };
      const answer = this.#database.leaseOf(lease ?? last.lease);
      return lease === undefined ? { answer } : { next: { ...last, lease }, answer };
    });
  }

  #read<T>(way: Way, run: (seen: Commit) => T): Promise<T> {
    return this.#call<T>(way, { type: "read", run });
  }

  #commit<T>(way: Way, run: (last: Commit) => { readonly next?: Commit; readonly answer: T }): Promise<T> {
    return this.#call<T>(way, { type: "commit", run });
  }

  async #call<T>(way: Way, operation: Operation<T>): Promise<T> {
    if (this.#isClosed) throw new ContactLost("closed");
    const connection = this.#connections.get(way) ?? this.#connect(way);
    await connection.ready;
    return this.#ask(way, connection, operation);
  }

  #connect(way: Way): Connection {
    const { network } = this.#database;
    const { name } = this.#life.machine;
    const connection: Connection = {
      there: network.lane(name, DATABASE),
      back: network.lane(DATABASE, name),
      underWay: new Set(),
      ready: Promise.resolve(),
    };
    this.#connections.set(way, connection);
    connection.ready = this.#ask(way, connection, BARRIER);
    connection.ready.catch(() => undefined); // whoever waits for it has it
    return connection;
  }

  #ask<T>(way: Way, connection: Connection, operation: Operation<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isAtWork = false;
      let timer: Timer;
      const end = (): void => {
        timer.clear();
        connection.underWay.delete(lose);
      };
      const lose = (why: string): void => {
        end();
        reject(new ContactLost(why));
      };
      const lost = (why: string) => () => this.#lose(way, connection, why);
      const watch = (): void => {
        timer = this.#life.clock.setTimer(LATE_MS, () => {
          if (isAtWork && this.#isReached()) watch();
          else lost("the answer is late")();
        });
      };
      if (this.#connections.get(way) !== connection) {
        reject(new ContactLost("the connection is gone"));
        return;
      }
      connection.underWay.add(lose);
      watch();
      const sayBack = (heard: () => void): void =>
        connection.back.send(() => this.#life.enter(() => connection.underWay.has(lose) && heard()));
      connection.there.send(() => {
        const answering = this.#database.execute(operation);
        if (answering === undefined) return sayBack(lost("no server there"));
        isAtWork = true;
        answering.then(
          (answer) => {
            isAtWork = false;
            sayBack(() => {
              end();
              resolve(answer);
            });
          },
          () => {
            isAtWork = false; // the server has ended: this side is told, or notices
          },
        );
      });
    });
  }

  #isReached(): boolean {
    const { network, isUp } = this.#database;
    const { name } = this.#life.machine;
    return isUp && network.isOpen(name, DATABASE) && network.isOpen(DATABASE, name);
  }

  #lose(way: Way, connection: Connection, why: string): void {
    if (this.#connections.get(way) === connection) this.#drop(way, why);
  }

  /** Ends a connection; what was sent on it may still arrive. */
  #drop(way: Way, why: string): void {
    const { there, back, underWay } = this.#connections.get(way)!;
    this.#connections.delete(way);
    there.finish();
    back.close();
    for (const lose of [...underWay]) lose(why);
  }
}
