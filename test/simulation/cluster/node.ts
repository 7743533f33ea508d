import { ClusterNode, Membership } from "../../../src/assembly/cluster/index.ts";
import type { AccountUpdate } from "../../../src/kernel/core/index.ts";
import type { DurableFrame } from "../../../src/kernel/engine/index.ts";
import {
  Engine,
  EngineHaltedError,
  exchangeMachine,
  formatTag,
  LeadLostError,
  LocalSnapshotter,
  Schedule,
  VenueClock,
} from "../../../src/kernel/engine/index.ts";
import { LogError } from "../../../src/kernel/journal/commandLog.ts";
import { FencedLog } from "../../../src/kernel/journal/fenced/fencedLog.ts";
import { FileSnapshots } from "../../../src/kernel/journal/fileSnapshots.ts";
import type { WholeRequest } from "../../../src/service/gateway/index.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { Answer, Ask } from "./desk.ts";
import { answerIn, completeMarket, isUser, judge, MIDDLE_TICKS, requestOf, unavailable } from "./desk.ts";
import type { Life } from "./machine.ts";
import type { SimulatedLinks } from "./wire.ts";

/** As in `venue/venueSession.ts`. */
const REOPEN_MS = 100;
/** History commits so often when nobody asks. */
const HISTORY_MS = 1_000;
const BEAT_MS = 1_000;
const SNAPSHOT_COMMANDS = 60;

/** What the nodes of a simulation share. */
export interface NodeWorld {
  readonly database: SimulatedDatabase;
  readonly links: SimulatedLinks;
  readonly leaseMs: number;
  readonly users: number;
  /** A node pushes to whoever follows an account what has changed of it. */
  readonly onPush: (node: SimulatedNode, update: AccountUpdate) => void;
  /** A node has given out a frame as durable. */
  readonly onFrame: (node: SimulatedNode, frame: DurableFrame) => void;
  /** A node has come to lead a market with these accounts. */
  readonly onLead: (node: SimulatedNode, accounts: readonly number[]) => void;
  /** A node led and does no more. */
  readonly onDeposed: (node: SimulatedNode) => void;
  /** A node has stopped for a reason that is no loss of the lead. */
  readonly onHalt: (node: SimulatedNode, reason: Error) => void;
  readonly onSnapshot: () => void;
}

/**
 * A node's process: real parts (link, leadership, follower, engine, log, snapshots) put together as
 * `venue/venueSession.ts` does, with a desk in place of the gateway.
 */
export class SimulatedNode {
  readonly life: Life;
  readonly #world: NodeWorld;
  #node: ClusterNode | undefined;
  #session: OpenSession | undefined;
  #isStopping = false;
  readonly #stopped: Promise<void>;
  /** Requests wait here while no market is open. */
  #open: Promise<void>;
  #setOpen!: () => void;

  constructor(life: Life, world: NodeWorld) {
    this.life = life;
    this.#world = world;
    this.#open = this.#shut();
    this.#stopped = this.#live();
  }

  get name(): string {
    return this.life.machine.name;
  }

  get engine(): Engine | undefined {
    return this.#session?.engine;
  }

  get leads(): boolean {
    return !this.#isStopping && this.#session?.member.leads === true;
  }

  stepDown(): void {
    this.#session?.member.stepDown();
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#session?.end();
    await this.#stopped;
  }

  /** Answers a client. */
  async serve(ask: Ask): Promise<Answer> {
    const request = requestOf(ask);
    try {
      if (ask.type !== "read" && !this.#node!.isHere) {
        const response = await this.#node!.send(request, ask.type === "place");
        if (response !== undefined) return answerIn(response);
      }
    } catch (error) {
      return unavailable(error);
    }
    return answerIn(await this.#answer(request));
  }

  async #answer(request: WholeRequest) {
    await this.#open;
    return judge(this.#session!.engine, request);
  }

  #shut(): Promise<void> {
    return new Promise((resolve) => {
      this.#setOpen = resolve;
    });
  }

  async #live(): Promise<void> {
    const { links, leaseMs } = this.#world;
    const { life } = this;
    const { clock } = life;
    this.#node = await ClusterNode.open({
      name: `${this.name} since ${clock.monotonicMs()}`,
      wire: links.of(life),
      advertise: { host: this.name, port: 0 },
      clock,
      leaseMs,
      staleAfterMs: 5_000,
      log: { info() {}, warn() {}, error() {} },
    });
    while (!this.#isStopping) {
      try {
        this.#session = await openSession(this, this.#node, this.#world, (request) => this.#answer(request));
      } catch (error) {
        if (!isAgain(error)) {
          this.#world.onHalt(this, error as Error);
          return;
        }
        await new Promise<void>((resolve) => clock.setTimer(REOPEN_MS, resolve));
        continue;
      }
      if (this.#isStopping) this.#session.end();
      this.#setOpen();
      await this.#session.over;
      if (!this.#isStopping) this.#open = this.#shut();
      await this.#session.close();
      this.#session = this.#isStopping ? this.#session : undefined;
    }
    await this.#node.close();
  }
}

/** A market as one node has it open. */
interface OpenSession {
  readonly engine: Engine;
  readonly member: Membership;
  /** Resolves when it is to be closed: it led and does no more, or `end` was called. */
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly close: () => Promise<void>;
}

async function openSession(
  node: SimulatedNode,
  cluster: ClusterNode,
  world: NodeWorld,
  answer: (request: WholeRequest) => ReturnType<typeof judge>,
): Promise<OpenSession> {
  const { life } = node;
  const { machine } = life;
  const stops: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const stop of stops.reverse()) await stop();
  };
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  try {
    const log = await FencedLog.open(world.database.open(life), {
      format: formatTag(),
      clock: life.clock,
      knownDurableSeq: machine.appliedSeq,
    });
    stops.push(() => log.close());
    await cluster.look(log.lease);
    const clock = VenueClock.wall(cluster.time);
    const member = new Membership({
      node: cluster,
      log,
      clock: life.clock,
      joinsByLog: cluster.takeovers.length > 1,
      onSettings: () => {},
      onUnreachable: () => {},
    });
    stops.push(() => member.close());
    const snapshots = new FileSnapshots(life.disk);
    const { appliedSeq } = machine;
    const engine: Engine = await Engine.follow({
      log: member.log,
      current: () => member.current(),
      snapshots,
      machine: exchangeMachine,
      clock,
      appliedSeq,
      onRecoveredFrame: (frame) => world.onFrame(node, frame),
      readerSeq: () => machine.appliedSeq,
      snapshotter: new LocalSnapshotter(exchangeMachine, log, snapshots),
      snapshotEvery: { commands: SNAPSHOT_COMMANDS, bytes: Number.POSITIVE_INFINITY },
      onSnapshotError: () => {},
      onHalt: (reason) => {
        if (!(reason instanceof LeadLostError)) world.onHalt(node, reason);
        else world.onDeposed(node);
        end();
      },
    });
    if (engine.recovery.snapshotSeq > 0) world.onSnapshot();
    stops.push(() => engine.stop({ snapshot: false }));
    engine.subscribe((frame) => {
      if (!life.isOver) world.onFrame(node, frame);
    });
    const history = historyOf(life, engine);
    stops.push(() => history.close());
    let schedule: Schedule | undefined;
    stops.push(() => schedule?.stop());
    await member.join({
      engine,
      clock,
      complete: async () => {
        world.onLead(node, await completeMarket(engine, world.users));
      },
      start: async () => {
        schedule = new Schedule({ clock, engine, onTaskError: () => {} });
        schedule.every(BEAT_MS, (time) => moveIndex(engine, time), "index");
        schedule.start();
      },
      answer,
    });
    await member.begin();
    watchUsers(engine, world.users, (update) => {
      if (!life.isOver) world.onPush(node, update);
    });
    return { engine, member, over, end, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Follows the users' accounts, once there are all of them. */
function watchUsers(engine: Engine, users: number, push: (update: AccountUpdate) => void): void {
  void engine.query({ type: "accounts" }).then(
    (all) => {
      const accounts = all.filter(({ name }) => isUser(name));
      if (accounts.length === users) for (const { account } of accounts) engine.watch(account, push);
      else {
        const later = engine.subscribe(() => {
          later();
          watchUsers(engine, users, push);
        });
      }
    },
    () => undefined, // it has stopped
  );
}

/** The index goes up and down a little, so that market time does something. */
async function moveIndex(engine: Engine, time: number): Promise<void> {
  const points = (MIDDLE_TICKS + ((time / BEAT_MS) % 7)) * 100;
  await engine.submit({ type: "setIndex", prices: [{ contract: 0, points }] });
}

/** The part of history that matters here: what it has committed is known to be durable after a start. */
function historyOf(life: Life, engine: Engine): { close(): void } {
  const { machine, clock } = life;
  const commit = (): void => {
    machine.appliedSeq = Math.max(machine.appliedSeq, engine.durableSeq);
  };
  let isOver = false;
  const next = (): void => {
    if (isOver) return;
    commit();
    clock.setTimer(HISTORY_MS, next);
  };
  clock.setTimer(HISTORY_MS, next);
  return {
    close() {
      isOver = true;
      if (!life.isOver) commit();
    },
  };
}

function isAgain(error: unknown): boolean {
  return (
    error instanceof LeadLostError ||
    (error instanceof EngineHaltedError && isAgain(error.cause)) ||
    (error instanceof LogError && error.reason === "unreachable")
  );
}
