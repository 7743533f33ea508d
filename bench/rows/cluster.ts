import { medianOf, type Outcome, type Row, rounds } from "../row.ts";

const ROUNDS = 3;
const TURNS = 10;

/** The log that nodes share, with so many commands in a frame: what the fence and the chain cost on top of the database's own commit. */
function durable(commands: number): Row {
  return {
    id: `cluster-durable-${commands}`,
    unit: "frames/s",
    floor: 0.5,
    goal: 0.7,
    stretch: 0.9,
    async run(context): Promise<Outcome> {
      const turns = context.quick ? 2 : TURNS;
      const lanes = { ours: await context.lane("clusterLog", { commands, turns }) };
      const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
      return {
        ours: medianOf(ours, "rate"),
        peers: { "bare inserts": medianOf(ours, "bare") },
        ratio: medianOf(ours, "share"),
      };
    },
  };
}

export const clusterRows: readonly Row[] = [durable(1), durable(256)];
