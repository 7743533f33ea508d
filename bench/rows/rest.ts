import type { VenueOptions } from "../../src/venue/index.ts";
import { medianOf, medianRatio, type Outcome, type Row, type RowContext, rounds } from "../row.ts";
import type { ServedArguments } from "../served.ts";

const ROUNDS = 11;
const BUDGETS = ["ipWeight", "uidWeight", "perOperation", "placements", "cancels", "connections"];
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

/** What an operator may switch on, and all that counts requests, with budgets that the load stays within. */
const EVERYTHING = {
  requests: "all",
  risk: { invalidRequests: { max: 100, windowMs: 60_000 }, addresses: { max: 5, windowMs: 3_600_000 } },
  limits: {
    name: "wide",
    ...Object.fromEntries(BUDGETS.map((name) => [name, { max: 1e9, windowMs: 10_000 }])),
  },
} as VenueOptions;

/** The same as rest-durable-256 with the request log on all, risk control and every limit: no floor is lower for it. */
const everything: Row = {
  id: "rest-everything-256",
  unit: "orders/s",
  floor: 0.65,
  goal: 0.8,
  stretch: 1,
  async run(context): Promise<Outcome> {
    const { ours, peer } = await served(context, { connections: 256, requests: 40_000 }, EVERYTHING);
    return {
      ours: medianOf(ours, "rate"),
      peers: { [BARE]: medianOf(peer, "rate"), "µs CPU": medianOf(ours, "cpu"), its: medianOf(peer, "cpu") },
      ratio: medianRatio(ours, peer, "rate"),
    };
  },
};

/** What logging every request costs: the rate with it to the rate without any. */
const requestLog: Row = {
  id: "request-log",
  unit: "orders/s",
  floor: 0.85,
  goal: 0.92,
  stretch: 0.98,
  async run(context): Promise<Outcome> {
    const load = { connections: 256, requests: context.quick ? 10_000 : 40_000 };
    const lanes = {
      all: await context.lane("restVenue", { ...load, options: { requests: "all" } }),
      off: await context.lane("restVenue", { ...load, options: { requests: "off" } }),
    };
    const { all, off } = await rounds(context, lanes, context.quick ? 2 : ROUNDS);
    return {
      ours: medianOf(all, "rate"),
      peers: { "without a log": medianOf(off, "rate") },
      ratio: medianRatio(all, off, "rate"),
    };
  },
};

async function served(context: RowContext, load: ServedArguments, options: VenueOptions = {}) {
  const args = context.quick ? { ...load, requests: load.requests / 4 } : load;
  const lanes = {
    ours: await context.lane("restVenue", { ...args, options }),
    peer: await context.lane("restPeer", args),
  };
  return rounds(context, lanes, context.quick ? 2 : ROUNDS);
}

export const restRows: readonly Row[] = [durable256, everything, durable1, requestLog];
