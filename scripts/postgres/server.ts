import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { User } from "./user.ts";

const run = promisify(execFile);

/** What the servers of one cluster share. */
export interface ServerPlace {
  /** Holds `bin`, `lib`, `share`. */
  readonly binaries: string;
  /** The cluster's folder: data and sockets lie below. */
  readonly folder: string;
  readonly user: User;
  /** Password of the role `outcry`, which owns all. */
  readonly password: string;
}

/** Settings by name, as `postgresql.conf` has them. */
export type Settings = Readonly<Record<string, string>>;

/** Enough for a venue to be tried with: small, and everything that durability hangs on is on. */
const SETTINGS: Settings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "16MB",
  wal_receiver_status_interval: "1s",
  wal_retrieve_retry_interval: "100ms",
  max_wal_size: "256MB",
  log_min_messages: "warning",
};
const READY = "is ready to accept";
/** Time between two looks at whether processes that were killed have ended, ms. */
const LOOK_MS = 20;
/** Characters of a server's log that a message has when it does not start. */
const SAID_MAX_CHARACTERS = 8_000;

/**
 * One PostgreSQL: a data directory, a socket `.s.PGSQL.5432` in a folder of its own, and a process while it
 * runs. It listens nowhere else, so it needs no port; whoever wants one puts a proxy before it, or says
 * `tcpPort`.
 */
export class PostgresServer {
  readonly name: string;
  /** The folder with its socket, and what its clients name as the host. */
  readonly socket: string;
  readonly data: string;
  /** Where it listens on 127.0.0.1 from its next start on; its socket then has that number, too. */
  tcpPort: number | undefined;
  readonly #place: ServerPlace;
  #process: ChildProcess | undefined;
  #said = "";

  private constructor(name: string, place: ServerPlace) {
    this.name = name;
    this.#place = place;
    this.socket = join(place.folder, name);
    this.data = join(this.socket, "data");
    mkdirSync(this.socket, { mode: 0o700 });
    this.#own(this.socket);
  }

  /** A server with a new, empty database. */
  static async init(
    name: string,
    place: ServerPlace,
    options: readonly string[] = [],
  ): Promise<PostgresServer> {
    const server = new PostgresServer(name, place);
    const passwordFile = join(server.socket, "password");
    writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 });
    server.#own(passwordFile);
    const fixed = ["--username=outcry", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"];
    const args = [
      `--pgdata=${server.data}`,
      `--pwfile=${passwordFile}`,
      "--wal-segsize=4",
      ...fixed,
      ...options,
    ];
    await run(join(place.binaries, "bin/initdb"), args, { ...place.user, cwd: server.socket });
    return server;
  }

  /** A server that begins with a copy of this one's data. This one must not run, and may never have run. */
  copy(name: string): PostgresServer {
    const copy = new PostgresServer(name, this.#place);
    copy.renewFrom(this);
    return copy;
  }

  /**
   * Makes its data a copy of another server's; neither may run. With the data of a standby it is a standby,
   * of the same primary.
   */
  renewFrom({ data }: PostgresServer): void {
    rmSync(this.data, { recursive: true, force: true });
    cpSync(data, this.data, { recursive: true, preserveTimestamps: true });
    const { uid, gid } = this.#place.user;
    if (uid !== undefined) execFileSync("chown", ["-R", `${uid}:${gid}`, this.data]);
  }

  /** Makes it follow another server, as its standby of this name; a running one turns to it. */
  async follow(primary: PostgresServer): Promise<void> {
    writeFileSync(join(this.data, "standby.signal"), "");
    this.#own(join(this.data, "standby.signal"));
    const { password } = this.#place;
    const source = `host=${primary.socket} user=outcry password=${password} application_name=${this.name}`;
    await this.set({ primary_conninfo: source });
  }

  /** Adds to its settings; a running one reads them at once, though some count only from its next start. */
  async set(settings: Settings): Promise<void> {
    const file = join(this.data, "postgresql.auto.conf");
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    writeFileSync(file, lines.join(""), { flag: "a" });
    this.#own(file);
    if (this.#process !== undefined) await this.#control("reload");
  }

  /** Resolves once it takes connections. @throws Error with what it said when it does not */
  async start(): Promise<void> {
    const settings = Object.entries({
      ...{ ...SETTINGS, unix_socket_directories: this.socket },
      ...(this.tcpPort !== undefined && { listen_addresses: "127.0.0.1", port: String(this.tcpPort) }),
    });
    const args = ["-D", this.data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    const { binaries, user } = this.#place;
    const child = spawn(join(binaries, "bin/postgres"), args, {
      ...user,
      cwd: this.socket,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = child;
    process.once("exit", this.#killNow);
    child.once("exit", () => {
      process.off("exit", this.#killNow);
      if (this.#process === child) this.#process = undefined;
    });
    child.stderr.setEncoding("utf8");
    await new Promise<void>((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (text: string) => {
        this.#said = `${this.#said}${text}`.slice(-SAID_MAX_CHARACTERS);
        said = `${said}${text}`.slice(-SAID_MAX_CHARACTERS);
        if (said.includes(READY)) resolve();
      });
      child.once("error", reject);
      child.once("close", (code) =>
        reject(new Error(`PostgreSQL ${this.name} ended with code ${code}:\n${said}`)),
      );
    });
  }

  /** Id of the process that the server's others are children of; undefined while it does not run. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Ends it in order: what it has is on disk, and standbys have received it. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.resume();
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  }

  /** Ends it as a power cut does: none of its processes does anything more. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const ended = once(child, "exit");
    const killed = this.#killNow();
    await ended;
    while (processes().some(({ pid, state }) => killed.includes(pid) && !state.startsWith("Z")))
      await setTimeout(LOOK_MS);
  }

  /** Stops all its processes where they are, until `resume`. Whoever talks to it waits. */
  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  /** Makes a standby a primary; resolves once it takes writes. */
  async promote(): Promise<void> {
    await this.#control("promote");
  }

  /** What it wrote to its log last. */
  said(): string {
    return this.#said;
  }

  async #control(action: string): Promise<void> {
    const { binaries, user } = this.#place;
    await run(join(binaries, "bin/pg_ctl"), [action, "-D", this.data, "-w", "-t", "300"], {
      ...user,
      cwd: this.socket,
    });
  }

  /**
   * Sends a signal to the server first, so that it starts no more processes, then to its children. @returns
   * all of them
   */
  #signal(signal: "SIGSTOP" | "SIGCONT"): readonly number[] {
    const pid = this.#process?.pid;
    if (pid === undefined) return [];
    sendTo(pid, signal);
    if (signal === "SIGSTOP") while (isBusy(pid));
    const children = processes().filter(({ parent }) => parent === pid);
    for (const child of children) sendTo(child.pid, signal);
    return [pid, ...children.map((child) => child.pid)];
  }

  /**
   * Kills all of the server's processes. They are stopped before, since those of a server that has been
   * killed are nobody's children any more. @returns whom it has killed
   */
  readonly #killNow = (): readonly number[] => {
    const all = this.#signal("SIGSTOP");
    for (const pid of all.toReversed()) sendTo(pid, "SIGKILL");
    return all;
  };

  #own(path: string): void {
    const { uid, gid } = this.#place.user;
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it has just ended
  }
}

/** Whether it has not ended and has not stopped yet: it may be about to start another one. */
function isBusy(pid: number): boolean {
  return processes().some((each) => each.pid === pid && !/^[TZ]/.test(each.state));
}

/**
 * All processes of this machine; those that have ended and whose parent has not asked for their end are in
 * state Z.
 */
function processes(): readonly { readonly pid: number; readonly parent: number; readonly state: string }[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, parent, state = ""] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), state };
    });
}
