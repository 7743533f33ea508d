import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { createServer as createTlsServer } from "node:tls";
import type { Certificates } from "./certificate.ts";

/** Clients that do not get through a handshake in this time are cut off. */
const HANDSHAKE_MAX_MS = 10_000;

/** Node.js checks the certificate when the handshake is complete, and gives no reason when it closes. */
const SILENT = "went away without a request";

/** Takes connections that were meant for a host over TLS, decrypted ones to the venue. */
export interface StandIn {
  /** A connection whose client begins with a handshake. */
  secure(socket: Socket): void;
  /** How many of those have not ended. */
  readonly open: number;
}

interface StandInOptions {
  readonly certificates: Certificates;
  /** A new connection to the venue. */
  readonly toVenue: () => Socket;
  /** Told of a client that broke the handshake off, and why. */
  readonly onDistrust: (host: string, reason: string) => void;
}

/** Speaks HTTP/1.1 alone, as the venue does: whoever offers more is told so in the handshake. */
export function openStandIn({ certificates, toVenue, onDistrust }: StandInOptions): StandIn {
  const { certificate, key } = certificates;
  let open = 0;
  const server = createTlsServer(
    { cert: certificate, key, ALPNProtocols: ["http/1.1"], handshakeTimeout: HANDSHAKE_MAX_MS },
    (socket) => {
      let isSilent = true;
      socket.once("data", () => {
        isSilent = false;
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
      // One that is opened and closed again without a handshake, as a probe does, distrusts nobody.
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

/** The name that the client asked for; `false` where it named none, though the types do not say so. */
function hostOf(socket: TLSSocket): string {
  const { servername } = socket as { servername?: string | false };
  return typeof servername === "string" ? servername : "";
}

/** Two connections as one: what comes in here goes out there, and they end together. */
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
