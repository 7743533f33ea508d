import { VenueError } from "../failure.ts";
import type { OpenSocket } from "../openSocket.ts";
import { opened, sendsHeaders } from "../openSocket.ts";
import type { Reconnection } from "../reconnection.ts";
import type { Rest } from "../rest.ts";
import { RefusedForGood } from "../socketSession.ts";
import type { Timing } from "../timing.ts";
import { Channels } from "./channels.ts";
import { accountOperations } from "./operations.ts";

/** What the two sockets are made of. */
export interface SocketParts {
  /** "ws://127.0.0.1:8787" */
  readonly wsUrl: string;
  readonly openSocket: OpenSocket;
  readonly timeoutMs: number;
  readonly timing: Timing;
  readonly reconnection: Reconnection;
  readonly rest: Rest;
  /** The private channels are those of the key's paper account. */
  readonly paper: boolean;
}

const PUBLIC = "/v2/ws/public";
const PRIVATE = "/v2/ws/private";
/** Named before the ticket, which the venue never repeats. */
const SUBPROTOCOL = "outcry";

/** The socket of market data. */
export function publicSocket({ wsUrl, openSocket, timeoutMs, timing, reconnection }: SocketParts): Channels {
  const url = wsUrl + PUBLIC;
  const connect = () => opened(openSocket(url), url, timeoutMs);
  return new Channels(PUBLIC, { connect, timing, reconnection });
}

/** The socket of the key's account. Every handshake is signed anew, or where it cannot be, shows a ticket. */
export function privateSocket(parts: SocketParts): Channels {
  const { wsUrl, openSocket, timeoutMs, timing, reconnection, rest } = parts;
  const url = wsUrl + PRIVATE;
  const connect = async (): Promise<WebSocket> => {
    const handshake = sendsHeaders()
      ? { headers: await signedHeaders(rest) }
      : { protocols: await ticket(rest) };
    const socket = openSocket(url, handshake);
    try {
      return await opened(socket, url, timeoutMs);
    } catch (error) {
      await explain(rest);
      throw error;
    }
  };
  return new Channels(PRIVATE, { connect, timing, reconnection }, parts.paper ? "sim." : "");
}

function signedHeaders(rest: Rest): Promise<Readonly<Record<string, string>>> {
  return rest.sign((timestamp) => timestamp + PRIVATE, PRIVATE);
}

/** Subprotocols that show a ticket, which is good for this handshake. @throws RefusedForGood when the key is no good */
async function ticket(rest: Rest): Promise<readonly string[]> {
  try {
    const { value } = await rest.ask(accountOperations.socketTicket, {});
    return [SUBPROTOCOL, value.ticket];
  } catch (cause) {
    throw forGood(cause) ?? cause;
  }
}

/**
 * A refused handshake does not say why: WebSocket keeps the answer to itself. A request with the same key does, and corrects
 * the clock on the way.
 *
 * @throws RefusedForGood when the key is the reason
 */
async function explain(rest: Rest): Promise<void> {
  try {
    await rest.ask(accountOperations.settings, {});
  } catch (cause) {
    const refused = forGood(cause);
    if (refused !== undefined) throw refused;
  }
}

/** What to throw where a request was refused for what its key is; `undefined` for what may pass. */
function forGood(cause: unknown): RefusedForGood | undefined {
  if (!(cause instanceof VenueError) || cause.status >= 429) return undefined;
  return new RefusedForGood(`the private socket is refused: ${cause.code} ${cause.msg}`, { cause });
}
