import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to whoever asks for any, and to the near ends of connections. So nobody
 * else is given one of these between two starts of a venue, as happens with a port that was free a moment
 * ago.
 */
const [FIRST, END] = [20_000, 32_000];
/** How many a process that runs tests has for itself: it listens on the first of them as long as it lives. */
const BLOCK = 100;

let own: Promise<number> | undefined;
let given = 0;

/**
 * A port that nobody listens on, and that stays free for whoever asked for it, however many test runs there
 * are on this machine.
 */
export async function freePort(): Promise<number> {
  own ??= ownBlock();
  const first = await own;
  for (let i = 0; i < BLOCK; i++) {
    const port = first + 1 + (given++ % (BLOCK - 1));
    const server = await listenOn(port);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`no port is free from ${first} on`);
}

/** The first port of a block that no other process has. */
async function ownBlock(): Promise<number> {
  for (let first = FIRST; first < END; first += BLOCK) {
    const server = await listenOn(first);
    if (server === undefined) continue;
    server.unref();
    return first;
  }
  throw new Error(`each hundredth port from ${FIRST} to ${END} is taken`);
}

async function listenOn(port: number) {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  return isListening ? server : undefined;
}
