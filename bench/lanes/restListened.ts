import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";
import { forkReaders } from "../socketReaders.ts";

export interface ListenedArguments extends ServedArguments {
  readonly listeners: number;
}

const CHANNELS = ["depth.cmt_btcusdt.15", "trades.cmt_btcusdt", "ticker.cmt_btcusdt"];

/** The whole venue, in memory, while others listen to the symbol that is traded. */
export async function start({ listeners, ...load }: ListenedArguments): Promise<Lane> {
  const venue = await startVenue({ accounts: SIGNERS, prices: { btc: 60_000 }, clock: "wall" });
  const endReaders = await forkReaders({ port: venue.port, connections: listeners, channels: CHANNELS });
  return servedLane(
    {
      port: venue.port,
      settle: () => venue.settle(),
      async stop() {
        endReaders();
        await venue.stop();
      },
    },
    load,
  );
}
