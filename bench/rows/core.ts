import { compared, medianOf, type Outcome, type Row, rounds } from "../row.ts";
import { type Bounds, demandCorrect, flowArguments, flowRow } from "./flow.ts";

const ROUNDS = 3;

/** The whole core, one thread: validation, margin, matching, ledger, bills, events. */
function coreRow(profile: string, bounds: Bounds): Row {
  return flowRow(`core-${profile}`, "wholeCore", profile, bounds);
}

/**
 * Core and journal with 1,000 unacknowledged commands. What it is compared with is as fast as this can be
 * without overlap: the core alone takes W/A for them, one asynchronous write and sync of as many records
 * takes t.
 */
const durable: Row = {
  id: "core-durable",
  unit: "commands/s",
  floor: 0.6,
  goal: 0.8,
  stretch: 0.95,
  async run(context): Promise<Outcome> {
    const args = { ...flowArguments("mixed", context), window: 1_000 };
    const lanes = { ours: await context.lane("durableCore", args) };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS + 2);
    return {
      ours: medianOf(ours, "rate"),
      peers: {
        "W/(W/A + t)": medianOf(ours, "bound"),
        A: medianOf(ours, "alone"),
        "t in µs": medianOf(ours, "sync"),
      },
      ratio: medianOf(ours, "share"),
    };
  },
};

/**
 * What a command waits for its acknowledgement at half of the rate that the engine reaches, to three syncs
 * and 2 ms.
 */
const groupCommit: Row = {
  id: "group-commit",
  unit: "ms p99",
  floor: 2,
  goal: 1,
  stretch: 0.5,
  async run(context): Promise<Outcome> {
    const lanes = {
      ours: await context.lane("groupCommit", flowArguments("mixed", context)),
      sqlite: await context.lane("journalAppends", { frames: 1_000, bytes: 256, into: "sqlite" }),
    };
    const { ours, sqlite } = await rounds(context, lanes, context.quick ? 1 : ROUNDS + 2);
    const [p99, sync] = [medianOf(ours, "p99"), medianOf(ours, "sync")];
    const bound = 3 * sync + 2;
    return {
      ours: p99,
      peers: {
        "3 syncs + 2 ms": bound,
        sync,
        "SQLite commit": 1_000 / medianOf(sqlite, "rate"),
        p50: medianOf(ours, "p50"),
        "commands/s at most": medianOf(ours, "peak"),
      },
      ratio: p99 / bound,
    };
  },
};

/**
 * Frames made durable one after the other, to blobs committed one after the other by SQLite in the same
 * rounds.
 */
const journalAppend: Row = {
  id: "journal-append",
  unit: "frames/s",
  floor: 1,
  goal: 1.2,
  stretch: 1.5,
  async run(context): Promise<Outcome> {
    const each = { frames: context.quick ? 1_000 : 5_000, bytes: 4_096 };
    const lanes = {
      ours: await context.lane("journalAppends", { ...each, into: "journal" }),
      peer: await context.lane("journalAppends", { ...each, into: "sqlite" }),
    };
    const { ours, peer } = await rounds(context, lanes, context.quick ? 1 : ROUNDS + 2);
    return compared("rate", ours, ["SQLite blob row", peer]);
  },
};

/** Start-up on a journal without a snapshot, from opening its files to a running engine. */
const recovery: Row = {
  id: "recovery",
  unit: "commands/s",
  floor: 0.5,
  goal: 0.7,
  stretch: 0.9,
  async run(context): Promise<Outcome> {
    const lanes = { ours: await context.lane("recovery", flowArguments("mixed", context)) };
    const { ours } = await rounds(context, lanes, context.quick ? 1 : ROUNDS);
    return {
      ours: medianOf(ours, "rate"),
      peers: { "the core alone": medianOf(ours, "alone") },
      ratio: medianOf(ours, "share"),
    };
  },
};

/**
 * What an order in a deep book holds of the process: its row, its place in the book, its id, and the slack of
 * all three.
 */
const bytesPerOrder: Row = {
  id: "bytes-per-order",
  unit: "bytes/order",
  floor: 400,
  goal: 300,
  stretch: 150,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("restingOrders", flowArguments("deep", context));
    const reading = await lane.pass();
    demandCorrect("ours", [reading]);
    const { bytes, heap } = reading;
    return { ours: bytes!, peers: { "with the heap": heap! }, ratio: bytes! };
  },
};

/** A new mark price while accounts hold 100,000 positions of which none is near its liquidation. */
const markUpdate: Row = {
  id: "mark-update",
  unit: "µs/update",
  floor: 50,
  goal: 20,
  stretch: 5,
  async run(context): Promise<Outcome> {
    const lane = await context.lane("markUpdates", { positions: context.quick ? 10_000 : 100_000 });
    const { micros } = await lane.pass();
    return { ours: micros!, peers: {}, ratio: micros! };
  },
};

/** Why some floors are lower than others: docs/reference/performance.md. */
export const coreRows: readonly Row[] = [
  coreRow("move", { floor: 2.5, goal: 6, stretch: 12 }),
  coreRow("mixed", { floor: 3, goal: 6, stretch: 12 }),
  coreRow("deep", { floor: 2.5, goal: 5, stretch: 12 }),
  coreRow("cancel", { floor: 3, goal: 6, stretch: 12 }),
  coreRow("swing", { floor: 2, goal: 6, stretch: 12 }),
  coreRow("fat", { floor: 15, goal: 50, stretch: 200 }),
  durable,
  groupCommit,
  journalAppend,
  recovery,
  bytesPerOrder,
  markUpdate,
];
