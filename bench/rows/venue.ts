import { medianOf, type Outcome, type Row, rounds } from "../row.ts";

/** What the market of the house leaves on disk while no client trades. */
const idleBytes: Row = {
  id: "idle-bytes-per-day",
  unit: "MB/day",
  floor: 250,
  goal: 150,
  stretch: 50,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("idleMarket", { hours: context.quick ? 0.25 : 2 });
    const { megabytes } = await lane.pass();
    return { ours: megabytes!, peers: {}, ratio: megabytes! };
  },
};

/** A venue in memory inside a process that has just begun, from the call to the first order that it would take. */
const embedReady: Row = {
  id: "embed-ready",
  unit: "ms",
  floor: 300,
  goal: 200,
  stretch: 100,
  async run(context): Promise<Outcome> {
    const runs = 5;
    const lanes = {
      ours: await context.lane("starts", { program: "venue", runs }),
      peer: await context.lane("starts", { program: "fastify", runs }),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : 3);
    const ready = medianOf(ours, "ready");
    return {
      ours: ready,
      peers: {
        "with imports": medianOf(ours, "all"),
        "empty Fastify": medianOf(peer, "ready"),
        "its with imports": medianOf(peer, "all"),
      },
      ratio: ready,
    };
  },
};

/** A warm venue starts over, without a past to draw. */
function resets(id: string, durable: boolean): Row {
  return {
    id,
    unit: "ms",
    floor: 50,
    goal: durable ? 35 : 20,
    stretch: durable ? 20 : 5,
    async run(context): Promise<Outcome> {
      const lane = await context.lane("resets", { durable, resets: context.quick ? 5 : 25 });
      const { reset } = await lane.pass();
      return { ours: reset!, peers: {}, ratio: reset! };
    },
  };
}

export const venueRows: readonly Row[] = [
  idleBytes,
  embedReady,
  resets("reset", false),
  resets("reset-durable", true),
];
