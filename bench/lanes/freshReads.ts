import { fork } from "node:child_process";
import { once } from "node:events";
import { startDiskVenue } from "../diskVenue.ts";
import { entryOf } from "../entry.ts";
import type { FreshReads, FreshResult } from "../freshReader.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

/** Accounts that place: enough reads for a p99 while a pass lasts. */
const PLACERS = 8;

const own = Array.from({ length: PLACERS + 1 }, (_, i) => ({
  name: `fresh-${i}`,
  apiKey: `fresh-key-${i}`,
  secret: `fresh-secret-of-${i}`,
  passphrase: `freshpassphrase${i}`,
}));

/**
 * The whole venue with a data directory, under orders from many connections, while some read back what they
 * placed.
 */
export async function start(load: ServedArguments): Promise<Lane> {
  const venue = await startDiskVenue({ accounts: [...SIGNERS, ...own] });
  const reader = fork(entryOf("freshReaderMain"));
  const served = await servedLane(
    {
      port: venue.port,
      async stop() {
        reader.disconnect();
        await venue.stop();
      },
    },
    load,
  );
  return {
    ...served,
    async pass() {
      const answered = once(reader, "message");
      const reads: FreshReads = { port: venue.port, placers: own.slice(1), idle: own[0]! };
      reader.send(reads);
      const { rate } = await served.pass();
      reader.send("enough");
      const [result] = (await answered) as [FreshResult | { readonly error: string }];
      if ("error" in result) throw new Error(result.error);
      return { ...result, rate: rate! };
    },
  };
}
