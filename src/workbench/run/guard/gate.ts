import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { exitCodeOf, notStarted } from "../programError.ts";
import { forgetTimeOf } from "../programTime.ts";
import type { StandIn } from "../standIn.ts";
import { join as joined, openStandIn } from "../standIn.ts";
import { inTime } from "../timeMap.ts";
import type { FromGate, GateOrder, ToGate } from "./messages.ts";
import { serveNames } from "./names.ts";
import { bindMount, layOverNames, raiseLoopback, succeeds, unreachedCount } from "./network.ts";

/*
 * The gate: the process inside the guarded network that starts the user's program. For the program it is
 * every host that the venue stands in for, and every other address; the venue itself is outside, reached
 * through a socket in the file system.
 *
 *   program ── TLS, 443 ──▶ gate ── unix socket ──▶ outcry run ──▶ venue
 *           ── names, 53 ─▶  │
 *                            └── what it tried besides ──▶ outcry run (report)
 */

/** After `outcry run` has gone, the program has this long to end by itself, in ms. */
const GRACE_MS = 5_000;
const LAST_TURNS = 50;
const LAST_TURN_MS = 10;

/** Resolves when the message was sent. */
const send = (message: FromGate): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send!(message, () => resolve());
    else resolve();
  });

let program: ChildProcess | undefined;
/** A signal that comes before the program is started: it ends the run. */
let early: NodeJS.Signals | undefined;
const end = (signal: NodeJS.Signals): void => {
  if (program === undefined) early ??= signal;
  else program.kill(signal);
};
// A terminal sends these signals to all processes; the program decides what they mean, and the gate ends with
// it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const)
  process.on(signal, () => {
    if (program === undefined) end(signal);
  });
process.on("disconnect", () => {
  end("SIGTERM");
  void setTimeout(GRACE_MS).then(() => program?.kill("SIGKILL"));
});

const order = await new Promise<GateOrder>((resolve) => {
  process.on("message", (message: ToGate) => {
    if (message.type === "open") resolve(message);
    else end(message.signal);
  });
});
try {
  const standIn = await open(order);
  const before = unreachedCount();
  const code = early === undefined ? await runProgram(order) : exitCodeOf(early);
  // Messages of the program's last connections are sent before the end; processes that the program left
  // running are not waited for.
  for (let turn = 0; turn < LAST_TURNS && standIn.open > 0; turn++) await setTimeout(LAST_TURN_MS);
  const refused = unreachedCount() - before;
  if (refused > 0) await send({ type: "refused", times: refused });
  await send({ type: "ended", code });
} catch (error) {
  await send({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
}
// A killed `outcry run` cannot clean up.
if (!process.connected) {
  for (const directory of [order.directory, order.time?.pythonDirectory])
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
}
process.exit();

/** Makes the network and everything in it. */
async function open({
  hosts,
  certificates,
  directory,
  socket,
  port,
  bundles,
  authorityFile,
}: GateOrder): Promise<StandIn> {
  raiseLoopback();
  layOverNames(hosts, directory);
  for (const bundle of bundles) bindMount(bundle, authorityFile);
  const toVenue = (): Socket => connect(socket);
  const standIn = openStandIn({
    certificates,
    toVenue,
    onTrust: (host) => void send({ type: "trusted", host }),
    onDistrust: (host, reason) => void send({ type: "distrusted", host, reason }),
  });
  const known = new Set(["localhost", ...hosts]);
  await serveNames(known, (name) => void send({ type: "tried", host: name, attempt: "name" }));
  await listen(
    443,
    undefined,
    guarded(443, (client) => standIn.secure(client)),
  );
  await listen(
    80,
    undefined,
    guarded(80, (client) => joined(client, toVenue())),
  );
  for (const loopback of ["127.0.0.1", "::1"])
    await listen(port, loopback, (client) => joined(client, toVenue())).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error; // the machine may have no IPv6
      },
    );
  return standIn;
}

/** Accepts connections to hosts by name; a connection to any other address is reported and closed. */
function guarded(port: number, take: (client: Socket) => void): (client: Socket) => void {
  return (client) => {
    const address = client.localAddress?.replace(/^::ffff:/, "") ?? "";
    if (address === "::1" || address.startsWith("127.")) return take(client);
    const host = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
    void send({ type: "tried", host, attempt: "address" });
    client.on("error", () => undefined);
    client.destroy();
  };
}

/** Listens in the guarded network. @param host `undefined`: every address of either family */
async function listen(port: number, host: string | undefined, take: (client: Socket) => void): Promise<void> {
  const server: Server = createServer(take);
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
}

/** Resolves with the program's exit code. */
async function runProgram({ command, environment, time, user }: GateOrder): Promise<number> {
  const [file, ...words] = asUser(user, command);
  program = spawn(file!, words, { stdio: "inherit", env: inTime(environment, time) });
  try {
    await once(program, "spawn");
  } catch (error) {
    throw notStarted(command[0]!, error as NodeJS.ErrnoException);
  }
  const [code, signal] = (await once(program, "exit")) as [number | null, NodeJS.Signals | null];
  if (time !== undefined) forgetTimeOf(program.pid!);
  return code ?? exitCodeOf(signal!);
}

/**
 * In a user namespace the gate is root. A second namespace gives the program its user's own id back, and
 * none of the gate's powers over network and mounts. Where a second one cannot be made, the program sees
 * itself as root, but its files still belong to its user.
 */
function asUser(user: GateOrder["user"], command: readonly string[]): readonly string[] {
  if (user === undefined) return command;
  const nested = ["unshare", "--user", `--map-user=${user.uid}`, `--map-group=${user.gid}`, "--"] as const;
  return succeeds([...nested, "true"]) ? [...nested, ...command] : command;
}
