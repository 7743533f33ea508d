import { LaneProcess, median, type Reading } from "./lane.ts";

/**
 * One line of the benchmark: what it measures and how good is good.
 *
 * `floor`, `goal` and `stretch` bound the outcome's ratio. Where the stretch is below the floor, less is
 * better.
 */
export interface Row {
  readonly id: string;
  /** Unit of `ours` and of the peers' figures. */
  readonly unit: string;
  readonly floor: number;
  readonly goal: number;
  readonly stretch: number;
  /** Whether it takes many minutes: then it runs only when it is named. */
  readonly isLong?: true;
  run(context: RowContext): Promise<Outcome>;
}

export interface Outcome {
  readonly ours: number;
  /** The peers' figures by name; empty where there is nothing to compare with. */
  readonly peers: Readonly<Record<string, number>>;
  /** Ours to the peer's, from the same rounds; ours itself where there is no peer. */
  readonly ratio: number;
}

export interface RowContext {
  /** Less of everything: a look, not a measurement. */
  readonly quick: boolean;
  /** Seed of generated load. */
  readonly seed: number;
  /** Orders in the store of `history-scale`. */
  readonly orders: number;
  /** Tells how much of the row is done, 0 to 1. */
  progress(done: number): void;
  /** Starts a lane of `lanes/`; the runner closes it after the row. */
  lane(name: string, args: unknown): Promise<LaneProcess>;
}

/**
 * Passes of several lanes taken in turn, so that what else the machine does falls on all alike.
 *
 * @returns the readings of each lane, by name, in order of rounds
 */
export async function rounds<Name extends string>(
  context: RowContext,
  lanes: Readonly<Record<Name, LaneProcess>>,
  count: number,
): Promise<Readonly<Record<Name, readonly Reading[]>>> {
  const names = Object.keys(lanes) as Name[];
  const readings = Object.fromEntries(names.map((name) => [name, [] as Reading[]])) as Record<
    Name,
    Reading[]
  >;
  for (let round = 0; round < count; round++) {
    for (const [i, name] of names.entries()) {
      readings[name].push(await lanes[name].pass());
      context.progress((round + (i + 1) / names.length) / count);
    }
  }
  return readings;
}

/** The median of one figure over the rounds. */
export function medianOf(readings: readonly Reading[], figure: string): number {
  return median(readings.map((reading) => reading[figure] ?? Number.NaN));
}

/** The median over the rounds of ours ÷ theirs, each taken within its round. */
function medianRatio(ours: readonly Reading[], theirs: readonly Reading[], figure: string): number {
  return median(ours.map((reading, round) => reading[figure]! / theirs[round]![figure]!));
}

/**
 * A figure of ours beside the same of a peer.
 *
 * @param peer its name, and what it read
 * @param also further figures that the table shows
 */
export function compared(
  figure: string,
  ours: readonly Reading[],
  [name, theirs]: readonly [string, readonly Reading[]],
  also: Outcome["peers"] = {},
): Outcome {
  return {
    ours: medianOf(ours, figure),
    peers: { [name]: medianOf(theirs, figure), ...also },
    ratio: medianRatio(ours, theirs, figure),
  };
}

/** Runs a row and closes its lanes whatever happens. */
export async function runRow(row: Row, settings: Omit<RowContext, "lane">): Promise<Outcome> {
  const lanes: LaneProcess[] = [];
  const context: RowContext = {
    ...settings,
    async lane(name, args) {
      const lane = await LaneProcess.open(name, args);
      lanes.push(lane);
      return lane;
    },
  };
  try {
    return await row.run(context);
  } finally {
    for (const lane of lanes) await lane.close();
  }
}

export type Grade = "stretch" | "goal" | "floor" | "below";

/** The best bound that a row's ratio reaches. */
export function grade({ floor, goal, stretch }: Row, ratio: number): Grade {
  const reaches = (bound: number): boolean => (stretch >= floor ? ratio >= bound : ratio <= bound);
  if (reaches(stretch)) return "stretch";
  if (reaches(goal)) return "goal";
  return reaches(floor) ? "floor" : "below";
}
