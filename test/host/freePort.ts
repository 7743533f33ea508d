import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to whoever asks for any, and to the near ends of connections. So nobody else is given one of these between
 * two starts of a venue, as happens with a port that was free a moment ago.
 */
const FIRST = 20_000;
/** For each of the processes that run tests side by side. */
const PORTS = 1_000;

const first = FIRST + PORTS * (Number(process.env["VITEST_POOL_ID"] ?? 0) % 10);
let given = process.pid;

/** A port that nobody listens on, and that stays free for whoever asked for it. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < PORTS; i++) {
    const port = first + (given++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${first} on`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
