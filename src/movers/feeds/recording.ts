import type { TimeMs } from "../../kernel/core/index.ts";
import { isHeader, RecordingError, Row } from "./archive/row.ts";

export { RecordingError } from "./archive/row.ts";

/** Recorded prices, each valid from its time until the next one's. */
export interface Recording {
  /** When each price came, ascending; the first is when the recording begins. */
  readonly times: readonly TimeMs[];
  /** Prices in the quote coin. */
  readonly prices: readonly number[];
  /** When the recording ends: the first moment without a price. */
  readonly end: TimeMs;
}

/** The layouts that can be read: the columns of the usual public files, with or without a header. */
export type RecordingLayout = "klines" | "aggTrades";

/**
 * Reads a recording.
 *
 * - `klines`: open time, open, high, low, close, volume, close time, …; a candle is played as open, the
 *   extreme opposite to its direction, the other extreme, close, a quarter of its time each.
 * - `aggTrades`: id, price, quantity, first id, last id, time, …
 *
 * @param file its name, for error messages
 * @throws RecordingError naming the first line that breaks a rule
 */
export function readRecording(text: string, layout: RecordingLayout, file: string): Recording {
  const times: TimeMs[] = [];
  const prices: number[] = [];
  let end = 0;
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (line === "" && i === lines.length - 1) break;
    if (i === 0 && isHeader(line)) continue;
    const row = new Row(line.split(","), file, i + 1);
    const timeAt = (column: number) => row.time(column, 0); // small times count from the recording's beginning
    const from = timeAt(layout === "klines" ? 0 : 5);
    if (from < end) row.refuse(`time ${from} lies before ${end}, where the line before ends`);
    if (layout === "klines") {
      const until = timeAt(6) + 1;
      if (until <= from) row.refuse(`close time ${until - 1} lies before open time ${from}`);
      const quarter = (until - from) / 4;
      for (const [k, price] of row.candle().entries()) {
        times.push(Math.floor(from + k * quarter));
        prices.push(price);
      }
      end = until;
    } else {
      times.push(from);
      prices.push(row.price(1));
      end = from;
    }
  }
  if (times.length === 0) throw new RecordingError(file, lines.length, "no line of data");
  return { times, prices, end: layout === "klines" ? end : end + 1000 };
}

/** The price at `time`, which lies within the recording. */
export function recordedPrice(recording: Recording, time: TimeMs): number {
  let low = 0;
  let high = recording.times.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (recording.times[middle]! <= time) low = middle;
    else high = middle;
  }
  return recording.prices[low]!;
}
