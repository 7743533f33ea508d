import type { v2 } from "../../../wire/index.ts";
import type { RowNumber } from "../../account/rowNumbers.ts";
import { big } from "../../format/decimal.ts";

/** The performance of an account over a span of its equity; shares are fractions. */
export interface Statistics {
  /** The profit: the rise of equity without deposits. */
  readonly profit: string;
  /** Chained from point to point, so that deposits and withdrawals count neither as gain nor as loss. */
  readonly totalReturn: string;
  /** The deepest fall below an earlier maximum of the same chain; 0 or below. */
  readonly drawdown: string;
}

const PLACES = 8;

export function statisticsOf(points: v2.EquitySeries["points"]): Statistics | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  let profit = big("0");
  let chain = big("1");
  let height = big("1");
  let deepest = big("0");
  let before = big(first.equity);
  for (const { equity, deposited } of points.slice(1)) {
    const gained = big(equity).minus(before).minus(deposited);
    profit = profit.plus(gained);
    // A deposit between two points may have earned already.
    const worked = before.plus(big(deposited).gt("0") ? deposited : "0");
    if (worked.gt("0")) chain = chain.times(gained.div(worked).plus("1")).round(PLACES * 2);
    if (chain.gt(height)) height = chain;
    const fall = chain.div(height).minus("1");
    if (fall.lt(deepest)) deepest = fall;
    before = big(equity);
  }
  return {
    profit: profit.toFixed(),
    totalReturn: chain.minus("1").toFixed(PLACES),
    drawdown: deepest.toFixed(PLACES),
  };
}

/** The results of all closed positions together. */
export interface ClosedSummary {
  readonly count: number;
  /** How many of them ended with a gain after fees and funding. */
  readonly won: number;
  readonly net: string;
  readonly fees: string;
  readonly funding: string;
}

export function summaryOf(rows: readonly v2.PastPosition[]): ClosedSummary {
  const sum = (of: (row: v2.PastPosition) => string) =>
    rows.reduce((total, row) => total.plus(of(row)), big("0")).toFixed();
  const fees = (row: v2.PastPosition) => big(row.openFee).plus(row.closeFee).plus(row.liquidateFee).toFixed();
  return {
    count: rows.length,
    won: rows.filter(({ netPnl }) => big(netPnl).gt("0")).length,
    net: sum(({ netPnl }) => netPnl),
    fees: sum(fees),
    funding: sum(({ fundingFee }) => fundingFee),
  };
}

/** Where the amounts come from. */
export function performanceNumbers(
  points: v2.EquitySeries["points"],
  { profit }: Statistics,
  { count, fees, funding }: ClosedSummary,
): Readonly<Record<"profit" | "fees" | "funding", RowNumber>> {
  const deposited = points.slice(1).reduce((sum, point) => sum.plus(point.deposited), big("0"));
  const positions = String(count);
  return {
    profit: {
      name: "profit",
      value: profit,
      formula: "equity now − equity at the beginning − what was paid in, less what was paid out",
      terms: { now: points.at(-1)!.equity, atTheBeginning: points[0]!.equity, paidIn: deposited.toFixed() },
    },
    fees: {
      name: "fees",
      value: fees,
      formula: "Σ of the positions closed: fee of opening + fee of closing + liquidation fee",
      terms: { positions },
    },
    funding: {
      name: "funding",
      value: funding,
      formula: "Σ of the positions closed: what their settlements paid and got",
      terms: { positions },
    },
  };
}
