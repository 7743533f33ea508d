import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLoopback, normalAddress } from "../auth/addresses.ts";

/** An account that anybody at this machine may sign in with. */
export interface DemoAccount {
  readonly name: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** The page asks with it. Another page cannot send it without being asked first, and the venue never says yes. */
export const PAGE_HEADER = "outcry-page";

/** Set by proxies that stand in front: somebody else may be asking then. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

/**
 * `GET /demo-session`: the accounts that the venue made up itself, so that its page signs in without a question.
 *
 * These are secrets, so it answers only who is certainly at this machine: both ends of the connection are loopback, the
 * request names the venue by a loopback name, no proxy has touched it, and the page that asks, if one does, is the
 * venue's own. Everybody else is told 404, as if it did not exist.
 *
 * @param accounts none: nobody is signed in by itself
 */
export function addDemoSession(server: FastifyInstance, accounts: readonly DemoAccount[]): void {
  server.route({
    method: "GET",
    url: "/demo-session",
    schema: { hide: true } as object,
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const isOpen = accounts.length > 0 && isAtThisMachine(request.raw);
      const body = JSON.stringify(isOpen ? { accounts } : { accounts: [] });
      reply
        .hijack()
        .raw.writeHead(isOpen ? 200 : 404, {
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(body),
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        })
        .end(body);
    },
  });
}

/** Whether a request comes from this machine's own venue page, or from a program here, and through nobody. */
export function isAtThisMachine({ headers, socket }: IncomingMessage): boolean {
  for (const end of [socket.remoteAddress, socket.localAddress]) {
    if (!isLoopback(normalAddress(end ?? ""))) return false;
  }
  if (!isLoopbackAuthority(headers.host)) return false;
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
  if (headers[PAGE_HEADER] === undefined) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const { origin } = headers;
  return origin === undefined || origin === `http://${headers.host}`;
}

/** `localhost:8787`, `127.0.0.1:8787`, `[::1]:8787`. */
function isLoopbackAuthority(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
}
