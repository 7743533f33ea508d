import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer } from "node:net";

/**
 * Holds the port of a venue that was killed: every connection is reset at once, as by a port without a
 * listener, and counted.
 *
 * @param onAttempt called for each connection
 * @returns gives the port free again
 */
export async function holdRefusingPort(port: number, onAttempt: () => void): Promise<() => Promise<void>> {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.resetAndDestroy();
    onAttempt();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    server.close();
    await once(server, "close");
  };
}
