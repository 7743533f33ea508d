import type { Level } from "../../../../interface/client/index.ts";
import { type Grid, priceText, sizeText, stepsOf } from "../../../../interface/wire/decimal.ts";

/** A row of a side of the book, best first. */
export interface DepthRow {
  /** Price of the row, in ticks; for a group, the price at which all of it can be had. */
  readonly ticks: number;
  readonly price: string;
  /** Size of the row, in lots. */
  readonly lots: number;
  readonly size: string;
  readonly sumLots: number;
  readonly sum: string;
}

/** The groupings on offer, in ticks per row. */
export const GROUPINGS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

/**
 * Levels of a side grouped by `group` ticks: bids round down, asks up, so that a row never promises a better
 * price than the book has. Integers throughout.
 */
export function depthRows(
  levels: readonly Level[],
  side: "bid" | "ask",
  grid: Grid,
  group: number,
  rowsMax: number,
): readonly DepthRow[] {
  const rows: DepthRow[] = [];
  let ticks = Number.NaN;
  let lots = 0;
  let sumLots = 0;
  const close = () => {
    if (lots === 0) return;
    sumLots += lots;
    rows.push({
      ticks,
      price: priceText(grid, ticks),
      lots,
      size: sizeText(grid, lots),
      sumLots,
      sum: sizeText(grid, sumLots),
    });
    lots = 0;
  };
  for (const level of levels) {
    const at = grouped(stepsOf(level.price, grid.priceDecimals, grid.priceStep) ?? 0, side, group);
    if (at !== ticks) {
      close();
      if (rows.length === rowsMax) return rows;
      ticks = at;
    }
    lots += stepsOf(level.size, grid.sizeDecimals, grid.lotStep) ?? 0;
  }
  close();
  return rows;
}

/** The row that a price belongs to, in ticks. */
export function grouped(ticks: number, side: "bid" | "ask", group: number): number {
  const below = ticks - (ticks % group);
  return side === "bid" || below === ticks ? below : below + group;
}
