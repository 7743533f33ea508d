import type { ClusterDatabase, ClusterStatus } from "../../interface/wire/control/index.ts";
import type { ClockState, Engine, VenueClock } from "../../kernel/engine/index.ts";
import { Follow, LeadLostError } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { ClusterLog, LeaseState } from "../../kernel/journal/clusterLog.ts";
import type { CommandLog, FrameInput } from "../../kernel/journal/commandLog.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import type { Response, WholeRequest } from "../../service/gateway/index.ts";
import { Leadership } from "./leadership.ts";
import type { Heartbeat } from "./link/protocol.ts";
import type { ClusterNode } from "./node.ts";

/** A market that is open on a node of a cluster; a reset, or a lost lead, ends it and opens another. */
export interface MemberSession {
  /** The market's engine, which follows, or is about to. */
  readonly engine: Engine;
  /** Market time; while this node follows, the leader's. */
  readonly clock: VenueClock;
  /**
   * Readies what the leader alone does, as far as it comes before anybody is served; the engine leads
   * already.
   */
  complete(): Promise<void>;
  /** Starts what the leader alone does. */
  start(): Promise<void>;
  /** Answers a request that another node has passed on. */
  answer(request: WholeRequest): Promise<Response>;
}

export interface MembershipOptions {
  readonly node: ClusterNode;
  readonly log: ClusterLog;
  readonly clock: Clock;
  /**
   * Whether the log holds a complete market, so that a node which does not reach the leader may begin with
   * it.
   */
  readonly joinsByLog: boolean;
  /** Called with the store's settings, again and again. */
  readonly onSettings: (settings: ReadonlyMap<string, string>) => void;
  readonly onUnreachable: (error: Error) => void;
}

/** What a node has once it takes part in the cluster. */
interface Joined {
  readonly session: MemberSession;
  readonly follow: Follow;
  readonly leadership: Leadership;
}

/** Where a node stands; the drawing at {@link Membership} has the ways from one to the next. */
type State =
  | { readonly is: "joining" }
  /**
   * Its market is complete. `headSeq`: the last command that the leader, or else the log, is known to have.
   */
  | { readonly is: "following"; readonly headSeq: number; readonly followers: Heartbeat["followers"] }
  /** Complete once what only the leader does is ready. */
  | { readonly is: "leading"; readonly isComplete: boolean }
  | { readonly is: "over" };

/**
 * The part that a node has in its cluster for as long as it has one market open: it follows whoever leads,
 * and leads itself when it wins the lease. A lead that it has lost it does not win again with
 * this market: the market is opened anew, and follows.
 *
 * ```
 * joining ──leader known, caught up──▶ following ──lease won──▶ leading ──▶ over
 *    └────────────────────lease won───────────────────────────────┘
 * ```
 */
export class Membership {
  readonly #options: MembershipOptions;
  #joined: Joined | undefined;
  #state: State = { is: "joining" };
  /** What {@link join} waits for. */
  readonly #settled = Promise.withResolvers<void>();
  readonly #opened = Promise.withResolvers<void>();
  /** The durable head, as the log says it. */
  readonly #stored: () => Promise<number>;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#stored = inOneTurn(() => options.log.durableHead().catch(asLost));
    this.#settled.promise.catch(() => undefined); // whoever opens the market has it
  }

  /** The log as the engine sees it: who is fenced off has lost the lead. */
  get log(): CommandLog {
    const { log } = this.#options;
    return {
      acquire: () => log.acquire(),
      append: (epoch: number, expectedSeq: number, frame: FrameInput) =>
        log.append(epoch, expectedSeq, frame).catch(asLost),
      read: (from: number) => log.read(from),
      head: () => log.head(),
      trim: (before: number) => log.trim(before),
      // Closed by whoever opened it: the lease is given back over it once the engine has stopped.
      close: () => Promise.resolve(),
    };
  }

  /** Whether this node leads. */
  get leads(): boolean {
    return this.#state.is === "leading";
  }

  /** The cluster as this node knows it. */
  status(): ClusterStatus {
    const { node } = this.#options;
    const { self, leaseMs, unknown, lease, sinceSignMs, isLinked } = node;
    const seq = this.#joined?.session.engine.durableSeq ?? 0;
    const state = this.#state;
    const leader = this.leads ? self : node.leader;
    const headSeq = state.is === "following" ? Math.max(state.headSeq, seq) : seq;
    const followers = state.is === "following" ? state.followers : this.leads ? node.followers : [];
    const others = (followers ?? []).map((each) => ({
      ...each,
      seq: each.node === self.node ? seq : each.seq,
    }));
    const known = leader === undefined ? others : [{ ...leader, seq: headSeq }, ...others];
    return {
      node: self.node,
      leads: this.leads,
      leader: leader?.address ?? "",
      epoch: lease?.epoch ?? 0,
      leaseMs,
      unknown,
      clockBoundMs: node.time.offMaxMs,
      clocks: node.clocks.all.map(({ offMs, ...clock }) => ({
        ...clock,
        offMs: offMs === undefined ? null : Math.round(offMs),
      })),
      staleSeconds: Math.round(sinceSignMs) / 1_000,
      linked: isLinked,
      takeovers: [...node.takeovers],
      nodes: known.map((each) => ({
        ...each,
        leads: each.node === leader?.node,
        lag: Math.max(headSeq - each.seq, 0),
      })),
    };
  }

  /** The servers of the database that the log is on. */
  async database(): Promise<ClusterDatabase> {
    const servers = await this.#options.log.servers();
    return { servers: servers.map((each) => ({ ...each, standbys: [...each.standbys] })) };
  }

  /**
   * Gives up the lead in favour of another node, if this node has it. Its market is opened anew, and follows.
   */
  stepDown(): void {
    if (this.leads) this.#stepDownFor("an operator asked this node to step down");
  }

  #stepDownFor(why: string): void {
    this.#options.node.abstain();
    this.#joined!.leadership.lose(why);
  }

  /**
   * Takes part from now on. Resolves once this node leads, `complete` included, or has executed what the
   * leader knew to be durable.
   */
  join(session: MemberSession): Promise<void> {
    const { node, log, clock } = this.#options;
    const { engine } = session;
    log.onAppended = (stored) => node.sendFrame(stored);
    const follow = new Follow({ engine, log, onError: (error) => engine.halt(error) });
    node.listen({
      onHeartbeat: (heartbeat) => this.#heard(heartbeat),
      onFrame: (stored) => follow.offer(stored),
      onOtherLink: (error) => this.#settled.reject(error),
    });
    const leadership = new Leadership({
      lease: log.lease,
      self: node.self,
      clock,
      leaseMs: node.leaseMs,
      leftMs: () => node.leaseLeftMs,
      attend: () => this.#attend(log),
      mayLead: () => engine.state === "following" && node.mayLead,
      note: () => JSON.stringify(session.clock.state()),
      onSeen: (state, sentMs) => {
        node.saw(state, sentMs);
        node.sendHeartbeat();
        if (!this.leads && !node.isLinked) void this.#readOn(state);
      },
      onWon: ({ note }) => {
        this.#takeOver(note).catch((error: Error) => {
          engine.halt(isLoss(error) ? new LeadLostError(error.message, { cause: error }) : error);
          this.#settled.reject(error);
        });
      },
      onLost: (reason) => {
        this.#state = { is: "over" };
        node.lead(undefined);
        engine.halt(reason);
        this.#settled.reject(reason);
      },
      onUnreachable: this.#options.onUnreachable,
    });
    this.#joined = { session, follow, leadership };
    return this.#settled.promise;
  }

  /** Ends the wait in {@link join} with a reason. */
  abandon(reason: Error): void {
    this.#settled.reject(reason);
  }

  /** The market is open: a node that leads starts what the leader does, and is reached from now on. */
  async begin(): Promise<void> {
    if (this.#state.is === "leading" && this.#state.isComplete) await this.#lead();
    this.#opened.resolve();
  }

  /** See `EnginePort.current`. */
  current(): Promise<void> | undefined {
    if (!this.leads) return this.#ask();
    if (this.#joined!.leadership.isCertain) return undefined;
    return Promise.reject(new LeadLostError("it is not certain that this node still leads"));
  }

  /** Ends following and leading, and gives back a lease that is held. The engine has stopped before. */
  async close(): Promise<void> {
    this.#state = { is: "over" };
    const { node } = this.#options;
    node.lead(undefined);
    node.listen(undefined);
    const closed = new LeadLostError("the market is being closed");
    this.#settled.reject(closed);
    await this.#joined?.follow.stop(closed);
    await this.#joined?.leadership.close();
  }

  async #ask(): Promise<void> {
    for (;;) {
      const seq = await this.#options.node.head(this.#stored);
      if (seq === undefined) return; // this node leads, with all that there is
      try {
        await this.#joined!.follow.reach(seq);
        return;
      } catch (error) {
        if (!(error instanceof TakingOver)) throw error;
      }
    }
  }

  async #attend({ roster }: ClusterLog): Promise<void> {
    const { node } = this.#options;
    this.#options.onSettings(await node.attend(roster));
    const { successor } = node;
    if (this.leads && successor !== undefined)
      this.#stepDownFor(`most nodes reach ${successor.address}, and not this one`);
  }

  /**
   * Goes on without the leader, which is not reached: the log says how far it is, the lease how market time
   * runs.
   */
  async #readOn({ note }: LeaseState): Promise<void> {
    const { node, joinsByLog } = this.#options;
    const { session } = this.#joined!;
    try {
      const seq = await this.#stored();
      if (!this.#hears) return;
      node.sign();
      if (note !== "") session.clock.follow(JSON.parse(note) as ClockState);
      // A node that is joining hears of the end of the log from the leader, once the leader's market is
      // complete; only where the log holds a complete market does it begin without the leader.
      if (joinsByLog || this.#state.is === "following") this.#reach(seq);
    } catch (error) {
      if (!isLoss(error)) session.engine.halt(error as Error); // else it is asked again at the next look
    }
  }

  #heard({ clock, seq, followers }: Heartbeat): void {
    if (!this.#hears) return;
    const { session } = this.#joined!;
    session.clock.follow(clock);
    this.#reach(seq, followers);
    this.#options.node.report(session.engine.headSeq);
  }

  /** Whether this node goes by what the leader, or the log, says. */
  get #hears(): boolean {
    return this.#state.is === "joining" || this.#state.is === "following";
  }

  /** @param followers as the leader has told them anew; left out: as before */
  #reach(headSeq: number, followers?: Heartbeat["followers"]): void {
    const before = this.#state.is === "following" ? this.#state.followers : undefined;
    this.#state = { is: "following", headSeq, followers: followers ?? before };
    const reached = this.#joined!.follow.reach(headSeq);
    if (reached === undefined) this.#settled.resolve();
    else
      reached.then(
        () => this.#settled.resolve(),
        (error: Error) => {
          if (!(error instanceof TakingOver)) this.#settled.reject(error); // else leading settles it
        },
      );
  }

  async #takeOver(note: string): Promise<void> {
    const { session, follow } = this.#joined!;
    if (note !== "") session.clock.follow(JSON.parse(note) as ClockState);
    await follow.stop(new TakingOver("this node takes over"));
    await session.engine.lead();
    this.#leading(false);
    await session.complete();
    this.#leading(true);
    this.#settled.resolve();
    // A node that was following is open already, or is about to be.
    await this.#opened.promise;
    if (this.leads && !this.#options.node.isHere) await this.#lead();
  }

  /** Notes that this node leads, unless it is over. */
  #leading(isComplete: boolean): void {
    if (this.#state.is !== "over") this.#state = { is: "leading", isComplete };
  }

  async #lead(): Promise<void> {
    const { node } = this.#options;
    const { session, leadership } = this.#joined!;
    const { engine, clock } = session;
    await session.start();
    if (!this.leads || engine.state !== "running") return;
    engine.subscribe(() => node.announce());
    node.lead({
      heartbeat: () => ({ epoch: leadership.epoch, seq: engine.durableSeq, clock: clock.state() }),
      streams: () => node.streamLives.told(),
      head: () => (leadership.isCertain ? engine.durableSeq : undefined),
      answer: session.answer,
    });
  }
}

/**
 * Lets all who call within one turn of the event loop share one answer; `ask` is called after the last of
 * these calls.
 */
function inOneTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  return () => {
    next ??= new Promise((resolve) => {
      setImmediate(() => {
        next = undefined;
        resolve(ask());
      });
    });
    return next;
  };
}

/** What those who wait for this node to follow up to a command are told when it comes to lead instead. */
class TakingOver extends Error {
  override readonly name = "TakingOver";
}

function asLost(error: unknown): never {
  throw isLoss(error) ? new LeadLostError((error as Error).message, { cause: error }) : error;
}

function isLoss(error: unknown): boolean {
  return (
    error instanceof LeadLostError ||
    (error instanceof LogError && ["fenced", "closed", "unreachable"].includes(error.reason))
  );
}
