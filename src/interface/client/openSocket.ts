import { fieldsOf, listOf, optional, recordOf, requireArguments, textOf } from "../wire/argument.ts";
import { afterSilence, systemTiming } from "./timing.ts";

/** What is sent with a socket's handshake. */
export interface Handshake {
  /** Only runtimes outside browsers can send headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Subprotocols; the venue takes the first. */
  readonly protocols?: readonly string[];
}

/** Makes a socket that is still connecting. */
export type OpenSocket = (url: string, handshake?: Handshake) => WebSocket;

const text = textOf("text", /^/);
const SOCKET = {
  url: textOf("an address such as ws://127.0.0.1:8787/v2/ws/public", /^wss?:\/\/./),
  handshake: optional(fieldsOf({ headers: optional(recordOf(text)), protocols: optional(listOf(text)) })),
};

/** The runtime's own WebSocket. */
export const openSystemSocket: OpenSocket = (url, handshake = {}) => {
  requireArguments("openSystemSocket", SOCKET, [url, handshake]);
  const { headers, protocols = [] } = handshake;
  if (headers === undefined) return new WebSocket(url, [...protocols]);
  const WithHeaders = WebSocket as unknown as new (url: string, options: Handshake) => WebSocket;
  return new WithHeaders(url, { headers, protocols });
};

/**
 * Node.js accepts headers, and so do runtimes that identify as it. A browser would take them for
 * subprotocols.
 */
export function sendsHeaders(): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } };
  return process?.versions?.node !== undefined;
}

/** The connection failed, or the handshake was refused without a reason: the next attempt may succeed. */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
}

/** Resolves when the socket is open, rejects if it will not open. */
export function opened(socket: WebSocket, url: string, timeoutMs: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      settle();
      socket.close();
      reject(new NoConnectionError(`no connection to ${url}: ${why}`));
    };
    const open = (): void => {
      settle();
      resolve(socket);
    };
    const error = (event: Event): void =>
      fail((event as { message?: string }).message || "the venue refused it");
    const cancel = afterSilence(systemTiming, timeoutMs, () => fail(`none within ${timeoutMs} ms`));
    const settle = (): void => {
      cancel();
      socket.removeEventListener("open", open);
      socket.removeEventListener("error", error);
      socket.removeEventListener("close", error);
    };
    socket.addEventListener("open", open);
    socket.addEventListener("error", error);
    socket.addEventListener("close", error);
  });
}
