import { startVenue } from "../../src/venue/index.ts";
import { forkGreedy, type Greedy } from "../greedy.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

export interface BesiegedArguments extends ServedArguments, Omit<Greedy, "port"> {}

/** The whole venue, in memory, while a pass lasts with greedy clients beside those that trade. */
export async function start({ dripping, deaf, ...load }: BesiegedArguments): Promise<Lane> {
  const venue = await startVenue({ accounts: SIGNERS, prices: { btc: 60_000 }, clock: "wall" });
  const greedy = await forkGreedy({ port: venue.port, dripping, deaf });
  const served = await servedLane(
    {
      port: venue.port,
      settle: () => venue.settle(),
      async stop() {
        greedy.end();
        await venue.stop();
      },
    },
    load,
  );
  return {
    ...served,
    async pass() {
      await greedy.come();
      const reading = await served.pass();
      await greedy.leave();
      return reading;
    },
  };
}
