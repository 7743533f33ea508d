import type { ClockState, Engine, VenueClock } from "../engine/index.ts";
import { Follow, LeadLostError } from "../engine/index.ts";
import type { Response, WholeRequest } from "../gateway/index.ts";
import type { Clock } from "../host/clock.ts";
import type { ClusterLog, LeaseState } from "../journal/clusterLog.ts";
import type { CommandLog, FrameInput } from "../journal/commandLog.ts";
import { LogError } from "../journal/logError.ts";
import type { ClusterDatabase, ClusterStatus } from "../wire/control/index.ts";
import { Leadership } from "./leadership.ts";
import type { Heartbeat } from "./link/protocol.ts";
import type { ClusterNode } from "./node.ts";

/** A market that is open on a node of a cluster; a reset, or a lost lead, ends it and opens another. */
export interface MemberSession {
  /** The market's engine, which follows, or is about to. */
  readonly engine: Engine;
  /** Market time; while this node follows, the leader's. */
  readonly clock: VenueClock;
  /** Readies what the leader alone does, as far as it comes before anybody is served; the engine leads already. */
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
  /** Whether the log holds a complete market, so that a node which does not reach the leader may begin with it. */
  readonly joinsByLog: boolean;
  /** Called with the store's settings, again and again. */
  readonly onSettings: (settings: ReadonlyMap<string, string>) => void;
  readonly onUnreachable: (error: Error) => void;
}

/**
 * The part that a node has in its cluster for as long as it has one market open: it follows whoever leads, and leads itself
 * when it wins the lease. What it loses then it does not win again: the market is opened anew and follows.
 *
 * ```
 * joining ──leader known, caught up──▶ following ──lease won──▶ leading ──▶ over
 *    └────────────────────lease won───────────────────────────────┘
 * ```
 */
export class Membership {
  readonly #options: MembershipOptions;
  #session: MemberSession | undefined;
  #follow: Follow | undefined;
  #leadership: Leadership | undefined;
  #isOver = false;
  #leads = false;
  #isComplete = false;
  #settle!: { readonly resolve: () => void; readonly reject: (reason: Error) => void };
  readonly #settled: Promise<void>;
  #open = (): void => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });
  #heartbeat: Heartbeat | undefined;
  /** The last command that the leader, or else the log, is known to have. */
  #headSeq = 0;
  /** Whether this node has followed, so that the market that it has is complete. */
  #isJoined = false;
  /** The durable head, as the log says it. */
  readonly #stored: () => Promise<number>;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#stored = inOneTurn(() => options.log.durableHead().catch(asLost));
    this.#settled = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#settled.catch(() => undefined); // whoever opens the market has it
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
    return this.#leads;
  }

  /** The cluster as this node knows it. */
  status(): ClusterStatus {
    const { node } = this.#options;
    const { self, leaseMs, unknown, lease, sinceSignMs, isLinked } = node;
    const seq = this.#session?.engine.durableSeq ?? 0;
    const leader = this.#leads ? self : node.leader;
    const headSeq = this.#leads ? seq : Math.max(this.#headSeq, seq);
    const others = (this.#leads ? node.followers : (this.#heartbeat?.followers ?? [])).map((each) => ({
      ...each,
      seq: each.node === self.node ? seq : each.seq,
    }));
    const known = leader === undefined ? others : [{ ...leader, seq: headSeq }, ...others];
    return {
      node: self.node,
      leads: this.#leads,
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
    if (this.#leads) this.#stepDownFor("an operator asked this node to step down");
  }

  #stepDownFor(why: string): void {
    this.#options.node.abstain();
    this.#leadership!.lose(why);
  }

  /**
   * Takes part from now on. Resolves once this node leads, `complete` included, or has executed what the leader knew to
   * be durable.
   */
  join(session: MemberSession): Promise<void> {
    const { node, log, clock } = this.#options;
    const { engine } = session;
    this.#session = session;
    log.onAppended = (stored) => node.sendFrame(stored);
    this.#follow = new Follow({ engine, log, onError: (error) => engine.halt(error) });
    node.listen({
      onHeartbeat: (heartbeat) => this.#heard(heartbeat),
      onFrame: (stored) => this.#follow!.offer(stored),
      onOtherLink: (error) => this.#settle.reject(error),
    });
    this.#leadership = new Leadership({
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
        node.beat();
        if (!this.#leads && !node.isLinked) void this.#readOn(state);
      },
      onWon: ({ note }) => {
        this.#takeOver(session, note).catch((error: Error) => {
          engine.halt(isLoss(error) ? new LeadLostError(error.message, { cause: error }) : error);
          this.#settle.reject(error);
        });
      },
      onLost: (reason) => {
        this.#leads = false;
        node.lead(undefined);
        engine.halt(reason);
        this.#settle.reject(reason);
      },
      onUnreachable: this.#options.onUnreachable,
    });
    return this.#settled;
  }

  /** Ends the wait in {@link join} with a reason. */
  abandon(reason: Error): void {
    this.#settle.reject(reason);
  }

  /** The market is open: a node that leads starts what the leader does, and is reached from now on. */
  async begin(): Promise<void> {
    if (this.#isComplete) await this.#lead(this.#session!);
    this.#open();
  }

  /** See `EnginePort.current`. */
  current(): Promise<void> | undefined {
    if (this.#leads) {
      if (this.#leadership!.isCertain) return undefined;
      return Promise.reject(new LeadLostError("it is not certain that this node still leads"));
    }
    return this.#ask();
  }

  /** Ends following and leading, and gives back a lease that is held. The engine has stopped before. */
  async close(): Promise<void> {
    this.#isOver = true;
    const { node } = this.#options;
    node.lead(undefined);
    node.listen(undefined);
    const closed = new LeadLostError("the market is being closed");
    this.#settle.reject(closed);
    await this.#follow?.stop(closed);
    await this.#leadership?.close();
  }

  async #ask(): Promise<void> {
    for (;;) {
      const seq = await this.#options.node.head(this.#stored);
      if (seq === undefined) return; // this node leads, with all that there is
      try {
        await this.#follow!.reach(seq);
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
    if (this.#leads && successor !== undefined)
      this.#stepDownFor(`most nodes reach ${successor.address}, and not this one`);
  }

  /**
   * Goes on without the leader, which is not reached: the log says how far it is, the lease how market time
   * runs.
   */
  async #readOn({ note }: LeaseState): Promise<void> {
    const { node } = this.#options;
    try {
      const seq = await this.#stored();
      if (this.#leads || this.#isOver) return;
      node.sign();
      if (note !== "") this.#session!.clock.follow(JSON.parse(note) as ClockState);
      // A node that begins hears of the end of the log from the leader, once that one's market is complete,
      // unless it was complete before.
      if (this.#options.joinsByLog || this.#isJoined) this.#reach(seq);
    } catch (error) {
      if (!isLoss(error)) this.#session!.engine.halt(error as Error); // else it is asked again at the next look
    }
  }

  #heard(heartbeat: Heartbeat): void {
    if (this.#leads || this.#isOver) return;
    this.#heartbeat = { ...this.#heartbeat, ...heartbeat };
    this.#session!.clock.follow(heartbeat.clock);
    this.#reach(heartbeat.seq);
    this.#options.node.report(this.#session!.engine.headSeq);
  }

  #reach(seq: number): void {
    this.#isJoined = true;
    this.#headSeq = seq;
    const reached = this.#follow!.reach(seq);
    if (reached === undefined) this.#settle.resolve();
    else
      reached.then(
        () => this.#settle.resolve(),
        (error: Error) => {
          if (!(error instanceof TakingOver)) this.#settle.reject(error); // else leading settles it
        },
      );
  }

  async #takeOver(session: MemberSession, note: string): Promise<void> {
    if (note !== "") session.clock.follow(JSON.parse(note) as ClockState);
    await this.#follow!.stop(new TakingOver("this node takes over"));
    await session.engine.lead();
    this.#leads = true;
    await session.complete();
    this.#isComplete = true;
    this.#settle.resolve();
    // A node that was following is open already, or is about to be.
    await this.#opened;
    if (this.#leads && !this.#options.node.isHere) await this.#lead(session);
  }

  async #lead({ engine, clock, start, answer }: MemberSession): Promise<void> {
    const { node } = this.#options;
    const leadership = this.#leadership!;
    await start();
    if (this.#isOver || engine.state !== "running") return;
    engine.subscribe(() => node.announce());
    node.lead({
      heartbeat: () => ({ epoch: leadership.epoch, seq: engine.durableSeq, clock: clock.state() }),
      head: () => (leadership.isCertain ? engine.durableSeq : undefined),
      answer,
    });
  }
}

/** Lets all who ask within one turn of the loop share an answer to one question, which is asked after they did. */
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

/** What those who wait for a follower hear when it comes to lead. */
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
