import type { FlowArguments } from "../flowEngine.ts";
import type { Reading } from "../lane.ts";
import { compared, type Outcome, type Row, type RowContext, rounds } from "../row.ts";

export type Bounds = Pick<Row, "floor" | "goal" | "stretch">;

const PEER = "nodejs-order-book";
const ROUNDS = 3;
const QUICK_SHARE = 0.25;

/**
 * One of our lanes against the best-known book on npm: both replay the same tape of a load profile and must
 * leave the depth that its generator computed.
 *
 * @param lane file in `lanes/`
 */
export function flowRow(id: string, lane: string, profile: string, bounds: Bounds): Row {
  return {
    id,
    unit: "messages/s",
    ...bounds,
    async run(context): Promise<Outcome> {
      const args = flowArguments(profile, context);
      const lanes = {
        ours: await context.lane(lane, args),
        peer: await context.lane("nodejsOrderBook", args),
      };
      const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
      demandCorrect("ours", ours);
      demandCorrect(PEER, peer);
      return compared("rate", ours, [PEER, peer]);
    },
  };
}

/** What a lane that replays a tape is told. */
export function flowArguments(profile: string, { quick, seed }: RowContext): FlowArguments {
  return { profile, seed, share: quick ? QUICK_SHARE : 1 };
}

/** Throws if a pass left another depth than the tape's; one that was cut short has none to compare. */
export function demandCorrect(name: string, readings: readonly Reading[]): void {
  if (readings.some(({ correct }) => correct === 0)) throw new Error(`${name} left a wrong book`);
}
