import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A network between a browser and a venue that can be taken away whole, and given back. */
export interface Gate {
  readonly address: string;
  /** Breaks all connections and lets none through until {@link mend}. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Passes connections on to a port of this machine. */
export async function openGate(port: number): Promise<Gate> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const venue = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [client, venue],
      [venue, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}
