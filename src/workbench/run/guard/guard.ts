import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { fileURLToPath } from "node:url";
import { workerUrl } from "../../../kernel/host/packageFiles.ts";
import type { Certificates } from "../certificate.ts";
import type { EgressLog } from "../egressLog.ts";
import { exitCodeOf, ProgramError } from "../programError.ts";
import { join } from "../standIn.ts";
import { type Trust, writeTrust } from "../trust.ts";
import type { FromGate, GateOrder, Program, ToGate } from "./messages.ts";

/** A network for the program that contains nothing but the venue. docs/run.md */

/**
 * Files in which a system keeps trusted certificates that no environment variable overrides: Debian, Fedora,
 * Alpine.
 */
const SYSTEM_BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** How this user can make namespaces of network and mounts. */
export interface Namespaces {
  readonly words: readonly [string, ...string[]];
  /** Whether the gate is root of a user namespace, and not of the machine. */
  readonly mapsUsers: boolean;
}

const OF_ROOT: Namespaces = { words: ["unshare", "--net", "--mount", "--"], mapsUsers: false };
const OF_USERS: Namespaces = {
  words: ["unshare", "--user", "--map-root-user", "--net", "--mount", "--"],
  mapsUsers: true,
};

/** How this user can make namespaces here; a sentence that says what to do where none can be made. */
export function namespacesHere(): Namespaces | string {
  if (process.platform !== "linux") return `namespaces are Linux's, and this is ${process.platform}`;
  const isRoot = process.getuid!() === 0;
  let refusal = "";
  for (const way of isRoot ? [OF_ROOT, OF_USERS] : [OF_USERS]) {
    // A mount is tried, too: some systems let anybody make a namespace, but allow nothing in it.
    const [file, ...words] = [...way.words, "mount", "-t", "tmpfs", "none", tmpdir()];
    const { status, stderr, error } = spawnSync(file!, words, { encoding: "utf8" });
    if (status === 0) return way;
    refusal ||= error === undefined ? stderr.trim() : "unshare (util-linux) is not installed";
  }
  return `this system gives no namespaces of network and mounts (${refusal}). ${REMEDY}`;
}

const REMEDY =
  "Where user namespaces are switched off: sysctl kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), kernel.unprivileged_userns_clone=1 (older Debian), user.max_user_namespaces above 0; in a container --cap-add SYS_ADMIN with --security-opt seccomp=unconfined and apparmor=unconfined; or run as root";

export interface GuardOptions {
  readonly namespaces: Namespaces;
  readonly hosts: readonly string[];
  readonly certificates: Certificates;
  readonly bundles: readonly string[];
  readonly port: number;
  /** The program to start, given what it is to trust. */
  readonly program: (trust: Trust) => Program;
  readonly egress: EgressLog;
  readonly output: number | "inherit";
}

/** A program that was started, guarded or not. */
export interface Running {
  /** Resolves with its exit code; 128 + n if signal n ended it. Rejects if it could not be started. */
  readonly ended: Promise<number>;
  /** Passes a signal on; one that comes before the program was started ends the run without it. */
  kill(signal: NodeJS.Signals): void;
}

/** Starts the gate, which starts the program. */
export function startGuarded(options: GuardOptions): Running {
  const { namespaces, hosts, certificates, bundles, port, program, egress, output } = options;
  const directory = temporaryDirectory();
  const trust = writeTrust(directory, [certificates.authority]);
  const socket = joinPath(directory, "venue");
  const order: GateOrder = {
    type: "open",
    hosts,
    certificates,
    authorityFile: trust.authorityFile,
    bundles: [...SYSTEM_BUNDLES, ...bundles],
    directory,
    socket,
    port,
    user: namespaces.mapsUsers ? { uid: process.getuid!(), gid: process.getgid!() } : undefined,
    ...program(trust),
  };
  const [file, ...words] = namespaces.words;
  const entry = fileURLToPath(workerUrl(import.meta.url, "./gate"));
  const server = createServer((client) => join(client, connect(port, "127.0.0.1")));
  let gate: ChildProcess | undefined;
  let early: NodeJS.Signals | undefined;
  const run = async (): Promise<number> => {
    await opened(server, socket);
    if (early !== undefined) return exitCodeOf(early);
    gate = spawn(file, [...words, process.execPath, entry], {
      stdio: ["inherit", output, output, "ipc"],
      // The rest of the user's environment is for the program, not for the gate's Node.js.
      env: { PATH: order.environment["PATH"] },
    });
    gate.send(order satisfies ToGate);
    return await outcomeOf(gate, egress);
  };
  return {
    ended: run().finally(() => {
      server.close();
      rmSync(directory, { recursive: true, force: true });
    }),
    kill: (signal) => {
      if (gate === undefined) early ??= signal;
      // A gate that is just ending takes no message any more, and needs none.
      else if (gate.connected) gate.send({ type: "signal", signal } satisfies ToGate, () => undefined);
    },
  };
}

async function outcomeOf(gate: ChildProcess, egress: EgressLog): Promise<number> {
  let code: number | undefined;
  let failure: string | undefined;
  gate.on("message", (message: FromGate) => {
    switch (message.type) {
      case "tried":
        egress.tried(message.host, message.attempt);
        break;
      case "refused":
        egress.refused(message.times);
        break;
      case "trusted":
        egress.trusted(message.host);
        break;
      case "distrusted":
        egress.distrusted(message.host, message.reason);
        break;
      case "ended":
        code = message.code;
        break;
      case "failed":
        failure = message.reason;
        break;
    }
  });
  await once(gate, "close");
  if (code !== undefined) return code;
  throw new ProgramError(failure ?? "the guarded network ended before the program did");
}

async function opened(server: Server, socket: string): Promise<void> {
  server.listen(socket);
  await once(server, "listening");
}

/**
 * A directory whose files others can read (the program may run as another user), but only its owner can reach
 * the venue's socket.
 */
function temporaryDirectory(): string {
  const directory = mkdtempSync(joinPath(tmpdir(), "outcry-run-"));
  chmodSync(directory, 0o755);
  return directory;
}
