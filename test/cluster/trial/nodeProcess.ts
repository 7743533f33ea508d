import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Key } from "../../venue/stamp.ts";
import type { NodeNetwork } from "./network.ts";

const MAIN = join(import.meta.dirname, "../../../dist/program/main.js");
/** Characters of what a node says that a message has when it does not start. */
const SAID_MAX_CHARACTERS = 4_000;
/** What it ends with where no server of the database answers it at its start. */
const UNREACHED = "no server takes writes";

/** What all nodes of a trial are started with. */
export interface NodePlan {
  /** URL of the database, over a node's network. */
  readonly urlOver: (network: NodeNetwork) => string;
  readonly leaseMs: number;
  readonly masterKey: string;
  /** Below it each node has its data. */
  readonly folder: string;
  /** Further words for `serve`. */
  readonly serve?: readonly string[];
  /** A node has ended that nobody ended. */
  readonly onEnd: (error: Error) => void;
}

/** The line that `--ready-json` prints. */
interface Ready {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly accounts: readonly (Key & { readonly name: string })[];
  readonly adminToken: string;
  readonly controlUrl: string;
}

export type NodeState = "starting" | "leads" | "follows" | "paused" | "dead" | "silent";

/** A node of the cluster as a process, on the same port whenever it runs. */
export class NodeProcess {
  readonly name: string;
  readonly network: NodeNetwork;
  readonly #plan: NodePlan;
  #process: ChildProcess | undefined;
  #ready: Ready | undefined;
  #isPaused = false;
  #isEnding = false;
  #said = "";
  /** As its status said last. */
  #shown: { readonly state: string; readonly seq: number } | undefined;

  constructor(name: string, network: NodeNetwork, plan: NodePlan) {
    this.name = name;
    this.network = network;
    this.#plan = plan;
  }

  /** Once it was ready for the first time. */
  get baseUrl(): string {
    return this.#ready!.baseUrl;
  }

  get wsUrl(): string {
    return this.#ready!.wsUrl;
  }

  get accounts(): Ready["accounts"] {
    return this.#ready!.accounts;
  }

  get state(): NodeState {
    if (this.#isPaused) return "paused";
    if (this.#process === undefined) return "dead";
    if (this.#shown === undefined) return "starting";
    if (this.#shown.state === "running") return "leads";
    return this.#shown.state === "following" ? "follows" : "silent";
  }

  /** The last command that it has executed, as far as it was asked. */
  get seq(): number {
    return this.#shown?.seq ?? 0;
  }

  /**
   * Resolves when it answers. One that has not reached the database in time is started again, as a service
   * manager does.
   *
   * @throws Error with what it said when it ends for another reason
   */
  async start(): Promise<void> {
    for (;;) {
      try {
        await this.#startOnce();
        return;
      } catch (error) {
        if (!this.#said.includes(UNREACHED)) throw error;
      }
    }
  }

  async #startOnce(): Promise<void> {
    this.#said = "";
    const { urlOver, leaseMs, masterKey, folder, serve = [] } = this.#plan;
    const data = join(folder, this.name);
    mkdirSync(data, { recursive: true });
    const words = ["--cluster", urlOver(this.network), "--lease", String(leaseMs), "--data", data, ...serve];
    const { advertised, listens, serves } = this.network;
    const reached = ["--advertise", `127.0.0.1:${advertised}`, "--cluster-listen", `127.0.0.1:${listens}`];
    const fixed = ["--port", String(serves), "--ready-json", "--exit-with-parent"];
    const child = spawn(process.execPath, [MAIN, "serve", ...words, ...reached, ...fixed], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, OUTCRY_MASTER_KEY: masterKey },
    });
    this.#process = child;
    let line = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#said = `${this.#said}${text}`.slice(-SAID_MAX_CHARACTERS);
    });
    const ended = once(child, "exit").then(([code, signal]) => {
      if (this.#process !== child) return;
      this.#process = undefined;
      this.#shown = undefined;
      if (this.#isEnding || line === "") return;
      this.#plan.onEnd(new Error(`node ${this.name} ended by itself (${code ?? signal}):\n${this.#said}`));
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        line += text;
        if (line.includes("\n")) resolve();
      });
      ended.then(() => reject(new Error(`node ${this.name} ended:\n${this.#said}`)), reject);
    });
    this.#ready = JSON.parse(line) as Ready;
    await this.look();
  }

  /** Asks it what it does; a node that does not answer says nothing. */
  async look(): Promise<void> {
    const ready = this.#ready;
    if (ready === undefined || this.#process === undefined || this.#isPaused) return;
    try {
      const response = await fetch(`${ready.controlUrl}/control/status`, {
        headers: { authorization: `Bearer ${ready.adminToken}` },
      });
      const { state, durableSeq } = (await response.json()) as { state: string; durableSeq: number };
      if (this.#process !== undefined) this.#shown = { state, seq: durableSeq };
    } catch {
      this.#shown = undefined; // it has just died, or is about to
    }
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    this.resume();
    await this.#end("SIGTERM");
  }

  pause(): void {
    this.#isPaused = this.#process?.kill("SIGSTOP") === true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#process?.kill("SIGCONT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const ended = once(child, "exit");
    this.#isEnding = true;
    child.kill(signal);
    await ended;
    this.#isEnding = false;
    this.#isPaused = false;
  }
}
