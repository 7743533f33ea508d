import type { Bar } from "./bar.ts";
import { candleTime } from "./candles.ts";

/**
 * The candles of an interval that `parts` add up to, oldest first. The first candle is incomplete where
 * earlier parts of it are not among them.
 */
export function composeBars(parts: readonly Bar[], intervalMs: number): readonly Bar[] {
  const whole: Bar[] = [];
  for (const part of parts) {
    const time = candleTime(part.time, intervalMs);
    const sum = whole.at(-1);
    if (sum?.time === time) whole[whole.length - 1] = joined(sum, part);
    else whole.push({ ...part, time });
  }
  return whole;
}

function joined(sum: Bar, next: Bar): Bar {
  return {
    time: sum.time,
    open: sum.open,
    high: Math.max(sum.high, next.high),
    low: Math.min(sum.low, next.low),
    close: next.close,
    volume: sum.volume + next.volume,
    value: sum.value + next.value,
    trades: sum.trades + next.trades,
    boughtVolume: sum.boughtVolume + next.boughtVolume,
    boughtValue: sum.boughtValue + next.boughtValue,
  };
}
