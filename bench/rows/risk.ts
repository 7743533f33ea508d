import { medianOf, type Outcome, type Row, type RowContext, rounds } from "../row.ts";

/** A market of 100,000 accounts with a position each, of which 1,000 more do not survive a fall. */
async function crowd(context: RowContext) {
  const args = context.quick ? { solvent: 10_000, victims: 100 } : { solvent: 100_000, victims: 1_000 };
  const { ours } = await rounds(context, { ours: await context.lane("crowds", args) }, context.quick ? 2 : 5);
  return (figure: string): number => medianOf(ours, figure);
}

/**
 * Funding of every position, in one command: what a thousand of them cost, and how long order entry is held
 * up by all.
 */
const funding: Row = {
  id: "funding",
  unit: "ms/1000 positions",
  floor: 5,
  goal: 2,
  stretch: 0.5,
  async run(context): Promise<Outcome> {
    const figure = await crowd(context);
    const ours = (figure("funding") * 1_000) / figure("positions");
    return {
      ours,
      peers: { positions: figure("positions"), "longest hold in ms": figure("fundingMax") },
      ratio: ours,
    };
  },
};

/** One mark update that liquidates 1,000 of 100,000 accounts into the book. */
const liquidation: Row = {
  id: "mark-liquidation",
  unit: "ms/update",
  floor: 500,
  goal: 200,
  stretch: 50,
  async run(context): Promise<Outcome> {
    const figure = await crowd(context);
    const ours = figure("book");
    return { ours, peers: { "taken over": figure("fund"), deleveraged: figure("adl") }, ratio: ours };
  },
};

/** All invariants over 100,000 accounts; the background audit does this in slices of half a millisecond. */
const audit: Row = {
  id: "audit",
  unit: "ms/pass",
  floor: 2_000,
  goal: 1_000,
  stretch: 300,
  async run(context): Promise<Outcome> {
    const figure = await crowd(context);
    const ours = figure("audit");
    return { ours, peers: { "indivisible ms": figure("row") }, ratio: ours };
  },
};

export const riskRows: readonly Row[] = [funding, liquidation, audit];
