import { compared, type Outcome, type Row, rounds } from "../row.ts";
import { type Bounds, flowArguments, flowRow } from "./flow.ts";

const ROUNDS = 3;

/** The book alone, under a bare matching loop. */
function bookRow(profile: string, bounds: Bounds): Row {
  return flowRow(`book-${profile}`, "pagedBook", profile, bounds);
}

/** Whether work grows with the orders at a price: our rate on `fat`, compared with our rate on `mixed`. */
const growth: Row = {
  id: "book-growth",
  unit: "messages/s on fat",
  floor: 0.4,
  goal: 0.6,
  stretch: 0.8,
  async run(context): Promise<Outcome> {
    const lanes = {
      fat: await context.lane("pagedBook", flowArguments("fat", context)),
      mixed: await context.lane("pagedBook", flowArguments("mixed", context)),
    };
    const { fat, mixed } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
    return compared("rate", fat, ["ours on mixed", mixed]);
  },
};

/**
 * Memory of an order that rests 10,000 ticks from every other: the book, the columns that it links, and the
 * bare engine's table of order numbers.
 */
const sparse: Row = {
  id: "sparse",
  unit: "bytes/order",
  floor: 1_024,
  goal: 600,
  stretch: 300,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("sparseBook", { orders: context.quick ? 20_000 : 200_000 });
    const { bytes } = await lane.pass();
    return { ours: bytes!, peers: {}, ratio: bytes! };
  },
};

export const bookRows: readonly Row[] = [
  bookRow("move", { floor: 15, goal: 30, stretch: 40 }),
  bookRow("mixed", { floor: 15, goal: 30, stretch: 40 }),
  bookRow("deep", { floor: 15, goal: 30, stretch: 40 }),
  bookRow("cancel", { floor: 15, goal: 30, stretch: 40 }),
  bookRow("swing", { floor: 15, goal: 30, stretch: 40 }),
  bookRow("fat", { floor: 20, goal: 50, stretch: 200 }),
  growth,
  sparse,
];
