import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeNumber } from "./fields.ts";
import { choice, integer, optional, time } from "./parameter.ts";

/** Equity over time and what was made of it, as V2 and control answer them (docs/reference/statistics.md). */

const MINUTE_MS = 60_000;
export const SAMPLES_MAX = 1_000;

const startTime = optional(time("Start, Unix ms; default: 30 days before the end"));
const endTime = optional(time("End, Unix ms; default: now"));

export const equityHistoryParameters = {
  startTime,
  endTime,
  granularity: optional(
    choice("How far apart points are at least", {
      ...{ "1m": MINUTE_MS, "5m": 5 * MINUTE_MS, "15m": 15 * MINUTE_MS, "30m": 30 * MINUTE_MS },
      ...{ "1h": 60 * MINUTE_MS, "4h": 240 * MINUTE_MS, "1d": 1_440 * MINUTE_MS },
    }),
    MINUTE_MS,
  ),
  limit: optional(integer("Points returned, the last ones", { min: 1, max: SAMPLES_MAX }), 500),
};
export const performanceParameters = { startTime, endTime };

const equity = decimal(
  "All its money, and its positions at the mark (of who takes part in a contest, at the index), USDT",
);
const deposited = decimal("What came in from outside since the point before, less what went out, USDT");

export const EquityHistory = shape({
  points: Type.Array(shape({ time: timeNumber("Market time, Unix ms"), equity, deposited }), {
    description: "Ascending by time; between two of them the equity was that of the first",
  }),
  more: Type.Boolean({ description: "Whether the span begins with points that are not among them" }),
  minutesFrom: timeNumber("Before this only the last sample of each hour is kept: market time, Unix ms"),
});
export type EquityHistory = Static<typeof EquityHistory>;

const sums = {
  fills: Type.Integer({ description: "How many", minimum: 0 }),
  turnover: decimal("Σ price × size of the fills, USDT"),
  realized: decimal("Profit of what was closed, before fees, USDT"),
  fees: decimal("Trading fees paid, USDT"),
  liquidationFees: decimal("Paid, USDT"),
  funding: decimal("Received; below 0: paid, USDT"),
  net: decimal("realized − fees − liquidationFees + funding, USDT"),
  closed: Type.Integer({ description: "Positions that ended", minimum: 0 }),
  won: Type.Integer({ description: "Of them those that gained after fees and funding", minimum: 0 }),
};
const ratio = (description: string) => text(`${description}; "" where there is none`);

export const Performance = shape({
  from: timeNumber("Where the span begins: market time, Unix ms"),
  to: timeNumber("Where it ends, exclusive: market time, Unix ms"),
  equityBefore: equity,
  equityAfter: equity,
  deposited: decimal("What came in from outside in the span, less what went out, USDT"),
  pnl: decimal("The rise of equity without deposits, USDT"),
  return: decimal("Chained from sample to sample, without deposits, as a fraction"),
  drawdown: decimal("The deepest fall of that chain below an earlier maximum, as a fraction"),
  sampledMs: Type.Integer({ description: "How far apart the samples of both are: a minute or an hour, ms" }),
  sharpe: ratio("Sharpe ratio, annualised"),
  sharpeIntervalMs: Type.Integer({ description: "The intervals whose returns it is made of, ms" }),
  sharpeReturns: Type.Integer({ description: "How many returns", minimum: 0 }),
  winRate: ratio("won / closed"),
  makerShare: ratio("What of turnover was traded as maker"),
  ...sums,
  contracts: Type.Array(shape({ symbol: text("Symbol of the contract"), ...sums }), {
    description: "The same sums of each contract that something happened in",
  }),
  days: Type.Array(
    shape({
      day: Type.String({ description: "The UTC day", examples: ["2026-01-31"] }),
      pnl: decimal("The rise of equity in it without deposits, USDT"),
      ...sums,
    }),
    { description: "Days on which something happened" },
  ),
});
export type Performance = Static<typeof Performance>;
