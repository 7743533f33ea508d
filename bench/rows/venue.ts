import type { Reading } from "../lane.ts";
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

/** Minutes of a day, and of a look at one. */
const DAY_MINUTES = 1_440;
const QUICK_MINUTES = 30;

/**
 * A simulated day of the default market, nobody connected; in times of what the bare core takes for the same
 * commands and acts.
 */
const marketDay: Row = {
  id: "market-day",
  unit: "s",
  floor: 2.5,
  goal: 1.5,
  stretch: 1.2,
  async run(context): Promise<Outcome> {
    const minutes = context.quick ? QUICK_MINUTES : DAY_MINUTES;
    const lane = await context.lane("marketTime", { market: "simulated", minutes });
    const { marketTime } = await rounds(context, { marketTime: lane }, 1);
    const day = DAY_MINUTES / minutes;
    const [reading] = marketTime;
    return {
      ours: reading!.venue! * day,
      peers: { "bare core": reading!.core! * day, "of the host": reading!.steps! * day },
      ratio: reading!.venue! / reading!.core!,
    };
  },
};

/**
 * A day of a market in which nothing happens, beside one in which the index prices move and nothing else
 * does.
 */
const emptyDay: Row = {
  id: "empty-day",
  unit: "s",
  floor: 0.33,
  goal: 0.1,
  stretch: 0.03,
  async run(context): Promise<Outcome> {
    const minutes = context.quick ? QUICK_MINUTES : DAY_MINUTES;
    const lanes = {
      still: await context.lane("marketTime", { market: "still", minutes }),
      moving: await context.lane("marketTime", { market: "empty", minutes }),
    };
    const { still, moving } = await rounds(context, lanes, context.quick ? 1 : 3);
    const day = (readings: readonly Reading[]) => (medianOf(readings, "venue") * DAY_MINUTES) / minutes;
    const [ours, theirs] = [day(still), day(moving)];
    return { ours, peers: { "moving prices": theirs }, ratio: ours / theirs };
  },
};

/**
 * A venue in memory inside a process that has just begun, from the call to the first order that it would
 * take.
 */
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
      peer: await context.lane("starts", { program: "http", runs }),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : 3);
    const ready = medianOf(ours, "ready");
    return {
      ours: ready,
      peers: {
        "with imports": medianOf(ours, "all"),
        "empty node:http server": medianOf(peer, "ready"),
        "its with imports": medianOf(peer, "all"),
      },
      ratio: ready,
    };
  },
};

/**
 * A bot tested through an order, a fill, eight hours of funding and a liquidation, from `node --test` to its
 * end.
 */
const embedScenario: Row = {
  id: "embed-scenario",
  unit: "ms",
  floor: 2_500,
  goal: 2_000,
  stretch: 1_000,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("embedding", { runs: context.quick ? 1 : 5 });
    const { run } = await lane.pass();
    return { ours: run!, peers: {}, ratio: run! };
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

/**
 * A journal of a million orders copied while the venue runs, verified, and restored to a proven data
 * directory. The ratio is that of the slowest of the three to what it must reach: 100 MB/s, 100 MB/s, ten
 * million commands in five minutes.
 */
const upkeep: Row = {
  id: "backup-restore",
  unit: "commands/s",
  floor: 1,
  goal: 2,
  stretch: 4,
  async run(context): Promise<Outcome> {
    const lanes = { ours: await context.lane("upkeep", { commands: context.quick ? 100_000 : 1_000_000 }) };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : 3);
    const [backup, verify, restore] = ["backup", "verify", "restore"].map((each) => medianOf(ours, each));
    return {
      ours: restore!,
      peers: { "backup MB/s": backup!, "verify MB/s": verify!, MB: medianOf(ours, "megabytes") },
      ratio: Math.min(backup! / 100, verify! / 100, restore! / (10_000_000 / 300)),
    };
  },
};

/** Whether the time of a refusal tells where a signature is wrong: |t| of Welch's test, less is better. */
const signatureTiming: Row = {
  id: "signature-timing",
  unit: "|t|",
  floor: 4.5,
  goal: 3,
  stretch: 2,
  async run(context): Promise<Outcome> {
    const lanes = {
      ours: await context.lane("signatureTiming", { refusals: context.quick ? 20_000 : 200_000 }),
    };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : 3);
    const t = medianOf(ours, "t");
    return {
      ours: t,
      peers: { "first byte, ns": medianOf(ours, "first"), "last byte, ns": medianOf(ours, "last") },
      ratio: t,
    };
  },
};

export const venueRows: readonly Row[] = [
  idleBytes,
  marketDay,
  emptyDay,
  embedReady,
  embedScenario,
  resets("reset", false),
  resets("reset-durable", true),
  upkeep,
  signatureTiming,
];
