import type { TimeMs } from "../../kernel/core/index.ts";
import { openForReading } from "./schema.ts";

/** When something happened that stands out in a market's past. */
export interface HistoryMark {
  readonly time: TimeMs;
  readonly what: "funding" | "liquidation";
}

/** The latest marks of each kind are given: this many at most. */
const MARKS_MAX = 200;

/** When funding was paid and accounts were liquidated, oldest first, from a store that may be written to. */
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
