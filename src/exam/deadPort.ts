import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer } from "node:net";

/**
 * The port of a venue that has been killed: every connection is reset at once, as a port without a listener does it, and counted, which such a port does not.
 *
 * @param onAttempt called for each
 * @returns gives the port free again
 */
export async function holdDeadPort(port: number, onAttempt: () => void): Promise<() => Promise<void>> {
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
