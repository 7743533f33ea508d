import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../../../src/assembly/cluster/index.ts";
import { formatTag } from "../../../src/kernel/engine/index.ts";
import { systemClock } from "../../../src/kernel/host/clock.ts";
import { systemRng } from "../../../src/kernel/host/rng.ts";
import type { ClusterLog } from "../../../src/kernel/journal/clusterLog.ts";
import { openPostgresLog } from "../../../src/kernel/journal/postgres/postgresLog.ts";
import { Vault } from "../../../src/service/gateway/index.ts";
import { check } from "../check/checker.ts";
import type { Fault, Observation } from "../check/history.ts";
import { loggedOrders } from "../check/loggedOrders.ts";
import { TrialDatabase } from "./database.ts";
import { NodeNetwork } from "./network.ts";
import { NodeProcess } from "./nodeProcess.ts";
import { isThere, Trader } from "./trader.ts";
import { type Deed, type Done, disturb } from "./unrest.ts";

export interface TrialOptions {
  readonly nodes: number;
  readonly traders: number;
  readonly leaseMs: number;
  /** See {@link TraderOptions.thinkMs}. Default: none. */
  readonly thinkMs?: number;
  /** See {@link UnrestOptions.outage}. Default: none. */
  readonly outage?: () => Promise<void>;
  /** Further words for every node's `serve`. */
  readonly serve?: readonly string[];
  /** What is being done, for those who wait. */
  readonly onStep?: (words: string) => void;
}

/** What came of a trial. */
export interface Verdict {
  readonly faults: readonly Fault[];
  readonly acknowledged: number;
  readonly reads: number;
  readonly pushes: number;
  /** Orders whose outcome their trader never learnt. */
  readonly unknown: number;
  /** Orders and commands in the log, all executed again. */
  readonly orders: number;
  readonly commands: number;
}

/**
 * Several nodes of a venue on a PostgreSQL with two synchronous standbys, all on this machine, with traders
 * at all of them, and a network of ours between them: to be disturbed, and then to be judged by everything
 * that the traders saw.
 */
export class Trial {
  readonly nodes: readonly NodeProcess[];
  readonly done: Done[] = [];
  readonly #seen: Observation[] = [];
  readonly #news = new EventEmitter();
  /** When the last request that each node has answered, or has not, was sent. */
  readonly #attempts = new Map<NodeProcess, number>();
  readonly #database: TrialDatabase;
  readonly #folder: string;
  readonly #masterKey = randomBytes(32);
  readonly #options: TrialOptions;
  #traders: readonly Trader[] = [];
  /** A node that ended by itself. */
  #failure: Error | undefined;
  #acknowledged = 0;
  #reads = 0;

  private constructor(
    options: TrialOptions,
    database: TrialDatabase,
    networks: readonly NodeNetwork[],
    folder: string,
  ) {
    this.#options = options;
    this.#database = database;
    this.#folder = folder;
    const accounts = join(folder, "accounts.json");
    const names = Array.from({ length: options.traders }, (_, i) => ({ name: `trader-${i + 1}` }));
    writeFileSync(accounts, JSON.stringify(names));
    const plan = {
      urlOver: ({ servers }: NodeNetwork) => database.urlBy(...servers.map((port) => `127.0.0.1:${port}`)),
      leaseMs: options.leaseMs,
      masterKey: this.#masterKey.toString("base64"),
      folder,
      serve: ["--accounts", accounts, "--limits", "off", ...(options.serve ?? [])],
      onEnd: (error: Error) => this.#fail(error),
    };
    this.nodes = networks.map((network, i) => new NodeProcess(String(i + 1), network, plan));
  }

  static async start(options: TrialOptions): Promise<Trial> {
    const { onStep } = options;
    onStep?.("PostgreSQL and its synchronous standbys");
    const database = await TrialDatabase.start();
    const networks: NodeNetwork[] = [];
    for (let i = 0; i < options.nodes; i++) networks.push(await NodeNetwork.start(database.servers));
    const trial = new Trial(options, database, networks, mkdtempSync(join(tmpdir(), "outcry-cluster-")));
    try {
      for (const node of trial.nodes) {
        onStep?.(`node ${node.name}`);
        await node.start(); // the first makes the market, the others find it
      }
      const [first] = trial.nodes;
      const accounts = first!.accounts;
      trial.#traders = accounts.map(
        (account) =>
          new Trader({
            account,
            nodes: trial.nodes,
            observe: (seen) => trial.#note(seen),
            onAttempt: (node, sentAt) => trial.#attempted(node, sentAt),
            thinkMs: options.thinkMs ?? 0,
          }),
      );
      return trial;
    } catch (error) {
      await trial.end();
      throw error;
    }
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  get reads(): number {
    return this.#reads;
  }

  /** What clients alone can tell so far: reads that showed less than was known before. */
  get stale(): number {
    return check(this.#seen, []).filter(({ type }) => type === "stale").length;
  }

  async disturb(deed: Deed): Promise<Done> {
    const done = await disturb(deed, {
      nodes: this.nodes,
      database: this.#database,
      outage: this.#options.outage ?? (async () => {}),
      acknowledged: () => this.#acknowledgedFrom(performance.now()),
      felt: () => this.#feltFrom(performance.now()),
    });
    this.done.push(done);
    await this.#readAgain();
    return done;
  }

  /**
   * Resolves once a read was answered that was not yet: over a link that is gone reads wait, and one deed
   * follows the other.
   */
  async #readAgain(): Promise<void> {
    for (const known = this.#reads; this.#reads === known; ) {
      if (this.#failure !== undefined) throw this.#failure;
      await once(this.#news, "read");
    }
  }

  /** Lets the traders end what they have begun, and compares what they saw with the log. */
  async judge(): Promise<Verdict> {
    this.#options.onStep?.("the traders' last answers");
    await Promise.all(this.#traders.map((trader) => trader.stop()));
    this.#options.onStep?.("the whole log, executed again");
    if (this.#failure !== undefined) throw this.#failure;
    const { orders, commands } = await loggedOrders(await this.#openLog());
    const unknown = this.#seen.filter((seen) => seen.type === "placed" && seen.answer.type === "unknown");
    return {
      faults: check(this.#seen, orders),
      acknowledged: this.#acknowledged,
      reads: this.#reads,
      pushes: this.#seen.filter(({ type }) => type === "pushed" || type === "book").length,
      unknown: unknown.length,
      orders: orders.length,
      commands,
    };
  }

  /** Ends all processes; nothing is left behind. */
  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await Promise.all(this.nodes.map(({ network }) => network.end()));
    await this.#database.end();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #openLog(): Promise<ClusterLog> {
    return openPostgresLog({
      url: this.#database.url,
      single: true,
      clock: systemClock,
      format: formatTag(),
      keyFingerprint: fingerprint(new Vault(this.#masterKey, systemRng).linkKey),
      answerWithinMs: 120_000,
    });
  }

  #note(seen: Observation): void {
    this.#seen.push(seen);
    if (seen.type === "read") {
      this.#reads++;
      this.#news.emit("read");
    }
    if (seen.type !== "placed" || seen.answer.type !== "acknowledged") return;
    this.#acknowledged++;
    this.#news.emit("acknowledged", seen.sentAt);
  }

  #attempted(node: NodeProcess, sentAt: number): void {
    this.#attempts.set(node, Math.max(sentAt, this.#attempts.get(node) ?? 0));
    this.#news.emit("attempted");
  }

  /** Every node that may answer was sent something since `at`, and what came of it is known. */
  async #feltFrom(at: number): Promise<void> {
    const isFelt = (node: NodeProcess) => !isThere(node) || (this.#attempts.get(node) ?? 0) >= at;
    while (!this.nodes.every(isFelt)) {
      if (this.#failure !== undefined) throw this.#failure;
      await once(this.#news, "attempted");
    }
  }

  /** Whoever waits for something hears it. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#news.emit("acknowledged", 0);
    this.#news.emit("attempted");
    this.#news.emit("read");
  }

  async #acknowledgedFrom(at: number): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const [sentAt] = (await once(this.#news, "acknowledged")) as [number];
      if (sentAt >= at) return;
    }
  }
}
