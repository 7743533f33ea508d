import { medianOf, medianRatio, type Outcome, type Row, rounds } from "../row.ts";

const EMPTY = "empty page";

/** From an address typed to a last price and ten levels of the book on the screen, nothing cached. */
const paint: Row = {
  id: "page-paint",
  unit: "ms",
  floor: 60,
  goal: 30,
  stretch: 15,
  async run(context): Promise<Outcome> {
    const looks = context.quick ? 2 : 5;
    const lanes = {
      ours: await context.lane("pagePaint", { page: "terminal", looks }),
      peer: await context.lane("pagePaint", { page: "empty", looks }),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : 3);
    return {
      ours: medianOf(ours, "useful"),
      peers: { [EMPTY]: medianOf(peer, "useful") },
      ratio: medianRatio(ours, peer, "useful"),
    };
  },
};

/** The slowest hundredth of the frames while a book changes fifty times a second. */
const frames: Row = {
  id: "page-frames",
  unit: "ms p99",
  floor: 2.5,
  goal: 1.5,
  stretch: 1.1,
  async run(context): Promise<Outcome> {
    const seconds = context.quick ? 4 : 15;
    const lanes = {
      ours: await context.lane("pageFrames", { page: "terminal", seconds }),
      peer: await context.lane("pageFrames", { page: "empty", seconds }),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : 3);
    return {
      ours: medianOf(ours, "p99"),
      peers: {
        [EMPTY]: medianOf(peer, "p99"),
        "ms p50": medianOf(ours, "p50"),
        "% late": 100 * medianOf(ours, "late"),
        "its % late": 100 * medianOf(peer, "late"),
        "changes/s": medianOf(ours, "changes"),
      },
      ratio: medianRatio(ours, peer, "p99"),
    };
  },
};

/** What the heap has grown by after an hour of market time; the empty page's growth is taken off. */
const memory: Row = {
  id: "page-memory",
  unit: "MB/h",
  floor: 10,
  goal: 5,
  stretch: 2,
  async run(context): Promise<Outcome> {
    const minutes = context.quick ? 20 : 60;
    const lanes = {
      ours: await context.lane("pageMemory", { page: "terminal", minutes }),
      peer: await context.lane("pageMemory", { page: "empty", minutes }),
    };
    const { ours, peer } = await rounds(context, lanes, 1);
    const growth = (readings: typeof ours) =>
      (medianOf(readings, "after") - medianOf(readings, "before")) * (60 / minutes);
    return {
      ours: growth(ours),
      peers: {
        [EMPTY]: growth(peer),
        "MB before": medianOf(ours, "before"),
        "MB after": medianOf(ours, "after"),
        "nodes more": medianOf(ours, "nodes"),
      },
      ratio: growth(ours) - growth(peer),
    };
  },
};

export const pageRows: readonly Row[] = [paint, frames, memory];
