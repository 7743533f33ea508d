import { medianOf, medianRatio, type Outcome, type Row, type RowContext, rounds } from "../row.ts";
import type { ServedArguments } from "../served.ts";

const ROUNDS = 5;
const BARE = "bare handler";

/** Signed orders over many connections, each acknowledged when it is durable, by the whole venue in one process. */
const durable256: Row = {
  id: "rest-durable-256",
  unit: "orders/s",
  floor: 0.65,
  goal: 0.8,
  stretch: 1,
  async run(context): Promise<Outcome> {
    const { ours, peer } = await served(context, { connections: 256, requests: 40_000 });
    return {
      ours: medianOf(ours, "rate"),
      peers: { [BARE]: medianOf(peer, "rate"), "µs CPU": medianOf(ours, "cpu"), its: medianOf(peer, "cpu") },
      ratio: medianRatio(ours, peer, "rate"),
    };
  },
};

/** What one client waits for its acknowledgement. */
const durable1: Row = {
  id: "rest-durable-1",
  unit: "µs p50",
  floor: 1.5,
  goal: 1.25,
  stretch: 1.1,
  async run(context): Promise<Outcome> {
    const { ours, peer } = await served(context, { connections: 1, requests: 2_000 });
    return {
      ours: medianOf(ours, "p50"),
      peers: { [BARE]: medianOf(peer, "p50") },
      ratio: medianRatio(ours, peer, "p50"),
    };
  },
};

/** Durable orders a second over REST. */
export async function restRate(context: RowContext): Promise<number> {
  const lanes = { ours: await context.lane("restVenue", { connections: 256, requests: 40_000 }) };
  const { ours } = await rounds(context, lanes, context.quick ? 1 : 3);
  return medianOf(ours, "rate");
}

async function served(context: RowContext, load: ServedArguments) {
  const args = context.quick ? { ...load, requests: load.requests / 4 } : load;
  const lanes = { ours: await context.lane("restVenue", args), peer: await context.lane("restPeer", args) };
  return rounds(context, lanes, context.quick ? 2 : ROUNDS);
}

export const restRows: readonly Row[] = [durable256, durable1];
