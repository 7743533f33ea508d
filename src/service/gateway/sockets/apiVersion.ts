import type { ApiVersion } from "../apiVersion.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { RequestHead } from "../http/requestHead.ts";
import type { Response } from "../http/respond.ts";
import type { Operation } from "../operation.ts";
import type { Services } from "../serve.ts";
import type { Connection, Liveness, Session } from "./connection.ts";

/** A version of the interface over WebSocket: where it is, and how it encodes. */
export interface SocketVersion {
  /** The same version over REST: handshakes are refused in its form. */
  readonly rest: ApiVersion;
  /** Where it is, as refusals and faults name it. */
  readonly paths: readonly string[];
  /**
   * Which of the two addresses a path is, `undefined` if none. A private one needs the headers of a signed
   * request; what is signed is the timestamp and the path.
   */
  accessAt(path: string): SocketAccess | undefined;
  /** Whether a handshake may come without a User-Agent. */
  readonly takesAnyAgent?: true;
  /** @param access which of the two addresses the connection came to */
  liveness(access: SocketAccess): Liveness;
  /** Whether a private connection may come unsigned, and log in by a message. */
  logsIn?(services: Services): boolean;
  /** Serves a market from now on. @param ask what clients ask for by message */
  open(services: Services, ask: Ask): OpenSocketVersion;
}

/** Has a client's request to an operation answered as one of HTTP is; never rejects. */
export type Ask = (operation: Operation, head: RequestHead, body: Uint8Array) => Promise<Response>;

export type SocketAccess = "public" | "private";

/** How a connection came in. */
export interface Entrance {
  readonly access: SocketAccess;
  readonly address: string;
  /** What was asked for, with its query. */
  readonly target: string;
  /** The `User-Agent` of the handshake. */
  readonly agent: string | undefined;
  /** Whose key signed the handshake of a private connection. */
  readonly holder: ApiKey | undefined;
  /** Ends the connection with the key of whoever logged in on it. */
  admit(holder: ApiKey): void;
  /** Notes a message that was refused as one for nothing that there is. */
  refused(response: Response): void;
}

/** A version over one market. */
export interface OpenSocketVersion {
  session(connection: Connection, entrance: Entrance): Session;
  /** Follows the market no more; every connection is closed by then. */
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
