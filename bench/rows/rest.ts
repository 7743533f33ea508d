import type { VenueOptions } from "../../src/assembly/venue/index.ts";
import { median } from "../lane.ts";
import type { BesiegedArguments } from "../lanes/restBesieged.ts";
import { compared, medianOf, type Outcome, type Row, type RowContext, rounds } from "../row.ts";
import type { ServedArguments } from "../served.ts";

const ROUNDS = 11;
const BUDGETS = ["ipWeight", "uidWeight", "perOperation", "placements", "cancels", "connections"];
const BARE = "bare handler";
/** What all greedy clients together may cost, in memory. */
const HELD_MAX_MB = 100;

/** What an operator may switch on, and all that counts requests, with budgets that the load stays within. */
const EVERYTHING = {
  requests: "all",
  risk: { invalidRequests: { max: 100, windowMs: 60_000 }, addresses: { max: 5, windowMs: 3_600_000 } },
  limits: {
    name: "wide",
    ...Object.fromEntries(BUDGETS.map((name) => [name, { max: 1e9, windowMs: 10_000 }])),
  },
} as VenueOptions;

/**
 * Signed orders over many connections, each acknowledged when it is durable, by the whole venue in one
 * process.
 */
const durable256 = crowd("rest-durable-256");

/**
 * Signed orders over many connections with the request log on, all risk control and every limit: no floor is
 * lower for it.
 */
const everything = crowd("rest-everything-256", EVERYTHING);

function crowd(id: string, options?: VenueOptions): Row {
  return {
    id,
    unit: "orders/s",
    floor: 0.65,
    goal: 0.8,
    stretch: 1,
    async run(context): Promise<Outcome> {
      const { ours, peer } = await served(context, { connections: 256, requests: 40_000 }, options);
      return compared("rate", ours, [BARE, peer], {
        "µs CPU": medianOf(ours, "cpu"),
        its: medianOf(peer, "cpu"),
      });
    },
  };
}

/** What one client waits for its acknowledgement. */
const durable1: Row = {
  id: "rest-durable-1",
  unit: "µs p50",
  floor: 1.5,
  goal: 1.25,
  stretch: 1.1,
  async run(context): Promise<Outcome> {
    const { ours, peer } = await served(context, { connections: 1, requests: 2_000 });
    return compared("p50", ours, [BARE, peer]);
  },
};

/**
 * The processor time of a signed order of the fapi dialect, to that of the same order in V3: the whole venue
 * each.
 */
const fapiOrder: Row = {
  id: "fapi-order",
  unit: "µs CPU",
  floor: 1.1,
  goal: 1,
  stretch: 0.95,
  async run(context): Promise<Outcome> {
    const load = { connections: 256, requests: context.quick ? 10_000 : 40_000 };
    const lanes = {
      ours: await context.lane("restVenue", { ...load, dialect: "fapi" } satisfies ServedArguments),
      peer: await context.lane("restVenue", { ...load, dialect: "V3" } satisfies ServedArguments),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 2 : ROUNDS);
    return compared("cpu", ours, ["V3", peer], {
      "orders/s": medianOf(ours, "rate"),
      its: medianOf(peer, "rate"),
    });
  },
};

/** Durable orders a second over REST. */
export async function restRate(context: RowContext): Promise<number> {
  const lanes = { ours: await context.lane("restVenue", { connections: 256, requests: 40_000 }) };
  const { ours } = await rounds(context, lanes, context.quick ? 1 : 3);
  return medianOf(ours, "rate");
}

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
    return compared("rate", all, ["without a log", off]);
  },
};

/** No greedy clients. */
const NOBODY = { dripping: 0, deaf: 0, endless: 0, halfClosing: 0, flooding: 0 };

/**
 * What clients wait for their acknowledgements while others drip their requests, or send without reading, for
 * a minute.
 */
const greedy: Row = {
  id: "greedy-clients",
  unit: "µs p99",
  floor: 2,
  goal: 1.5,
  stretch: 1.2,
  async run(context): Promise<Outcome> {
    const load = { connections: 16, requests: context.quick ? 8_000 : 40_000 };
    const seconds = context.quick ? 0 : 60;
    const all = { dripping: 1_000, deaf: 50, endless: 20, halfClosing: 20, flooding: 0 };
    const lanes = {
      ours: await context.lane("restBesieged", { ...load, ...all, seconds } satisfies BesiegedArguments),
      peer: await context.lane("restBesieged", {
        ...load,
        ...NOBODY,
        seconds: 0,
      } satisfies BesiegedArguments),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 2 : 3);
    const heldMB = Math.max(...ours.map(({ held }) => held!)) / 1e6;
    if (heldMB > HELD_MAX_MB) throw new Error(`greedy clients cost the venue ${heldMB.toFixed(0)} MB`);
    return compared("p99", ours, ["by themselves", peer], {
      p50: medianOf(ours, "p50"),
      its: medianOf(peer, "p50"),
      "MB held": heldMB,
    });
  },
};

/**
 * What 16 teams of a contest, each at its own address and within the published limits, wait for their
 * acknowledgements while another sends orders over 64 connections as fast as they are refused; to what they
 * wait while it does not.
 */
const flood: Row = {
  id: "flooding-team",
  unit: "µs p99",
  floor: 2,
  goal: 1.5,
  stretch: 1.2,
  async run(context): Promise<Outcome> {
    const load = {
      ...{ connections: 16, requests: context.quick ? 640 : 1_280, everyMs: 125, seconds: 0 },
      limits: "published",
    } as const;
    const lanes = {
      ours: await context.lane("restBesieged", {
        ...load,
        ...{ ...NOBODY, flooding: 64 },
      } satisfies BesiegedArguments),
      peer: await context.lane("restBesieged", { ...load, ...NOBODY } satisfies BesiegedArguments),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 2 : 5);
    return compared("p99", ours, ["without it", peer], {
      p50: medianOf(ours, "p50"),
      its: medianOf(peer, "p50"),
      "its orders": medianOf(ours, "flood"),
    });
  },
};

/**
 * What a read costs straight after an acknowledgement of the same account, which it has to wait for, beside
 * 256 connections that place; to the same read of an account that nothing touches. What it waits for:
 * docs/reference/performance.md.
 */
const freshRead: Row = {
  id: "fresh-read",
  unit: "µs p99",
  floor: 3,
  goal: 2,
  stretch: 1.5,
  async run(context): Promise<Outcome> {
    const load = { connections: 256, requests: context.quick ? 20_000 : 80_000 };
    const lanes = { ours: await context.lane("freshReads", load satisfies ServedArguments) };
    const { ours } = await rounds(context, lanes, context.quick ? 2 : 5);
    return {
      ours: medianOf(ours, "p99"),
      peers: {
        untouched: medianOf(ours, "idleP99"),
        p50: medianOf(ours, "p50"),
        its: medianOf(ours, "idleP50"),
        reads: medianOf(ours, "reads"),
        "orders/s": medianOf(ours, "rate"),
      },
      ratio: median(ours.map(({ p99, idleP99 }) => p99! / idleP99!)),
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

export const restRows: readonly Row[] = [
  durable256,
  everything,
  durable1,
  fapiOrder,
  requestLog,
  freshRead,
  greedy,
  flood,
];
