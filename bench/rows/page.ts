import type { Reading } from "../lane.ts";
import { compared, medianOf, type Outcome, type Row, rounds } from "../row.ts";

/** A row that looks at the venue's page and at an empty one in turn, in one browser under one load. Its bounds have their reasons in docs/terminal.md. */
interface PageRow extends Omit<Row, "run"> {
  readonly lane: "pagePaint" | "pageFrames" | "pageMemory";
  /** How much of it: looks, seconds, minutes. */
  readonly length: { readonly name: string; readonly quick: number; readonly whole: number };
  readonly rounds: number;
  outcomeOf(ours: readonly Reading[], empty: readonly Reading[], length: number): Outcome;
}

const EMPTY = "empty page";

function pageRow({ lane, length, rounds: count, outcomeOf, ...row }: PageRow): Row {
  return {
    ...row,
    async run(context) {
      const much = context.quick ? length.quick : length.whole;
      const open = (page: "terminal" | "empty") => context.lane(lane, { page, [length.name]: much });
      const lanes = { ours: await open("terminal"), empty: await open("empty") };
      const { ours, empty } = await rounds(context, lanes, context.quick ? 1 : count);
      return outcomeOf(ours, empty, much);
    },
  };
}

/** From an address typed to a last price, five levels of either side of the book and the order ticket on the screen, nothing cached. */
const paint = pageRow({
  id: "page-paint",
  unit: "ms",
  floor: 60,
  goal: 30,
  stretch: 15,
  lane: "pagePaint",
  length: { name: "looks", quick: 2, whole: 5 },
  rounds: 3,
  outcomeOf: (ours, empty) => compared("useful", ours, [EMPTY, empty]),
});

/** The slowest hundredth of the frames while a book changes fifty times a second. */
const frames = pageRow({
  id: "page-frames",
  unit: "ms p99",
  floor: 3,
  goal: 2,
  stretch: 1.1,
  lane: "pageFrames",
  length: { name: "seconds", quick: 4, whole: 15 },
  rounds: 3,
  outcomeOf: (ours, empty) =>
    compared("p99", ours, [EMPTY, empty], {
      "ms p50": medianOf(ours, "p50"),
      "% late": 100 * medianOf(ours, "late"),
      "its % late": 100 * medianOf(empty, "late"),
      "changes/s": medianOf(ours, "changes"),
    }),
});

/** What the heap has grown by after an hour of market time; the empty page's growth is taken off. */
const memory = pageRow({
  id: "page-memory",
  unit: "MB/h",
  floor: 10,
  goal: 5,
  stretch: 1.2,
  lane: "pageMemory",
  length: { name: "minutes", quick: 20, whole: 60 },
  rounds: 1,
  outcomeOf(ours, empty, minutes) {
    const growth = (readings: readonly Reading[]) =>
      (medianOf(readings, "after") - medianOf(readings, "before")) * (60 / minutes);
    return {
      ours: growth(ours),
      peers: {
        [EMPTY]: growth(empty),
        "MB before": medianOf(ours, "before"),
        "MB after": medianOf(ours, "after"),
        "nodes more": medianOf(ours, "nodes"),
      },
      ratio: growth(ours) - growth(empty),
    };
  },
});

export const pageRows: readonly Row[] = [paint, frames, memory];
