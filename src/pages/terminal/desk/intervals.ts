import type { CandleInterval } from "../../../interface/client/index.ts";
import type { CandlePrice, Granularity } from "../../../interface/client/v2/messages.ts";
import { Saved } from "../state/saved.ts";

/** An interval of the chart: as REST, the sockets and the chart call it. */
export interface Interval {
  readonly name: Granularity;
  readonly channel: CandleInterval;
  readonly period: { readonly type: "minute" | "hour" | "day" | "week"; readonly span: number };
}

/** The intervals for which REST has a history. Days and weeks begin at midnight UTC. */
export const INTERVALS: readonly Interval[] = [
  { name: "1m", channel: "MINUTE_1", period: { type: "minute", span: 1 } },
  { name: "5m", channel: "MINUTE_5", period: { type: "minute", span: 5 } },
  { name: "15m", channel: "MINUTE_15", period: { type: "minute", span: 15 } },
  { name: "30m", channel: "MINUTE_30", period: { type: "minute", span: 30 } },
  { name: "1h", channel: "HOUR_1", period: { type: "hour", span: 1 } },
  { name: "4h", channel: "HOUR_4", period: { type: "hour", span: 4 } },
  { name: "12h", channel: "HOUR_12", period: { type: "hour", span: 12 } },
  { name: "1d", channel: "DAY_1", period: { type: "day", span: 1 } },
  { name: "1w", channel: "WEEK_1", period: { type: "week", span: 1 } },
];

/** The reader's last settings of the chart, stored by this browser. */
export interface ChartSettings {
  readonly interval: Granularity;
  readonly price: CandlePrice;
  readonly indicators: readonly string[];
  /** Whether the lines of the account's orders are hidden. */
  readonly hidesOrders?: boolean;
}

/** The interval that the chart shows. */
export function intervalOf({ interval }: ChartSettings): Interval {
  return INTERVALS.find(({ name }) => name === interval) ?? INTERVALS[0]!;
}

export const chartSettings = new Saved<ChartSettings>(
  "outcry.chart.1",
  { interval: "1m", price: "LAST", indicators: ["MA", "VOL"] },
  (value): value is ChartSettings => {
    if (typeof value !== "object" || value === null) return false;
    const { interval, price, indicators } = value as Partial<Record<keyof ChartSettings, unknown>>;
    return (
      INTERVALS.some(({ name }) => name === interval) &&
      ["LAST", "MARK", "INDEX"].includes(String(price)) &&
      Array.isArray(indicators) &&
      indicators.every((name) => typeof name === "string")
    );
  },
);
