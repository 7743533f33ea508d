import { OutcomeUnknown, WireError } from "../../interface/wire/index.ts";
import { LeadLostError } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { Lease, LeaseState, NodeAddress, Roster } from "../../kernel/journal/clusterLog.ts";
import type { LeaderPort, Log, Response, WholeRequest } from "../../service/gateway/index.ts";
import { StreamLives } from "../../service/gateway/index.ts";
import { offMaxMsOf } from "./clocks.ts";
import { ClockWatch } from "./clockWatch.ts";
import { LeaseWatch } from "./leadership.ts";
import { LeaderLink } from "./link/leaderLink.ts";
import type { LeaderService } from "./link/linkServer.ts";
import { LinkServer } from "./link/linkServer.ts";
import type { Heartbeat } from "./link/protocol.ts";
import type { Wire, WireListener } from "./link/wire.ts";
import { NotTaken, OtherLinkError, Unanswered } from "./link/wire.ts";
import type { NodeAnnouncement, PeerNode } from "./peers.ts";
import { Peers, successorOf } from "./peers.ts";
import { SharedCounters } from "./sharedCounters.ts";
import { StoreTime } from "./storeTime.ts";

/** How long a request waits for somebody to lead, beyond the lease, ms. */
const PATIENCE_MS = 1_000;
/** Requests that wait for somebody to lead, at most. */
const WAITING_MAX = 10_000;
/**
 * How long after a link has ended it is tried again while its node still holds the lease, ms; twice as long
 * each time.
 */
const RECONNECT_MS = 50;
const RECONNECT_MAX_MS = 1_000;
/** Failed attempts in a row at which an unreached leader is reported; a takeover needs fewer. */
const WARN_AT = 6;
const RETRY_SECONDS = 1;
/** Takeovers that are remembered. */
const TAKEOVERS_MAX = 20;
/** For how many leases a node that stepped down leaves the lead to others. */
const ABSTAIN_LEASES = 2;
/** For how many leases a node that says nothing any more is still counted. */
const FORGET_LEASES = 2;

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export interface NodeOptions {
  /** What the others know this start of the node by. */
  readonly name: string;
  readonly wire: Wire;
  /** Where other nodes reach this one; port 0: the port that it listens on. */
  readonly advertise: HostPort;
  /**
   * Where this node listens for others, if not at `advertise`: behind a proxy, or a router that translates
   * addresses. Port 0 takes a free one.
   */
  readonly listen?: HostPort | undefined;
  readonly clock: Clock;
  readonly leaseMs: number;
  /**
   * After how long without a sign of the leader or of the log's end this node says that it is stale, ms;
   * never within a lease.
   */
  readonly staleAfterMs: number;
  readonly log: Log;
}

/** A node that has come to lead. */
export interface Takeover extends NodeAddress {
  readonly epoch: number;
  /** When it was seen, by the store's clock, Unix ms. */
  readonly time: number;
}

/** What a node tells those who take part in leading and following. */
export interface LinkListener {
  onHeartbeat(heartbeat: Heartbeat): void;
  onFrame(stored: Uint8Array): void;
  /** This node cannot follow the one that leads. It goes on trying, since another one may come to lead. */
  onOtherLink(error: OtherLinkError): void;
}

/**
 * A node among the others, for as long as its process lives: where it is reached, its link to the one that
 * leads, and the requests that it passes on to the leader. Markets come and go on it (`Membership`).
 */
export class ClusterNode implements LeaderPort {
  readonly self: NodeAddress;
  readonly leaseMs: number;
  /** The host's clock as the store's is. */
  readonly time: StoreTime;
  readonly clocks: ClockWatch;
  /** What clients use of their limits, at all nodes. */
  readonly counters: SharedCounters;
  /** Until when user data streams live, at all nodes. */
  readonly streamLives: StreamLives;
  readonly #options: NodeOptions;
  readonly #server: LinkServer;
  readonly #listening: WireListener;
  #link: LeaderLink | undefined;
  #listener: LinkListener | undefined;
  readonly #watch = new LeaseWatch();
  readonly #peers: Peers;
  /** Nodes that were reached at the last attempt. */
  #reached: readonly string[] = [];
  #probing: Promise<void> | undefined;
  /** When the leader, or else the end of the log, was last heard of, on the monotonic clock. */
  #signMs: number;
  /** Since when no link is up, on the monotonic clock. */
  #unlinkedMs: number;
  #isHere = false;
  #unknown = 0;
  /** Links in a row that never came up. */
  #failed = 0;
  #abstainsUntilMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  /** How often somebody has come to lead. */
  #changes = 0;
  #takeovers: readonly Takeover[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(options: NodeOptions, server: LinkServer, listening: WireListener) {
    this.#options = options;
    this.#server = server;
    this.#listening = listening;
    this.leaseMs = options.leaseMs;
    this.#peers = new Peers(FORGET_LEASES * options.leaseMs);
    this.#signMs = options.clock.monotonicMs();
    this.#unlinkedMs = this.#signMs;
    this.time = new StoreTime(options.clock);
    this.counters = new SharedCounters({
      clock: options.clock,
      share: (shares) => {
        if (!this.#isHere) return this.#link?.share(shares) ?? false;
        this.#server.share(shares);
        return true;
      },
    });
    this.streamLives = new StreamLives(options.clock, (told) => this.#server.tellStreams(told));
    const { host, port } = options.advertise;
    this.self = {
      node: options.name,
      address: `${host.includes(":") ? `[${host}]` : host}:${port === 0 ? listening.port : port}`,
    };
    this.clocks = new ClockWatch(this.self, this.time, options.log);
  }

  static async open(options: NodeOptions): Promise<ClusterNode> {
    const server = new LinkServer((shares) => node.counters.heard(shares));
    const listening = await options.wire.listen(options.listen ?? options.advertise, server);
    const node = new ClusterNode(options, server, listening);
    return node;
  }

  get isHere(): boolean {
    return this.#isHere;
  }

  get patienceMs(): number {
    return this.leaseMs + PATIENCE_MS;
  }

  /** The lease as last seen. */
  get lease(): LeaseState | undefined {
    return this.#watch.state;
  }

  /** For how long another node may still count on the lease, ms. */
  get leaseLeftMs(): number {
    return this.#watch.leftMs(this.#options.clock.monotonicMs());
  }

  /** Who holds the lease, this node included; `undefined`: nobody is known to. */
  get leader(): NodeAddress | undefined {
    return this.leaseLeftMs > 0 ? this.#watch.state?.holder : undefined;
  }

  /** The other nodes that are heard of by way of the store. */
  get peers(): readonly PeerNode[] {
    return this.#peers.at(this.#options.clock.monotonicMs());
  }

  /** How long ago the leader, or else the end of the log, was last heard of, ms; 0 while this node leads. */
  get sinceSignMs(): number {
    return this.#isHere ? 0 : this.#options.clock.monotonicMs() - this.#signMs;
  }

  get isStale(): boolean {
    return this.sinceSignMs > Math.max(this.#options.staleAfterMs, this.leaseMs); // the leader says nothing for a quarter of that
  }

  /** Notes that the leader, or else the end of the log, was heard of. */
  sign(): void {
    this.#signMs = this.#options.clock.monotonicMs();
  }

  /**
   * Whether this node leads, or hears the leader. Links end and are tried again, so a link that ended less
   * than a lease ago still counts.
   */
  get isLinked(): boolean {
    if (this.#isHere || this.#link?.isUp === true) return true;
    return this.#options.clock.monotonicMs() - this.#unlinkedMs < this.leaseMs;
  }

  /** Who has come to lead since this node started, the latest first. */
  get takeovers(): readonly Takeover[] {
    return this.#takeovers;
  }

  /** The nodes that follow this one. */
  get followers() {
    return this.#server.followers;
  }

  /** Leads from now on; with `undefined` no more. */
  lead(service: LeaderService | undefined): void {
    if (this.#isHere) this.sign();
    this.#isHere = service !== undefined;
    this.#unlinkedMs = this.#options.clock.monotonicMs();
    this.#server.serve(service);
    if (service !== undefined) this.#disconnect();
    this.#wake();
  }

  /** Sends the followers a frame that was appended, if this node leads. */
  sendFrame(stored: Uint8Array): void {
    this.#server.send(stored);
  }

  /** Tells the followers what is durable, if this node leads. */
  announce(): void {
    this.#server.announce();
  }

  /**
   * Whether this node may come to lead: its clock is right, it has not just stepped down, and no other is
   * reached better.
   */
  get mayLead(): boolean {
    return (
      this.clocks.isOwnRight &&
      this.#options.clock.monotonicMs() >= this.#abstainsUntilMs &&
      this.successor === undefined
    );
  }

  /** The node that is to lead rather than this one: most nodes reach it, and not this one. */
  get successor(): PeerNode | undefined {
    const followers = this.#server.followers.map(({ node }) => node);
    return successorOf(this.self.node, this.peers, followers);
  }

  /**
   * Tells the other nodes of this one by way of the store, and hears what they say. @returns the store's
   * settings
   */
  async attend(roster: Roster): Promise<ReadonlyMap<string, string>> {
    const announcement: NodeAnnouncement = {
      address: this.self.address,
      offMs: this.time.offMs,
      isLinked: this.isLinked,
      reaches: this.#reached,
    };
    const { present, settings } = await roster.attend(this.self.node, JSON.stringify(announcement));
    this.#peers.heard(present, this.#options.clock.monotonicMs(), this.time.storePositionMs);
    this.clocks.compare(this.peers, offMaxMsOf(settings));
    this.#probe();
    return settings;
  }

  /** Leaves the lead to another node for a while. */
  abstain(): void {
    this.#abstainsUntilMs = this.#options.clock.monotonicMs() + ABSTAIN_LEASES * this.leaseMs;
  }

  /** Tells the followers that this node lives, and of each other. */
  sendHeartbeat(): void {
    this.#server.sendHeartbeat();
  }

  /** Number of requests that were passed on to a leader and never answered. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Sets whom the link to the leader tells from now on. */
  listen(listener: LinkListener | undefined): void {
    this.#listener = listener;
    this.#disconnect();
    if (listener !== undefined) this.#connect();
  }

  /** Looks at the lease once, so that the store's time is known before any market time is given out. */
  async look(lease: Lease): Promise<void> {
    const sentMs = this.#options.clock.monotonicMs();
    this.saw(await lease.look(), sentMs);
  }

  /** Takes in the lease as the store showed it; the link goes to whoever holds it. */
  saw(state: LeaseState, sentMs: number): void {
    this.#watch.saw(state, this.#options.clock.monotonicMs());
    const { epoch, holder, storeTime: time } = state;
    if (holder !== undefined && epoch !== this.#takeovers[0]?.epoch)
      this.#takeovers = [{ epoch, ...holder, time }, ...this.#takeovers].slice(0, TAKEOVERS_MAX);
    this.time.saw(state, sentMs);
    if (this.#link !== undefined && this.#link.leader.node !== this.#holder?.node) {
      this.#disconnect();
      this.#failed = 0;
    }
    this.#connect();
  }

  /**
   * The durable head, as it is after this call: the leader says it, or the log does where the leader is
   * not reached; waits for a while where neither does. `undefined`: this node has come to lead.
   *
   * @param stored asks the log; it rejects with LeadLostError where the log does not answer
   * @throws LeadLostError where neither says it in time
   */
  async head(stored: () => Promise<number>): Promise<number | undefined> {
    const untilMs = this.#options.clock.monotonicMs() + (this.isStale ? 0 : this.patienceMs);
    for (;;) {
      if (this.#isHere) return undefined;
      const seen = this.#changes;
      try {
        return await (this.#link?.isUp === true ? this.#link.head() : stored());
      } catch (error) {
        if (!(error instanceof NotTaken || error instanceof LeadLostError)) throw error;
      }
      if (this.#isClosed || !(await this.#change(seen, untilMs)))
        throw new LeadLostError("no node leads at the moment");
    }
  }

  /** Tells the leader how far this node is. */
  report(seq: number): void {
    this.#link?.report(seq);
  }

  async send(request: WholeRequest, isRepeatable: boolean): Promise<Response | undefined> {
    const untilMs = this.#options.clock.monotonicMs() + this.patienceMs;
    let wasSent = false;
    for (;;) {
      if (this.#isHere) return undefined;
      const seen = this.#changes;
      try {
        if (this.#link?.isUp === true) return await this.#link.request(request);
      } catch (error) {
        if (error instanceof Unanswered) {
          wasSent = true;
          this.#unknown++;
          if (!isRepeatable) throw unknown();
        } else if (!(error instanceof NotTaken)) throw error;
      }
      if (this.#isClosed || !this.isLinked || !(await this.#change(seen, untilMs)))
        throw wasSent ? unknown() : notAccepted(this.#holder);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.counters.close();
    this.streamLives.close();
    this.lead(undefined);
    this.listen(undefined);
    await this.#listening.close();
  }

  get #holder(): NodeAddress | undefined {
    const { leader } = this;
    return leader?.node === this.self.node ? undefined : leader;
  }

  /** Finds out which nodes are reached from here. All nodes do so while one is cut off from the leader. */
  #probe(): void {
    const { peers } = this;
    if (this.isLinked && peers.every(({ isLinked }) => isLinked)) {
      this.#reached = [];
      return;
    }
    this.#probing ??= Promise.all(
      peers.map(async ({ node, address }) =>
        (await this.#options.wire.reaches(address, this.leaseMs)) ? [node] : [],
      ),
    ).then((reached) => {
      this.#reached = reached.flat();
      this.#probing = undefined;
    });
  }

  #connect(): void {
    const leader = this.#holder;
    const listener = this.#listener;
    if (leader === undefined || listener === undefined || this.#link !== undefined || this.#isClosed) return;
    const { wire, clock, log } = this.#options;
    let isUp = false;
    const link: LeaderLink = new LeaderLink({
      wire,
      leader,
      self: this.self,
      clock,
      silentMs: this.leaseMs,
      onHeartbeat: (heartbeat) => {
        if (heartbeat.epoch < this.#watch.state!.epoch) return; // it does not know yet that it lost the lead
        this.sign();
        const wasUp = isUp;
        isUp = true;
        listener.onHeartbeat(heartbeat);
        if (!wasUp) this.#wake();
      },
      onFrame: (stored) => listener.onFrame(stored),
      onUsed: (shares) => this.counters.heard(shares),
      onStreams: (told) => this.streamLives.heard(told),
      onOtherLink: (why) => {
        const error = new OtherLinkError(
          `the node that leads, at ${leader.address}, is of another build: ${why}. Start this node with the build of the others, or ` +
            "stop all nodes and start them with the same one",
        );
        if (this.#failed < WARN_AT) log.error({}, error.message);
        this.#failed = WARN_AT; // told once
        listener.onOtherLink(error);
      },
      onEnd: (why) => {
        if (this.#link !== link) return;
        this.#link = undefined;
        if (isUp) {
          this.#failed = 0;
          this.#unlinkedMs = clock.monotonicMs();
        }
        const waitMs = Math.min(RECONNECT_MS * 2 ** this.#failed++, RECONNECT_MAX_MS);
        if (this.#failed === WARN_AT)
          log.warn(
            { leader: leader.address, why },
            "the leading node is not reached where it says (--advertise): reads are answered from the log, and what changes something is refused here",
          );
        clock.setTimer(waitMs, () => this.#connect());
      },
    });
    this.#link = link;
  }

  #disconnect(): void {
    this.#link?.close();
    this.#link = undefined;
  }

  /** Resolves when somebody has come to lead since `seen`; false when nobody has by a time. */
  #change(seen: number, untilMs: number): Promise<boolean> {
    if (this.#changes > seen) return Promise.resolve(true);
    const { clock } = this.#options;
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs <= 0 || this.#waiting.size >= WAITING_MAX) return Promise.resolve(false);
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        timer.clear();
        resolve(true);
      };
      const timer = clock.setTimer(leftMs, () => {
        this.#waiting.delete(wake);
        resolve(false);
      });
      this.#waiting.add(wake);
    });
  }

  #wake(): void {
    this.#changes++;
    for (const wake of this.#waiting) wake();
  }
}

function notAccepted(leader: NodeAddress | undefined): WireError {
  return new WireError(
    "unavailable",
    leader === undefined
      ? "No node leads at the moment: this was not accepted, and nothing was done. Send it again."
      : `The node that leads, at ${leader.address}, is not reached from this one: this was not accepted, and nothing was done. Send it to another node.`,
    RETRY_SECONDS,
  );
}

function unknown(): WireError {
  return new OutcomeUnknown(
    "The node that leads has gone before it answered: whether this was done is unknown. Query before retrying, by its client id where it has one.",
    RETRY_SECONDS,
  );
}
