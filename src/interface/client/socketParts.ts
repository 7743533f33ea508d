import type { Addresses } from "./addresses.ts";
import { VenueError } from "./failure.ts";
import type { OpenSocket } from "./openSocket.ts";
import { type Handshake, opened, sendsHeaders } from "./openSocket.ts";
import type { Nothing, Operation } from "./operation.ts";
import type { Reconnection } from "./reconnection.ts";
import type { Rest } from "./rest.ts";
import { RefusedForGood } from "./socketSession.ts";
import type { Timing } from "./timing.ts";
import { operations } from "./v2/generated/operations.ts";

/** The parts that both sockets need. */
export interface SocketParts {
  readonly addresses: Addresses;
  readonly openSocket: OpenSocket;
  readonly timeoutMs: number;
  readonly timing: Timing;
  readonly reconnection: Reconnection;
  readonly rest: Rest;
}

/** The subprotocol that is sent before the ticket; the venue never repeats the ticket. */
const SUBPROTOCOL = "outcry";

/** Opens a connection of market data. */
export function openPublic(parts: SocketParts, path: string): Promise<WebSocket> {
  return openAny(parts, path);
}

/**
 * Opens a connection at the present address, which is left for the next one when that fails, or when the
 * connection ends.
 */
async function openAny(
  { addresses, openSocket, timeoutMs }: SocketParts,
  path: string,
  handshake?: Handshake,
): Promise<WebSocket> {
  const address = addresses.current;
  const url = address.ws + path;
  try {
    const socket = await opened(openSocket(url, handshake), url, timeoutMs);
    socket.addEventListener("close", () => addresses.failed(address));
    return socket;
  } catch (error) {
    addresses.failed(address);
    throw error;
  }
}

/**
 * Opens a connection of the key's account. Every handshake is signed anew; where it cannot be signed, it
 * shows a ticket.
 *
 * @param question a signed request that is sent to learn why a handshake was refused
 */
export async function openPrivate(
  parts: SocketParts,
  path: string,
  question: Operation<Nothing, unknown>,
): Promise<WebSocket> {
  const { rest } = parts;
  const handshake = sendsHeaders()
    ? { headers: await rest.sign((timestamp) => timestamp + path, path) }
    : { protocols: await ticket(rest) };
  try {
    return await openAny(parts, path, handshake);
  } catch (error) {
    await explain(rest, question);
    throw error;
  }
}

/**
 * The subprotocols with a ticket, which is valid for this handshake. @throws RefusedForGood if the key is
 * refused
 */
async function ticket(rest: Rest): Promise<readonly string[]> {
  try {
    const { value } = await rest.ask(operations.account.socketTicket, {});
    return [SUBPROTOCOL, value.ticket];
  } catch (cause) {
    throw forGood(cause) ?? cause;
  }
}

/**
 * A refused handshake gives no reason, since WebSocket hides the answer. A REST request with the same key
 * does, and corrects the clock on the way.
 *
 * @throws RefusedForGood if the key is the reason
 */
async function explain(rest: Rest, question: Operation<Nothing, unknown>): Promise<void> {
  try {
    await rest.ask(question, {});
  } catch (cause) {
    const refused = forGood(cause);
    if (refused !== undefined) throw refused;
  }
}

/**
 * The error for a request that was refused because of its key; `undefined` if another attempt may succeed.
 */
function forGood(cause: unknown): RefusedForGood | undefined {
  if (!(cause instanceof VenueError) || cause.status >= 429) return undefined;
  return new RefusedForGood(`the private socket is refused: ${cause.code} ${cause.msg}`, { cause });
}
