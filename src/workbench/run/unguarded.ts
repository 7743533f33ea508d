import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Duplex } from "node:stream";
import { rootCertificates } from "node:tls";
import type { Certificates } from "./certificate.ts";
import type { EgressLog } from "./egressLog.ts";
import type { Running } from "./guard/guard.ts";
import type { Program } from "./guard/messages.ts";
import { exitCodeOf, notStarted } from "./programError.ts";
import { forgetTimeOf } from "./programTime.ts";
import { join, openStandIn } from "./standIn.ts";
import { inTime } from "./timeMap.ts";
import { type Trust, writeTrust } from "./trust.ts";

/** Printed before a program starts that no namespace guards. */
export const UNGUARDED_WARNING =
  "unguarded: the program has the network of this machine. Its hosts reach the venue, and others are refused, only as far as it takes a proxy from the environment (requests, httpx, curl, Go, axios and Java's own clients do; ws, aiohttp and most socket libraries do not). Whatever does not reaches the real host, with the real key";

interface UnguardedOptions {
  readonly hosts: readonly string[];
  readonly certificates: Certificates;
  readonly port: number;
  /** The program to start, given what it is to trust and the proxy's URL. */
  readonly program: (trust: Trust, proxy: string) => Program;
  readonly egress: EgressLog;
  readonly output: number | "inherit";
}

/** Starts the program with a proxy that stands in for the hosts and refuses all others. */
export function startUnguarded(options: UnguardedOptions): Running {
  const { certificates, program, output } = options;
  const directory = mkdtempSync(joinPath(tmpdir(), "outcry-run-"));
  // Without a guard the program may also call other hosts, so it keeps trusting the certificates that it
  // trusted before.
  const trust = writeTrust(directory, [certificates.authority, ...rootCertificates]);
  const proxy = openProxy(options);
  let child: ReturnType<typeof spawn> | undefined;
  let early: NodeJS.Signals | undefined;
  const run = async (): Promise<number> => {
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    if (early !== undefined) return exitCodeOf(early);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { command, environment, time } = program(trust, url);
    const [file, ...words] = command;
    child = spawn(file!, words, {
      stdio: ["inherit", output, output],
      env: inTime(environment, time),
    });
    const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
    const [code, signal] = await exit.catch((error: NodeJS.ErrnoException) => {
      throw notStarted(file!, error);
    });
    if (time !== undefined) forgetTimeOf(child.pid!);
    return code ?? exitCodeOf(signal!);
  };
  return {
    ended: run().finally(() => {
      proxy.close();
      proxy.closeAllConnections();
      rmSync(directory, { recursive: true, force: true });
    }),
    kill: (signal) => {
      if (child === undefined) early ??= signal;
      else child.kill(signal);
    },
  };
}

function openProxy({ hosts, certificates, port, egress }: UnguardedOptions): Server {
  const known = new Set(hosts);
  const toVenue = (): Socket => connect(port, "127.0.0.1");
  const standIn = openStandIn({
    certificates,
    toVenue,
    onTrust: (host) => egress.trusted(host),
    onDistrust: (host, reason) => egress.distrusted(host, reason),
  });
  const server = createServer((asked, answer) => {
    const url = urlOf(asked.url);
    if (url !== undefined && known.has(url.hostname)) return forward(asked, answer, url, port);
    egress.tried(url?.host ?? "unreadable", "proxy");
    answer.writeHead(403, { connection: "close" }).end("outcry run: no host but the venue's stand-ins\n");
  });
  server.on("connect", (asked: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket;
    const host = (asked.url ?? "").replace(/:\d+$/, "").toLowerCase();
    socket.on("error", () => undefined);
    if (!known.has(host)) {
      egress.tried(host, "proxy");
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) socket.unshift(head);
    if (asked.url?.endsWith(":80") === true) join(socket, toVenue());
    else standIn.secure(socket);
  });
  return server;
}

/** A request that names its host in full, as clients that use no tunnel send it. */
function forward(asked: IncomingMessage, answer: ServerResponse, url: URL, port: number): void {
  const headers = { ...asked.headers, host: url.host };
  const path = url.pathname + url.search;
  const onward = request({ host: "127.0.0.1", port, method: asked.method, path, headers }, (response) => {
    answer.writeHead(response.statusCode!, response.headers);
    response.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}

function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
