import type { TimeMs } from "../../kernel/core/index.ts";
import { openForReading } from "./schema.ts";

/** A notable event in a market's past, and when it happened. */
export interface HistoryMark {
  readonly time: TimeMs;
  readonly what: "funding" | "liquidation";
}

/** The most marks of each kind that are returned, the latest ones. */
const MARKS_MAX = 200;

/**
 * The times at which funding was paid and accounts were liquidated, oldest first, from a store that may be
 * written to meanwhile.
 */
export function historyMarks(path: string): readonly HistoryMark[] {
  const database = openForReading(path);
  try {
    const timesOf = (what: HistoryMark["what"], from: string): HistoryMark[] =>
      database
        .prepare(`SELECT DISTINCT time FROM ${from} ORDER BY time DESC LIMIT ${MARKS_MAX}`)
        .all()
        .map(({ time }) => ({ time: Number(time), what }));
    return [
      ...timesOf("funding", "funding_rates"),
      ...timesOf("liquidation", "liquidations JOIN bills USING (account, bill)"),
    ].toSorted((a, b) => a.time - b.time);
  } finally {
    database.close();
  }
}
