import type { ApiVersion } from "../apiVersion.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { Services } from "../serve.ts";
import type { Connection, Liveness, Session } from "./connection.ts";

/** A version of the interface over WebSocket: where it is, and how it speaks. */
export interface SocketVersion {
  /** The same version over REST: handshakes are refused in its form. */
  readonly rest: ApiVersion;
  readonly publicPath: string;
  /** Needs the headers of a signed request; what is signed is the timestamp and this path. */
  readonly privatePath: string;
  /** @param access which of the two addresses the connection came to */
  liveness(access: SocketAccess): Liveness;
  /** Whether a private connection may come unsigned, and log in by a message. */
  logsIn?(services: Services): boolean;
  /** Speaks for a market from now on. */
  open(services: Services): OpenSocketVersion;
}

export type SocketAccess = "public" | "private";

/** How a connection came in. */
export interface Entrance {
  readonly access: SocketAccess;
  readonly address: string;
  /** Whose key signed the handshake of a private connection. */
  readonly holder: ApiKey | undefined;
  /** Ends the connection with the key of whoever logged in on it. */
  admit(holder: ApiKey): void;
}

/** A version over one market. */
export interface OpenSocketVersion {
  session(connection: Connection, entrance: Entrance): Session;
  /** Follows the market no more; every connection is closed by then. */
  close(): void;
}
