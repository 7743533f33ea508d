import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A network between a browser and a venue that can be taken away whole, and given back. */
export interface Gate {
  readonly address: string;
  /** Breaks all connections and lets none through until {@link mend}. */
  cut(): void;
  /** Lets nothing through and breaks nothing, as a network that has lost its way, until {@link mend}. */
  hold(): void;
  mend(): void;
  close(): void;
}

/** Passes connections on to a port of this machine. */
export async function openGate(port: number): Promise<Gate> {
  let isCut = false;
  let isHeld = false;
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  /**
   * Who knocked while nothing went through: the venue hears of them later, lest it tires of waiting for what
   * they ask.
   */
  const early = new Set<Socket>();
  /** The other end is gone, and nobody can have been told. */
  const orphans = new Set<Socket>();
  const join = (client: Socket): void => {
    const venue = connect(port, "127.0.0.1");
    for (const pair of [
      [client, venue],
      [venue, client],
    ] as const) {
      const [socket, other] = pair;
      pairs.add(pair);
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          pairs.delete(pair);
          orphans.delete(socket);
          if (isHeld) orphans.add(other);
          else other.destroy();
        });
      socket.pipe(other);
    }
  };
  const server = createServer((client) => {
    if (isCut) client.destroy();
    else if (isHeld) early.add(client.on("error", () => undefined));
    else join(client);
  });
  const cut = () => {
    isCut = true;
    for (const socket of [...sockets, ...early]) socket.destroy();
    early.clear();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold() {
      isHeld = true;
      for (const [socket, other] of pairs) socket.unpipe(other);
    },
    mend() {
      isCut = false;
      if (!isHeld) return;
      isHeld = false;
      for (const [socket, other] of pairs) if (!orphans.has(socket)) socket.pipe(other);
      for (const socket of orphans) socket.destroy();
      for (const client of early) join(client);
      early.clear();
    },
    close() {
      cut();
      server.close();
    },
  };
}
