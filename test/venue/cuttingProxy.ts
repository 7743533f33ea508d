import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A network that fails at the worst moment: the request has arrived, the answer has not. */
export interface CuttingProxy {
  readonly baseUrl: string;
  /** Loses so many of the next answers, each with its connection. */
  cut(answers: number): void;
  /** Answers lost so far. */
  readonly lost: number;
  close(): void;
}

/** Passes connections on to a port of this machine. */
export async function openProxy(port: number): Promise<CuttingProxy> {
  let left = 0;
  let lost = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const venue = connect(port, "127.0.0.1");
    for (const socket of [client, venue]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => venue.write(bytes)).on("close", () => venue.destroy());
    venue
      .on("data", (bytes) => {
        if (left === 0) {
          client.write(bytes);
          return;
        }
        left--;
        lost++;
        client.destroy();
      })
      .on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(answers) {
      left = answers;
    },
    get lost() {
      return lost;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
