import type { ApiVersion } from "../apiVersion.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { RequestHead } from "../http/requestHead.ts";
import type { Response } from "../http/respond.ts";
import type { Operation } from "../operation.ts";
import type { Services } from "../serve.ts";
import type { Connection, Liveness, Session } from "./connection.ts";

/** A version of the interface over WebSocket: its addresses, and how it encodes. */
export interface SocketVersion {
  /** The same version over REST; refusals of handshakes have its form. */
  readonly rest: ApiVersion;
  /** Its addresses, as refusals and faults name them. */
  readonly paths: readonly string[];
  /**
   * Whether a path is the public address or the private one; `undefined` if it is neither. A private
   * handshake needs the headers of a signed request; the timestamp and the path are signed.
   */
  accessAt(path: string): SocketAccess | undefined;
  /** Whether a handshake may have no User-Agent. */
  readonly takesAnyAgent?: true;
  /** @param access which of the two addresses the connection came to */
  liveness(access: SocketAccess): Liveness;
  /** Whether a private connection may come unsigned, and log in by a message. */
  logsIn?(services: Services): boolean;
  /** Serves a market from now on. @param ask answers requests that clients send as messages */
  open(services: Services, ask: Ask): OpenSocketVersion;
}

/** Answers a client's request to an operation as if it had come over HTTP; never rejects. */
export type Ask = (operation: Operation, head: RequestHead, body: Uint8Array) => Promise<Response>;

export type SocketAccess = "public" | "private";

/** How a connection was opened. */
export interface IncomingConnection {
  readonly access: SocketAccess;
  readonly address: string;
  /** The path that was asked for, with its query. */
  readonly target: string;
  /** The `User-Agent` of the handshake. */
  readonly agent: string | undefined;
  /** The key that signed the handshake of a private connection. */
  readonly holder: ApiKey | undefined;
  /** Binds the connection to the key of whoever has logged in on it: it ends when the key does. */
  admit(holder: ApiKey): void;
  /** Notes a refused message that asked for nothing that exists. */
  refused(response: Response): void;
}

/** A version of the interface, serving one market. */
export interface OpenSocketVersion {
  session(connection: Connection, entrance: IncomingConnection): Session;
  /** Stops following the market; every connection is closed by then. */
  close(): void;
}

/** Two addresses of a version. */
export function atPaths(
  paths: Readonly<Record<SocketAccess, string>>,
): Pick<SocketVersion, "paths" | "accessAt"> {
  return {
    paths: [paths.public, paths.private],
    accessAt: (path) => (path === paths.public ? "public" : path === paths.private ? "private" : undefined),
  };
}
