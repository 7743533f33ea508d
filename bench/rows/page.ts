import type { Reading } from "../lane.ts";
import { compared, medianOf, type Outcome, type Row, rounds } from "../row.ts";

/**
 * A row that looks at the venue's page and at an empty one in turn, in one browser under one load. Its bounds
 * have their reasons in docs/terminal.md.
 */
interface PageRow extends Omit<Row, "run"> {
  readonly lane: "pagePaint" | "pageLoad" | "pageFrames" | "pageMemory";
  /** How much a run looks at: looks, seconds or minutes, by name. */
  readonly length: { readonly name: string; readonly quick: number; readonly whole: number };
  /** What else the lane is told. */
  readonly with?: object;
  readonly rounds: number;
  outcomeOf(ours: readonly Reading[], empty: readonly Reading[], length: number): Outcome;
}

const EMPTY = "empty page";

function pageRow({ lane, length, with: also, rounds: count, outcomeOf, ...row }: PageRow): Row {
  return {
    ...row,
    async run(context) {
      const much = context.quick ? length.quick : length.whole;
      const open = (page: "terminal" | "empty") => context.lane(lane, { page, [length.name]: much, ...also });
      const lanes = { ours: await open("terminal"), empty: await open("empty") };
      const { ours, empty } = await rounds(context, lanes, context.quick ? 1 : count);
      return outcomeOf(ours, empty, much);
    },
  };
}

/**
 * From an address typed to a last price, five levels of either side of the book and the order ticket on the
 * screen, nothing cached.
 */
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

/** From an address typed to the candles over a slow network, nothing cached. */
const load = pageRow({
  id: "page-load",
  unit: "ms",
  floor: 14,
  goal: 10,
  stretch: 7,
  lane: "pageLoad",
  length: { name: "looks", quick: 1, whole: 3 },
  rounds: 3,
  outcomeOf: (ours, empty) =>
    compared("chart", ours, [EMPTY, empty], {
      "ms words": medianOf(ours, "words"),
      "ms price": medianOf(ours, "price"),
      "ms ticket": medianOf(ours, "ticket"),
    }),
});

/**
 * p99 of the times between frames while a book changes fifty times a second. @param speed of market time, in
 * host time
 */
function framesRow(bounds: Pick<Row, "id" | "floor" | "goal" | "stretch">, speed: number): Row {
  return pageRow({
    ...bounds,
    unit: "ms p99",
    lane: "pageFrames",
    with: { speed },
    length: { name: "seconds", quick: 4, whole: 15 },
    rounds: 3,
    outcomeOf: (ours, empty) =>
      compared("p99", ours, [EMPTY, empty], {
        "ms p50": medianOf(ours, "p50"),
        "% late": 100 * medianOf(ours, "late"),
        "its % late": 100 * medianOf(empty, "late"),
        "% busy": 100 * medianOf(ours, "busy"),
        "changes/s": medianOf(ours, "changes"),
      }),
  });
}

const frames = framesRow({ id: "page-frames", floor: 3, goal: 2, stretch: 1.1 }, 1);
const fastFrames = framesRow({ id: "page-frames-60", floor: 4, goal: 3, stretch: 1.5 }, 60);

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

export const pageRows: readonly Row[] = [paint, load, frames, fastFrames, memory];
