import type { FanoutArguments } from "../fanout.ts";
import type { ListenedArguments } from "../lanes/restListened.ts";
import { compared, medianOf, type Outcome, type Row, rounds } from "../row.ts";

const ROUNDS = 5;
const ONE_WRITE = "ten frames in one write";
const NOBODY = "nobody listens";

/** Pushes of a busy channel to many: encoded once, gathered, written once a turn. */
const fanout: Row = {
  id: "ws-fanout",
  unit: "messages/s",
  floor: 0.5,
  goal: 0.7,
  stretch: 0.9,
  async run(context): Promise<Outcome> {
    const args: FanoutArguments = { connections: 128, turns: context.quick ? 500 : 2_000 };
    const lanes = {
      ours: await context.lane("socketFanout", args),
      peer: await context.lane("bareFanout", args),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 2 : ROUNDS);
    return compared("rate", ours, [ONE_WRITE, peer]);
  },
};

/**
 * What few clients wait for their acknowledgements while a thousand connections listen to the symbol they
 * trade.
 */
const connections: Row = {
  id: "ws-connections",
  unit: "µs p50",
  floor: 3,
  goal: 2,
  stretch: 1.3,
  async run(context): Promise<Outcome> {
    const load = { connections: 4, requests: context.quick ? 1_000 : 4_000 };
    const args = (listeners: number): ListenedArguments => ({ ...load, listeners });
    const lanes = {
      ours: await context.lane("restListened", args(1_000)),
      peer: await context.lane("restListened", args(0)),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 2 : ROUNDS);
    return compared("p50", ours, [NOBODY, peer], {
      "µs CPU": medianOf(ours, "cpu"),
      its: medianOf(peer, "cpu"),
    });
  },
};

export const socketRows: readonly Row[] = [fanout, connections];
