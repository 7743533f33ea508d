import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** A server in a thread of its own, which answers the one request to it while whoever asked stands still. */

/** What has happened, as places of a shared array: 0, or 1 once it has. */
export const ASKED = 0;
export const STANDS = 1;
export const ANSWERED = 2;

/** Notes that something has happened. */
export function note(cells: Int32Array, place: number): void {
  Atomics.store(cells, place, 1);
  Atomics.notify(cells, place);
}

if (parentPort !== null) {
  const cells = workerData as Int32Array;
  const server = createServer((_request, response) => {
    note(cells, ASKED);
    Atomics.wait(cells, STANDS, 0);
    response.end('{"timestamp":1}', () => note(cells, ANSWERED));
  });
  server.listen(0, "127.0.0.1", () => parentPort!.postMessage((server.address() as AddressInfo).port));
}
