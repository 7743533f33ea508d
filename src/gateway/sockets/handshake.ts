import type { IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { WireError } from "../../wire/index.ts";
import { authenticate, authorize } from "../auth/authenticate.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { HostNames } from "../http/hosts.ts";
import type { Response } from "../http/respond.ts";
import type { Services } from "../serve.ts";

const NO_BODY = new Uint8Array(0);
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;

/** Refuses a host name that is not served (421). */
export function checkHost({ headers }: IncomingMessage, hosts: HostNames): void {
  if (!hosts.allows(headers.host)) throw new WireError("hostRefused");
}

/**
 * Checks what every handshake must satisfy: a User-Agent (403), no page of another site behind it (403: a browser would
 * let any page listen in).
 */
export function checkHandshake({ headers }: IncomingMessage, hosts: HostNames): void {
  if (headers["user-agent"] === undefined || headers["user-agent"] === "") {
    throw new WireError("handshakeRefused", 'Forbidden: header "User-Agent" is required');
  }
  const { origin } = headers;
  if (origin !== undefined && !hosts.allows(hostOf(origin))) {
    throw new WireError("handshakeRefused", "Forbidden: pages of this origin may not connect");
  }
}

/** Host and port of an `Origin` header; of one that has none ("null", nonsense) a name that nobody serves. */
function hostOf(origin: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/]+)$/i.exec(origin)?.[1] ?? ".";
}

/**
 * Verifies whose private connection it will be, by the headers of a signed request. Signed is the timestamp and the path:
 * no method, no query, no body.
 */
export async function verifyHolder(
  { authenticator, risk, addresses }: Services,
  request: IncomingMessage,
  path: string,
): Promise<ApiKey> {
  const address = addresses.of(request);
  const { headers } = request;
  const unverified = { headers, method: "", path, query: "", body: NO_BODY, address };
  const { key } = authenticate(authenticator, unverified);
  const { account } = key;
  if (!account.known) await authenticator.keys.accounts.settled(account);
  risk.cameFrom(account, address);
  try {
    authorize(authenticator.keys.find(key.key) ?? key, "read"); // it may have been disabled meanwhile
  } catch (cause) {
    if (cause instanceof WireError) risk.refused(account, cause);
    throw cause;
  }
  return key;
}

/**
 * The answer that refuses a handshake: what REST refuses with 400 because of who sent it is a 401 here, since there is
 * nothing else in a handshake that could be wrong.
 */
export function asHandshake(response: Response): Response {
  const { status, headers = [] } = response;
  return {
    ...response,
    status: status === BAD_REQUEST ? UNAUTHORIZED : status,
    headers: [...headers, "connection", "close"],
  };
}

/** Writes the answer that refuses a handshake, and ends its connection. */
export function refuseHandshake(stream: Duplex, { status, body, headers = [] }: Response): void {
  const fields = ["content-type", "application/json; charset=utf-8", ...headers];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  for (let i = 0; i < fields.length; i += 2) head += `${fields[i]}: ${fields[i + 1]}\r\n`;
  stream.once("finish", () => stream.destroy());
  stream.end(`${head}\r\n${body}`);
}
