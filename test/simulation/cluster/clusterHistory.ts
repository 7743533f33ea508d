import { formatTag } from "../../../src/kernel/engine/index.ts";
import { SeededRng } from "../../../src/kernel/host/seededRng.ts";
import { FencedLog } from "../../../src/kernel/journal/fenced/fencedLog.ts";
import { SimulatedClock } from "../../host/simulatedClock.ts";
import { SimulatedDatabase } from "./database.ts";
import type { Answer, Ask } from "./desk.ts";
import { userName } from "./desk.ts";
import { Machine } from "./machine.ts";
import { Network } from "./network.ts";
import { SimulatedNode } from "./node.ts";
import type { Agreed } from "./recorder.ts";
import { Recorder } from "./recorder.ts";
import { PATIENCE_MS, SimulatedTrader } from "./trader.ts";
import { Unrest } from "./unrest.ts";
import { drawWeather } from "./weather.ts";
import { SimulatedLinks } from "./wire.ts";

/** What the histories of a run reached; one that stays 0 means that they tried nothing of the kind. */
export interface ClusterCounts {
  /** Orders that were acknowledged, and those of them that were sent more than once until they were. */
  acknowledged: number;
  resent: number;
  reads: number;
  pushes: number;
  commands: number;
  takeovers: number;
  /** Leaders that lost the lead and lived on. */
  deposed: number;
  kills: number;
  powerCuts: number;
  pauses: number;
  /** Ways of the network that stood still, or were slow. */
  holds: number;
  slow: number;
  standbyLosses: number;
  crashes: number;
  promotions: number;
  /** Commits that a primary had and its successor has not. */
  lostCommits: number;
  stepDowns: number;
  stops: number;
  clockJumps: number;
  databaseClockJumps: number;
  /** Starts from a snapshot. */
  fromSnapshot: number;
  /** Simulated time, s. */
  seconds: number;
}

export function noCounts(): ClusterCounts {
  return {
    acknowledged: 0,
    resent: 0,
    reads: 0,
    pushes: 0,
    commands: 0,
    takeovers: 0,
    deposed: 0,
    kills: 0,
    powerCuts: 0,
    pauses: 0,
    holds: 0,
    slow: 0,
    standbyLosses: 0,
    crashes: 0,
    promotions: 0,
    lostCommits: 0,
    stepDowns: 0,
    stops: 0,
    clockJumps: 0,
    databaseClockJumps: 0,
    fromSnapshot: 0,
    seconds: 0,
  };
}

export interface HistoryOptions {
  /** How long things fail, ms of simulated time. */
  readonly unrestMs?: number;
  /** Told what is done to the cluster, and what comes of it. */
  readonly onEvent?: (atMs: number, what: string) => void;
}

const NODES = ["a", "b", "c"];
const USERS = 3;
const UNREST_MS = 15_000;
/** Once nothing fails any more, so long until orders are taken at each node and all nodes agree. */
const CALM_MS = 60_000;
const CLIENTS = "clients";

/**
 * One history by seed of a whole cluster in one thread: engines, leadership, followers, forwarding and the
 * fenced log are the real ones; clock, network, disks and database are simulated, and fail. At the end:
 *
 * - everything that clients saw is compared with the log (`test/cluster/check`): nothing lost, doubled,
 *   stale, phantom or contradicted;
 * - every frame that any node gave out is in the log, with the events that executing the log again gives;
 * - all nodes have the digest of that, and the state keeps its rules;
 * - no node has stopped by itself, and once nothing failed any more, orders were taken at each.
 *
 * @throws Error naming what was broken
 */
export async function clusterHistory(
  seed: number,
  counts: ClusterCounts,
  options: HistoryOptions = {},
): Promise<void> {
  const history = new ClusterHistory(seed, counts, options);
  await history.run(options.unrestMs ?? UNREST_MS);
}

class ClusterHistory {
  readonly #clock: SimulatedClock;
  readonly #rng: SeededRng;
  readonly #counts: ClusterCounts;
  readonly #network: Network;
  readonly #database: SimulatedDatabase;
  readonly #links: SimulatedLinks;
  readonly #machines: readonly Machine[];
  readonly #nodes = new Map<string, SimulatedNode>();
  readonly #weather: ReturnType<typeof drawWeather>;
  readonly #say: (what: string) => void;
  readonly #recorder = new Recorder();
  #accounts: readonly number[] = [];
  #failure: Error | undefined;

  constructor(seed: number, counts: ClusterCounts, { onEvent = () => {} }: HistoryOptions) {
    const rng = new SeededRng(seed);
    this.#rng = rng;
    this.#counts = counts;
    const clock = new SimulatedClock({ seed: rng.uint32() });
    this.#clock = clock;
    this.#say = (what) => onEvent(clock.monotonicMs(), what);
    const weather = drawWeather(rng);
    this.#weather = weather;
    this.#network = new Network(clock, weather.networkMs);
    this.#database = new SimulatedDatabase(clock, this.#network, weather);
    this.#links = new SimulatedLinks(this.#network);
    this.#machines = NODES.map((name) => new Machine(name, rng.below(400) - 200, clock, weather.disk));
  }

  async run(unrestMs: number): Promise<void> {
    const { leaseMs } = this.#weather;
    for (const machine of this.#machines) this.#start(machine);
    await this.#until(() => this.#accounts.length > 0, "nobody comes to lead at first");
    const traders = this.#accounts.map((account, user) => this.#trader(user, account));
    const unrest = new Unrest({
      clock: this.#clock,
      rng: this.#rng,
      counts: this.#counts,
      network: this.#network,
      database: this.#database,
      links: this.#links,
      machines: this.#machines,
      nodes: this.#nodes,
      leaseMs,
      start: (machine) => this.#start(machine),
      say: this.#say,
    });
    await this.#goOn(unrestMs);
    unrest.end();
    this.#say("nothing fails any more");
    const calmMs = this.#clock.monotonicMs();
    await this.#until(
      () => NODES.every((node) => this.#acknowledgedSince(node, calmMs)),
      "not every node takes orders",
    );
    for (const trader of traders) trader.stop();
    let isDone = false;
    void Promise.all(traders.map(({ done }) => done)).then(() => {
      isDone = true;
    });
    await this.#until(() => isDone, "a client waits for ever");
    await this.#until(() => this.#agreed() !== undefined, "the nodes do not come to agree");
    this.#recorder.isOver = true;
    await this.#judge(this.#agreed()!);
    this.#count();
  }

  #start(machine: Machine): void {
    const { leaseMs } = this.#weather;
    const node = new SimulatedNode(machine.start(), {
      database: this.#database,
      links: this.#links,
      leaseMs,
      users: USERS,
      onFrame: ({ name }, frame) => this.#try(() => this.#recorder.frame(name, frame)),
      onPush: ({ name }, update) => {
        const user = userName(this.#accounts.indexOf(update.account));
        this.#recorder.push(name, user, this.#clock.monotonicMs(), update);
      },
      onLead: ({ name }, accounts) => {
        this.#say(`${name} leads`);
        this.#counts.takeovers++;
        this.#accounts = accounts;
      },
      onDeposed: ({ name }) => {
        this.#say(`${name} does not lead any more`);
        this.#counts.deposed++;
      },
      onHalt: ({ name }, reason) => this.#fail(`${name} has stopped: ${reason.message}`),
      onSnapshot: () => this.#counts.fromSnapshot++,
    });
    this.#nodes.set(machine.name, node);
  }

  #trader(user: number, account: number): SimulatedTrader {
    return new SimulatedTrader(user, account, {
      clock: this.#clock,
      rng: new SeededRng(this.#rng.uint32()),
      nodes: NODES,
      ask: (node, ask) => this.#ask(node, ask),
      observe: (seen) => this.#recorder.seen.push(seen),
      onResent: () => this.#counts.resent++,
      onDeposit: (quanta, answer) => this.#recorder.deposit(quanta, answer),
      thinkMs: this.#weather.thinkMs,
    });
  }

  /** A client's request over a connection of its own; the answer that comes back, if one does. */
  #ask(name: string, ask: Ask): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const there = this.#network.lane(CLIENTS, name);
      const back = this.#network.lane(name, CLIENTS);
      const end = (answer: Answer | undefined): void => {
        timer.clear();
        there.finish();
        back.close();
        resolve(answer);
      };
      const timer = this.#clock.setTimer(PATIENCE_MS, () => end(undefined));
      there.send(() => {
        const node = this.#nodes.get(name);
        if (node === undefined || node.life.isOver) return back.send(() => end(undefined));
        node.life.enter(() => {
          void node.serve(ask).then(
            (answer) => {
              if (!node.life.isOver) back.send(() => end(answer));
            },
            (error: Error) => this.#fail(`${name} could not answer: ${error.stack}`),
          );
        });
      });
    });
  }

  #acknowledgedSince(node: string, sinceMs: number): boolean {
    return this.#recorder.seen.some(
      (seen) =>
        seen.type === "placed" &&
        seen.node === node &&
        seen.sentAt >= sinceMs &&
        seen.answer.type === "acknowledged",
    );
  }

  /** The state of all nodes, once one leads and all have the same. */
  #agreed(): Agreed | undefined {
    const nodes = [...this.#nodes.values()];
    const states = nodes.map(({ engine }) => engine && { seq: engine.durableSeq, digest: engine.digest });
    const [first] = states;
    const isSame = states.every(
      (state, i) =>
        state !== undefined &&
        first !== undefined &&
        state.seq === first.seq &&
        nodes[i]!.engine?.headSeq === state.seq &&
        Buffer.compare(state.digest, first.digest) === 0,
    );
    return isSame && nodes.filter(({ leads }) => leads).length === 1 ? first : undefined;
  }

  async #judge(agreed: Agreed): Promise<void> {
    const reader = new Machine("reader", 0, this.#clock, this.#weather.disk);
    const log = await this.#wait(
      FencedLog.open(this.#database.open(reader.start()), { format: formatTag(), clock: this.#clock }),
    );
    const [fault] = await this.#wait(this.#recorder.judge(log, agreed));
    if (fault !== undefined) throw new Error(fault);
    this.#counts.commands += agreed.seq;
  }

  #count(): void {
    const counts = this.#counts;
    for (const seen of this.#recorder.seen) {
      if (seen.type === "read") counts.reads++;
      else if (seen.type === "pushed") counts.pushes++;
      else if (seen.type === "placed" && seen.answer.type === "acknowledged") counts.acknowledged++;
    }
    counts.lostCommits += this.#database.lostCommits;
    counts.seconds += Math.round(this.#clock.monotonicMs() / 1_000);
  }

  /** Lets so much time pass. */
  async #goOn(ms: number): Promise<void> {
    const untilMs = this.#clock.monotonicMs() + ms;
    await this.#step(() => this.#clock.monotonicMs() >= untilMs);
  }

  /** Lets time pass until something has happened, which must not take longer than a calm cluster needs. */
  async #until(happened: () => boolean, otherwise: string): Promise<void> {
    const lastMs = this.#clock.monotonicMs() + CALM_MS;
    await this.#step(() => {
      if (happened()) return true;
      if (this.#clock.monotonicMs() > lastMs) throw new Error(otherwise);
      return false;
    });
  }

  async #wait<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined); // thrown below
    await this.#until(() => isDone, "the log cannot be read");
    return done;
  }

  async #step(isOver: () => boolean): Promise<void> {
    for (;;) {
      await nextTurn(); // what a turn of a node's loop does comes before time goes on
      if (this.#failure !== undefined) throw this.#failure;
      if (isOver()) return;
      if (!(await this.#clock.step())) throw new Error("everything stands still");
    }
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  #fail(what: string): void {
    this.#failure ??= new Error(what);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
