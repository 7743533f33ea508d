import type { IncomingMessage } from "node:http";
import { isLoopback, normalAddress } from "../addresses.ts";
import type { Route } from "../http/routes.ts";

/** An account that anybody at this machine may sign in with. */
export interface DemoAccount {
  readonly name: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/**
 * The header that the page sends. A page of another site cannot send it without a preflight, which the venue
 * never grants.
 */
const PAGE_HEADER = "outcry-page";

/** Headers that proxies set: with one of these, the request may come from another machine. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*)$/;

/**
 * `GET /demo-session`: the accounts whose keys the venue generated, so that its page can sign in without
 * asking.
 *
 * These are secrets, so only requests that certainly come from this machine are answered: both ends of the
 * connection are loopback, the request names the venue by a loopback name, no proxy has touched it, and the
 * page that sends it, if one does, is the venue's own. All others get 404, as if the route did not exist.
 *
 * @param accounts empty: the page signs in to nobody
 */
export function demoSession(accounts: readonly DemoAccount[]): Route {
  return {
    method: "GET",
    path: "/demo-session",
    serve(request, reply) {
      const isOpen = accounts.length > 0 && isAtThisMachine(request);
      const body = JSON.stringify(isOpen ? { accounts } : { accounts: [] });
      reply
        .writeHead(isOpen ? 200 : 404, {
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(body),
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        })
        .end(body);
    },
  };
}

/** Whether a request comes directly from the venue's page on this machine, or from a program on it. */
function isAtThisMachine({ headers, socket }: IncomingMessage): boolean {
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
