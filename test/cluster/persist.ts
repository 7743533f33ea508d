import { TEST_CLOCK_START } from "../../src/assembly/venue/index.ts";
import { Client, type Key, type Reply, type Signed, send } from "../venue/client.ts";

const marketTime = (): number => TEST_CLOCK_START;

/**
 * A client of nodes whose market time stands still, as with `--clock test`: what it signs is fresh by that
 * time for as long as the same bytes are sent again.
 */
export function persistentClient(baseUrl: string, key: Key): Client {
  return new Client(baseUrl, key, marketTime);
}

/** Sends a request again, byte for byte, as long as the answer says so. */
export async function persist(request: Signed): Promise<Reply> {
  for (;;) {
    const reply = await send(request);
    if (reply.status !== 503 || reply.headers.get("retry-after") === null) return reply;
  }
}
