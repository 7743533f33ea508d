import { median } from "../lane.ts";
import { medianOf, type Outcome, type Row, type RowContext, rounds } from "../row.ts";

const ROUNDS = 3;
const BARE = "bare inserts";

/**
 * Rows a second that history takes through its real path, compared with the orders a second that the venue
 * acknowledges over REST: a writer that is no faster falls behind, and the venue slows.
 *
 * @param restRate measures durable REST orders a second
 */
export function historyWrites(restRate: (context: RowContext) => Promise<number>): Row {
  return {
    id: "history-writes",
    unit: "rows/s",
    floor: 1,
    goal: 1.5,
    stretch: 2,
    async run(context): Promise<Outcome> {
      const { ours, bare } = await writeRates(context);
      const rest = await restRate(context);
      return { ours, peers: { "durable REST orders": rest, [BARE]: bare }, ratio: ours / rest };
    },
  };
}

/**
 * Rows a second of history's writer, and of a bare loop of inserts into the same kind of store, in the same
 * rounds.
 */
export async function writeRates(
  context: RowContext,
): Promise<{ readonly ours: number; readonly bare: number }> {
  const rows = context.quick ? 50_000 : 500_000;
  const lanes = {
    ours: await context.lane("historyWriter", { rows, accounts: 1_000 }),
    bare: await context.lane("bareInserts", { rows }),
  };
  const { ours, bare } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
  return { ours: medianOf(ours, "rate"), bare: medianOf(bare, "rate") };
}

/**
 * Pages of 100 rows, every filter, of an account that has a tenth of so many orders, compared with the same
 * pages of one that has a tenth of ten thousand. The ratio is that of the page that grew most; `ours` and the
 * peer are the means of all.
 */
function pages(
  orders: (context: RowContext) => number,
): Pick<Row, "unit" | "floor" | "goal" | "stretch" | "run"> {
  return {
    unit: "µs/page",
    floor: 2,
    goal: 1.5,
    stretch: 1.2,
    async run(context): Promise<Outcome> {
      const lanes = {
        small: await context.lane("historyPages", { orders: 10_000 }),
        large: await context.lane("historyPages", { orders: orders(context) }),
      };
      const { small, large } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
      const names = Object.keys(large[0]!);
      const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
      const growth = names.map((page) =>
        median(large.map((reading, round) => reading[page]! / small[round]![page]!)),
      );
      return {
        ours: mean(names.map((page) => medianOf(large, page))),
        peers: { "1 000 orders": mean(names.map((page) => medianOf(small, page))) },
        ratio: Math.max(...growth),
      };
    },
  };
}

/**
 * The longest turn of the loop, for which others wait, while a venue in memory exports the fills of 400,000
 * orders, beside the longest without an export in the same run: 20 ms at most.
 */
export const exportPause: Row = {
  id: "export-pause",
  unit: "ms CPU",
  floor: 20,
  goal: 10,
  stretch: 5,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("exportPauses", { orders: context.quick ? 100_000 : 400_000 });
    const { ours } = await rounds(context, { ours: lane }, context.quick ? 1 : ROUNDS);
    const longest = medianOf(ours, "longest");
    return {
      ours: longest,
      peers: { "without it": medianOf(ours, "calm"), "seconds of the export": medianOf(ours, "seconds") },
      ratio: longest,
    };
  },
};

/** Pages among a million orders. */
export const historyPage: Row = {
  id: "history-page",
  ...pages(({ quick }) => (quick ? 100_000 : 1_000_000)),
};

/**
 * Pages among ten million orders, or as many as are asked for; to write them takes some ten minutes and 4 GB.
 */
export const historyScale: Row = {
  id: "history-scale",
  isLong: true,
  ...pages(({ orders, quick }) => (quick ? orders / 10 : orders)),
};
