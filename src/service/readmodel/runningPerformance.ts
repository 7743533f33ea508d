import type { TimeMs } from "../../kernel/core/index.ts";
import { bigDivHalfEven, bigSqrtFloor } from "../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import type { Gain } from "./chain.ts";
import { Chain, gainOf } from "./chain.ts";
import type { EquityRow } from "./history.ts";

/** A single return of 1, in its units of 1e-12. */
const RETURN_ONE = 10n ** 12n;
const SHARPE_ONE = 10_000n;
const YEAR_MS = 365 * DAY_MS;
/** A Sharpe ratio is computed of the longest intervals of which a span has at least this many. */
const RETURNS_WANTED = 10;

/** Of the returns of whole intervals. */
export interface Sharpe {
  /** Annualised, in 1e-4; undefined below two returns, or where all are the same. */
  readonly sharpe: number | undefined;
  /** The length of the intervals, and how many returns there are. */
  readonly sharpeIntervalMs: number;
  readonly sharpeReturns: number;
}

/**
 * The performance of an account since a certain time, point by point: the same return, drawdown and Sharpe
 * ratio are in statistics, on leaderboards and in contests (docs/reference/statistics.md). Points ascend by
 * time; a point includes everything before its time.
 */
export class RunningPerformance {
  /** When it begins. */
  readonly from: TimeMs;
  readonly #chain: Chain;
  readonly #returns: readonly Returns[];
  #last: EquityRow;

  /** @param of a performance that this one continues */
  constructor(first: EquityRow, of?: RunningPerformance) {
    this.#last = first;
    if (of === undefined) {
      this.from = first.time;
      this.#chain = new Chain();
      this.#returns = [MINUTE_MS, HOUR_MS, DAY_MS].map((each) => new Returns(each, first));
    } else {
      this.from = of.from;
      this.#chain = of.#chain.copy();
      this.#returns = of.#returns.map((each) => each.copy());
    }
  }

  add(point: EquityRow): void {
    this.#chain.add(gainBetween(this.#last, point));
    for (const each of this.#returns) each.add(this.#last, point);
    this.#last = point;
  }

  copy(): RunningPerformance {
    return new RunningPerformance(this.#last, this);
  }

  get last(): EquityRow {
    return this.#last;
  }

  /** In 1e-8. */
  get return(): bigint {
    return this.#chain.return;
  }

  /** In 1e-8, 0 or above. */
  get drawdown(): bigint {
    return this.#chain.drawdown;
  }

  /** @param sampledMs the distance of points where there are too few hours, ms */
  sharpe(sampledMs: number = MINUTE_MS): Sharpe {
    const spanMs = this.#last.time - this.from;
    const intervalMs = [DAY_MS, HOUR_MS].find((each) => spanMs >= each * RETURNS_WANTED) ?? sampledMs;
    return this.#returns.find((each) => each.intervalMs === intervalMs)!.sharpe;
  }
}

export function gainBetween(before: EquityRow, after: EquityRow): Gain {
  return gainOf(before.equity, after.equity, after.deposited - before.deposited);
}

/**
 * Returns of whole intervals in 1e-12, half-even, added up; an interval that began without money counts as
 * none.
 */
class Returns {
  readonly intervalMs: number;
  /** When the present interval ends. */
  #end: TimeMs;
  /** The point at which the present interval began; undefined before the first. */
  #began: EquityRow | undefined;
  #count = 0;
  #sum = 0n;
  #squares = 0n;

  constructor(intervalMs: number, first: EquityRow) {
    this.intervalMs = intervalMs;
    this.#end = Math.ceil(first.time / intervalMs) * intervalMs;
    if (this.#end === first.time) this.#over(first, 1);
  }

  add(before: EquityRow, point: EquityRow): void {
    if (this.#end < point.time) this.#over(before, Math.ceil((point.time - this.#end) / this.intervalMs));
    if (this.#end === point.time) this.#over(point, 1);
  }

  /** `intervals` intervals are over: the first one ends at `point`, in the others nothing has changed. */
  #over(point: EquityRow, intervals: number): void {
    this.#end += intervals * this.intervalMs;
    const { gained, worked } = gainBetween(this.#began ?? point, point);
    if (this.#began !== undefined && worked > 0n) {
      const result = bigDivHalfEven(gained * RETURN_ONE, worked);
      this.#count++;
      this.#sum += result;
      this.#squares += result * result;
    }
    if (point.equity > 0n) this.#count += intervals - 1;
    this.#began = point;
  }

  copy(): Returns {
    const copy = new Returns(this.intervalMs, NOTHING);
    copy.#end = this.#end;
    copy.#began = this.#began;
    copy.#count = this.#count;
    copy.#sum = this.#sum;
    copy.#squares = this.#squares;
    return copy;
  }

  /**
   * mean / sample standard deviation · √(intervals in a year of 365 days), towards 0. With S = Σ r and Q = Σ
   * r²: mean² / variance = S² · (n − 1) / (n · (n · Q − S²)).
   */
  get sharpe(): Sharpe {
    const of = { sharpeIntervalMs: this.intervalMs, sharpeReturns: this.#count };
    const n = BigInt(this.#count);
    const spread = n * this.#squares - this.#sum * this.#sum;
    if (n < 2n || spread === 0n) return { sharpe: undefined, ...of };
    const perYear = BigInt(YEAR_MS / this.intervalMs);
    const square = (this.#sum * this.#sum * (n - 1n) * perYear * SHARPE_ONE * SHARPE_ONE) / (n * spread);
    const root = Number(bigSqrtFloor(square));
    return { sharpe: this.#sum < 0n ? -root : root, ...of };
  }
}

const NOTHING: EquityRow = { time: 0, equity: 0n, deposited: 0n };
