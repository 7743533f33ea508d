import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { createServer as createTlsServer } from "node:tls";
import type { Certificates } from "./certificate.ts";

/** Clients that do not complete a handshake within this time are disconnected, ms. */
const HANDSHAKE_MAX_MS = 10_000;

/**
 * The reason for a client that gave none: Node.js as a client checks the certificate after the handshake,
 * and closes without a reason; others open connections in reserve.
 */
export const SILENT = "went away without a request";

/** Takes TLS connections meant for a host, and passes them on to the venue, decrypted. */
export interface StandIn {
  /** Takes a connection whose client begins with a handshake. */
  secure(socket: Socket): void;
  /** How many connections have not ended. */
  readonly open: number;
}

interface StandInOptions {
  readonly certificates: Certificates;
  /** Opens a new connection to the venue. */
  readonly toVenue: () => Socket;
  /** Called for a connection over which a request came: its client trusts the certificate. */
  readonly onTrust: (host: string) => void;
  /** Called for a client that broke off the handshake, with the reason. */
  readonly onDistrust: (host: string, reason: string) => void;
}

/** Speaks only HTTP/1.1, as the venue does: a client that offers more learns it in the handshake. */
export function openStandIn({ certificates, toVenue, onTrust, onDistrust }: StandInOptions): StandIn {
  const { certificate, key } = certificates;
  let open = 0;
  const server = createTlsServer(
    { cert: certificate, key, ALPNProtocols: ["http/1.1"], handshakeTimeout: HANDSHAKE_MAX_MS },
    (socket) => {
      let isSilent = true;
      socket.once("data", () => {
        isSilent = false;
        onTrust(hostOf(socket));
      });
      socket.once("close", () => {
        open -= 1;
        if (isSilent) onDistrust(hostOf(socket), SILENT);
      });
      join(socket, toVenue());
    },
  );
  server.on(
    "tlsClientError",
    (error: NodeJS.ErrnoException & { readonly reason?: string }, socket: TLSSocket) => {
      // A connection that is closed again without a handshake, as probes do, is no sign of distrust.
      const host = hostOf(socket);
      if (error.code?.startsWith("ERR_SSL_") === true) onDistrust(host, error.reason ?? error.message);
      else if (host !== "") onDistrust(host, SILENT);
      open -= 1;
      socket.destroy();
    },
  );
  return {
    secure(socket) {
      open += 1;
      server.emit("connection", socket);
    },
    get open() {
      return open;
    },
  };
}

/**
 * The host name that the client asked for; Node.js gives `false` where it named none, though its types do not
 * say so.
 */
function hostOf(socket: TLSSocket): string {
  const { servername } = socket as { servername?: string | false };
  return typeof servername === "string" ? servername : "";
}

/** Joins two connections: what arrives at one is sent on by the other, and they end together. */
export function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay(true);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}
