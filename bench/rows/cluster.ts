import { quantile } from "../lane.ts";
import { compared, medianOf, type Outcome, type Row, type RowContext, rounds } from "../row.ts";
import type { ServedArguments } from "../served.ts";

const ROUNDS = 3;
const TURNS = 10;
/**
 * Orders of a pass are signed before it, and count for thirty seconds: on a busy machine more of them would
 * not.
 */
const ORDERS = 8_000;
/** How often the leader is killed. */
const TAKEOVERS = 50;

/**
 * The log that nodes share, with so many commands in a frame: what the fence and the chain cost on top of the
 * database's own commit.
 */
function sharedLog(commands: number): Row {
  return {
    id: `shared-log-${commands}`,
    unit: "frames/s",
    floor: 0.5,
    goal: 0.7,
    stretch: 0.9,
    async run(context): Promise<Outcome> {
      const turns = context.quick ? 2 : TURNS;
      const lanes = { ours: await context.lane("sharedLog", { commands, turns }) };
      const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
      return {
        ours: medianOf(ours, "rate"),
        peers: { "bare inserts": medianOf(ours, "bare") },
        ratio: medianOf(ours, "share"),
      };
    },
  };
}

/**
 * Signed orders over many connections at the node that leads, to the same at one process on files
 * (`rest-durable-256`).
 */
const durable256: Row = {
  id: "cluster-durable-256",
  unit: "orders/s",
  floor: 0.4,
  goal: 0.6,
  stretch: 0.8,
  async run(context): Promise<Outcome> {
    const { ours, peer } = await beside(context, "clusterLeader", { connections: 256, requests: ORDERS });
    return compared("rate", ours, ["one process", peer], {
      "µs CPU": medianOf(ours, "cpu"),
      its: medianOf(peer, "cpu"),
      "follower's": medianOf(ours, "follower"),
      "the database's": medianOf(ours, "database"),
    });
  },
};

/**
 * What one client waits for its acknowledgement at the node that leads, to a commit of the same database by
 * itself.
 */
const durable1: Row = {
  id: "cluster-durable-1",
  unit: "µs p50",
  floor: 3,
  goal: 2,
  stretch: 1.5,
  async run(context): Promise<Outcome> {
    const load = { connections: 1, requests: context.quick ? 500 : 2_000 };
    const lanes = { ours: await context.lane("clusterLeader", load) };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
    const ratios = ours.map(({ p50, commit }) => p50! / commit!);
    return {
      ours: medianOf(ours, "p50"),
      peers: {
        "its commit": medianOf(ours, "commit"),
        ...{ "µs CPU": medianOf(ours, "cpu"), "follower's": medianOf(ours, "follower") },
        "the database's": medianOf(ours, "database"),
      },
      ratio: quantile(ratios, 0.5),
    };
  },
};

/**
 * p99 of how much later a frame is known to be durable at a node that follows, while orders come from 16
 * connections, over the p99 of the time until these orders are answered.
 */
const followerLag: Row = {
  id: "follower-lag",
  unit: "ms p99",
  floor: 2,
  goal: 1,
  stretch: 0.5,
  async run(context): Promise<Outcome> {
    const load = { connections: 16, requests: context.quick ? 500 : ORDERS / 4 };
    const lanes = { ours: await context.lane("clusterLeader", load) };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
    const ratios = ours.map(({ lag99, p99 }) => (lag99! * 1_000) / p99!);
    return {
      ours: medianOf(ours, "lag99"),
      peers: { p50: medianOf(ours, "lag50"), "an order's": medianOf(ours, "p99") / 1_000 },
      ratio: quantile(ratios, 0.5),
    };
  },
};

/** How long nothing is acknowledged after the node that leads was killed, under a lease of two seconds. */
const takeover: Row = {
  id: "takeover",
  unit: "s p99",
  floor: 3,
  goal: 2.5,
  stretch: 2.1,
  isLong: true,
  async run(context): Promise<Outcome> {
    const lanes = { ours: await context.lane("takeovers", {}) };
    const { ours } = await rounds(context, lanes, context.quick ? 2 : TAKEOVERS);
    const gaps = ours.map(({ gap }) => gap!).sort((a, b) => a - b);
    const p99 = gaps[Math.ceil(gaps.length * 0.99) - 1]!;
    return { ours: p99, peers: { p50: quantile(gaps, 0.5), kills: gaps.length }, ratio: p99 };
  },
};

/**
 * Signed reads at two nodes at once, to as many at one process. Both nodes, two generators and the database
 * want cores of their own, so the ratio is of processor time: how many times the reads of one process two
 * nodes could answer, had each a core to itself.
 */
const nodes2: Row = {
  id: "nodes-2",
  unit: "reads/s",
  floor: 1.5,
  goal: 1.74,
  stretch: 1.9,
  async run(context): Promise<Outcome> {
    const load = { connections: 64, requests: 20_000, reads: true };
    const { ours, peer } = await beside(context, "clusterReads", load);
    const [one, leader, follower] = [
      medianOf(peer, "cpu"),
      medianOf(ours, "cpu"),
      medianOf(ours, "follower"),
    ];
    return {
      ours: medianOf(ours, "rate"),
      peers: {
        "one process": medianOf(peer, "rate"),
        ...{ "µs CPU": leader, "follower's": follower, its: one },
      },
      ratio: one / leader + one / follower,
    };
  },
};

/** A lane of nodes beside one process on files, in the same rounds. */
async function beside(context: RowContext, lane: string, load: ServedArguments) {
  const args = context.quick ? { ...load, requests: load.requests / 4 } : load;
  const lanes = { ours: await context.lane(lane, args), peer: await context.lane("restVenue", args) };
  return rounds(context, lanes, context.quick ? 1 : ROUNDS);
}

export const clusterRows: readonly Row[] = [
  sharedLog(1),
  sharedLog(256),
  durable256,
  durable1,
  followerLag,
  takeover,
  nodes2,
];
