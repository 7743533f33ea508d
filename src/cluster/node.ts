import { LeadLostError } from "../engine/index.ts";
import type { Log, Reach, Response, WholeRequest } from "../gateway/index.ts";
import type { Clock } from "../host/clock.ts";
import type { Lease, LeaseState, NodeAddress } from "../journal/clusterLog.ts";
import { OutcomeUnknown, WireError } from "../wire/index.ts";
import { LeaderLink } from "./link/leaderLink.ts";
import type { Office } from "./link/linkServer.ts";
import { LinkServer } from "./link/linkServer.ts";
import type { Standing } from "./link/protocol.ts";
import type { Wire, WireListener } from "./link/wire.ts";
import { NotTaken, OtherLinkError, Unanswered } from "./link/wire.ts";
import { SharedCounters } from "./sharedCounters.ts";
import { OFF_MAX_MS, StoreTime } from "./storeTime.ts";

/** Beyond the lease, how long a request waits for somebody to lead, ms. */
const PATIENCE_MS = 1_000;
/** Requests that wait for somebody to lead, at most. */
const WAITING_MAX = 10_000;
/** After this long a link that has ended is tried again, while its node still holds the lease; twice as long each time, ms. */
const RECONNECT_MS = 50;
const RECONNECT_MAX_MS = 1_000;
/** So many attempts in a row may fail, as while a node takes over, before it is told. */
const WARN_AT = 6;
const RETRY_SECONDS = 1;
/** Takeovers that are remembered. */
const TAKEOVERS_MAX = 20;
/** For so many leases a node that stepped down leaves the lead to others. */
const ABSTAIN_LEASES = 2;

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export interface NodeOptions {
  /** What the others know this start of the node by. */
  readonly name: string;
  readonly wire: Wire;
  /** Where other nodes reach this one; port 0 is the one that it listens on. */
  readonly advertise: HostPort;
  /** Where it listens for them, if elsewhere: behind a proxy, or a router that translates addresses. Port 0 takes a free one. */
  readonly listen?: HostPort | undefined;
  readonly clock: Clock;
  readonly leaseMs: number;
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
  onStanding(standing: Standing): void;
  onFrame(stored: Uint8Array): void;
  /** It cannot follow the node that leads; it goes on trying, since another one may come to lead. */
  onOtherLink(error: OtherLinkError): void;
}

/**
 * A node among the others, for as long as its process lives: where it is reached, its link to the one that leads, and the
 * requests that it has that one answer. Markets come and go on it (`Membership`).
 */
export class ClusterNode implements Reach {
  readonly self: NodeAddress;
  readonly leaseMs: number;
  /** The host's clock as the store's is. */
  readonly time: StoreTime;
  /** What clients use of their limits, at all nodes. */
  readonly counters: SharedCounters;
  readonly #options: NodeOptions;
  readonly #server: LinkServer;
  readonly #listening: WireListener;
  #link: LeaderLink | undefined;
  #listener: LinkListener | undefined;
  #lease: LeaseState | undefined;
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
    this.time = new StoreTime(options.clock);
    this.counters = new SharedCounters({
      clock: options.clock,
      tell: (shares) => {
        if (!this.#isHere) return this.#link?.share(shares) ?? false;
        this.#server.share(shares);
        return true;
      },
    });
    const { host, port } = options.advertise;
    this.self = {
      node: options.name,
      address: `${host.includes(":") ? `[${host}]` : host}:${port === 0 ? listening.port : port}`,
    };
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
    return this.#lease;
  }

  /** Who has come to lead since this node started, the latest first. */
  get takeovers(): readonly Takeover[] {
    return this.#takeovers;
  }

  /** The nodes that follow this one. */
  get followers() {
    return this.#server.followers;
  }

  /** Leads from now on, or no more. */
  lead(office: Office | undefined): void {
    this.#isHere = office !== undefined;
    this.#server.serve(office);
    if (office !== undefined) this.#disconnect();
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

  /** Whether this node may come to lead: its clock is right, and it has not just stepped down. */
  get mayLead(): boolean {
    return (
      Math.abs(this.time.offMs) <= OFF_MAX_MS && this.#options.clock.monotonicMs() >= this.#abstainsUntilMs
    );
  }

  /** Leaves the lead to another node for a while. */
  abstain(): void {
    this.#abstainsUntilMs = this.#options.clock.monotonicMs() + ABSTAIN_LEASES * this.leaseMs;
  }

  /** Tells the followers that this node lives, and of each other. */
  beat(): void {
    this.#server.beat();
  }

  /** Requests that were passed on and never answered. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Whom the link to the leader tells from now on. */
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

  /** The lease was seen: the link goes to whoever holds it. */
  saw(state: LeaseState, sentMs: number): void {
    this.#lease = state;
    const { epoch, holder, storeTime: time } = state;
    if (holder !== undefined && epoch !== this.#takeovers[0]?.epoch)
      this.#takeovers = [{ epoch, ...holder, time }, ...this.#takeovers].slice(0, TAKEOVERS_MAX);
    const wasOff = Math.abs(this.time.offMs) > OFF_MAX_MS;
    this.time.saw(state, sentMs);
    const { offMs } = this.time;
    if (!wasOff && Math.abs(offMs) > OFF_MAX_MS)
      this.#options.log.error(
        { offMs: Math.round(offMs) },
        `this machine's clock is more than ${OFF_MAX_MS} ms off the database's: this node does not lead until it is set right`,
      );
    if (this.#link !== undefined && this.#link.leader.node !== this.#holder?.node) {
      this.#disconnect();
      this.#failed = 0;
    }
    this.#connect();
  }

  /**
   * The leader's durable head, as it is after this call; waits for a while where nobody leads. `undefined`: this node
   * has come to lead.
   *
   * @throws LeadLostError where nobody comes to lead
   */
  async head(): Promise<number | undefined> {
    const untilMs = this.#options.clock.monotonicMs() + this.patienceMs;
    for (;;) {
      if (this.#isHere) return undefined;
      const seen = this.#changes;
      try {
        if (this.#link?.isUp === true) return await this.#link.head();
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
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
      if (this.#isClosed || !(await this.#change(seen, untilMs))) throw wasSent ? unknown() : notAccepted();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.counters.close();
    this.lead(undefined);
    this.listen(undefined);
    await this.#listening.close();
  }

  get #holder(): NodeAddress | undefined {
    const lease = this.#lease;
    if (lease === undefined || lease.leftMs === 0 || lease.holder?.node === this.self.node) return undefined;
    return lease.holder;
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
      onStanding: (standing) => {
        if (standing.epoch < this.#lease!.epoch) return; // it does not know yet that it lost the lead
        const wasUp = isUp;
        isUp = true;
        listener.onStanding(standing);
        if (!wasUp) this.#wake();
      },
      onFrame: (stored) => listener.onFrame(stored),
      onUsed: (shares) => this.counters.heard(shares),
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
        if (isUp) this.#failed = 0;
        const waitMs = Math.min(RECONNECT_MS * 2 ** this.#failed++, RECONNECT_MAX_MS);
        if (this.#failed === WARN_AT)
          log.warn(
            { leader: leader.address, why },
            "the leading node is not reached where it says (--advertise): requests and account reads wait",
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

function notAccepted(): WireError {
  return new WireError(
    "unavailable",
    "No node leads at the moment: this was not accepted, and nothing was done. Send it again.",
    RETRY_SECONDS,
  );
}

function unknown(): WireError {
  return new OutcomeUnknown(
    "The node that leads has gone before it answered: whether this was done is unknown. Query before retrying, by its client id where it has one.",
    RETRY_SECONDS,
  );
}
