import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { WireError } from "../../../interface/wire/index.ts";
import { authenticate, authorize, checkAddress, checkValidity } from "../auth/authenticate.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { HostNames } from "../http/hosts.ts";
import type { Response } from "../http/respond.ts";
import { SAFETY_LINES } from "../http/safety.ts";
import type { Services } from "../serve.ts";

const NO_BODY = new Uint8Array(0);
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;

/** Refuses a host name that is not served (421). */
export function checkHost({ headers }: IncomingMessage, hosts: HostNames): void {
  if (!hosts.allows(headers.host)) throw new WireError("hostRefused");
}

/** The base64 of 16 bytes. */
const KEY = /^[A-Za-z0-9+/]{22}==$/;
/** RFC 6455's, and the last draft's, which is the same. */
const VERSIONS: readonly unknown[] = ["13", "8"];
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Refuses what is no handshake of RFC 6455 (400, 405), before anything is looked up or used up for it. */
export function checkHandshake({ method, headers }: IncomingMessage): void {
  if (method !== "GET") throw new WireError("methodNotAllowed", "Method not allowed: a handshake is a GET");
  const { "sec-websocket-key": key = "", "sec-websocket-version": version } = headers;
  if (!KEY.test(key)) throw malformed("Key", "the base64 of 16 bytes");
  if (!VERSIONS.includes(version)) throw malformed("Version", "13");
  const protocols = headers["sec-websocket-protocol"]?.split(",").map((name) => name.trim()) ?? [];
  if (new Set(protocols).size < protocols.length || !protocols.every((name) => TOKEN.test(name)))
    throw malformed("Protocol", "names, each once, with commas between them");
}

function malformed(header: string, rule: string): WireError {
  return new WireError("requestMalformed", `Bad Request: header "Sec-WebSocket-${header}" must be ${rule}`);
}

/**
 * Checks what a handshake must have besides: a User-Agent (403). A page of any site may connect, since
 * nothing that a browser sends by itself gives access: such a page gets only what its reader could get
 * anywhere.
 */
export function checkAgent({ headers }: IncomingMessage): void {
  if (headers["user-agent"] === undefined || headers["user-agent"] === "") {
    throw new WireError("handshakeRefused", 'Forbidden: header "User-Agent" is required');
  }
}

/**
 * Finds the key of a private connection: by the headers of a signed request, or by a ticket. The timestamp
 * and the path are signed: no method, no query, no body.
 */
export async function verifyHolder(
  services: Services,
  request: IncomingMessage,
  path: string,
): Promise<ApiKey> {
  const { authenticator, addresses } = services;
  const address = addresses.of(request);
  const { headers } = request;
  const ticket = ticketOf(headers);
  const key =
    ticket === undefined
      ? authenticate(authenticator, { headers, method: "", path, query: "", body: NO_BODY, address }).key
      : await holderOf(services, ticket, address);
  await admitHolder(services, key, address);
  return key;
}

/** Whether a handshake names no key: then the client may log in later, by a message. */
export function isUnsigned({ headers }: IncomingMessage): boolean {
  return headers["access-key"] === undefined && ticketOf(headers) === undefined;
}

/** Checks that the key which was verified may read the account. */
export async function admitHolder(
  { authenticator, risk }: Services,
  key: ApiKey,
  address: string,
): Promise<void> {
  const { account } = key;
  if (!account.known) await authenticator.keys.accounts.settled(account);
  risk.cameFrom(account, address);
  try {
    authorize(authenticator.keys.find(key.key) ?? key, "read", authenticator.now()); // it may have been disabled meanwhile
  } catch (cause) {
    if (cause instanceof WireError) risk.refused(account, cause);
    throw cause;
  }
}

/** The second subprotocol of a handshake: the only text of it that a web page can choose. */
function ticketOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers["access-key"] !== undefined) return undefined;
  return headers["sec-websocket-protocol"]?.split(",")[1]?.trim();
}

async function holderOf(
  { redeem, authenticator }: Services,
  ticket: string,
  address: string,
): Promise<ApiKey> {
  const key = authenticator.keys.find(await redeem(ticket, address));
  if (key === undefined) {
    throw new WireError(
      "keyUnknown",
      "Invalid ACCESS_KEY: the ticket is none, was used, is older than 10 s, or another address asked for it",
    );
  }
  checkValidity(key, authenticator.now());
  checkAddress(key, authenticator.now(), address);
  return key;
}

/**
 * The answer that refuses a handshake. Where REST refuses a signature with 400 it is 401 here; what is
 * malformed stays 400, and learns the version that is spoken.
 */
export function asHandshake(response: Response): Response {
  const { status, error, headers = [] } = response;
  const isMalformed = error?.kind === "requestMalformed";
  const spoken = isMalformed ? ["sec-websocket-version", "13"] : [];
  return {
    ...response,
    status: status === BAD_REQUEST && !isMalformed ? UNAUTHORIZED : status,
    headers: [...headers, ...spoken, "connection", "close"],
  };
}

/** Writes the answer that refuses a handshake, and ends its connection. */
export function refuseHandshake(stream: Duplex, { status, body, headers = [] }: Response): void {
  const fields = ["content-type", "application/json; charset=utf-8", ...headers];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${SAFETY_LINES}`;
  for (let i = 0; i < fields.length; i += 2) head += `${fields[i]}: ${fields[i + 1]}\r\n`;
  stream.once("finish", () => stream.destroy());
  stream.end(`${head}\r\n${body}`);
}
