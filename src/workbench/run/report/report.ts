import type { MomentView, Performance } from "../../../interface/wire/control/index.ts";
import type { CertificateRefusal, EgressAttempt } from "../egressLog.ts";

/**
 * The results of a run; money as decimals of USDT, times in Unix ms. `--report FILE.json` writes this object.
 */
export interface RunReport {
  readonly command: readonly string[];
  /** The program's exit code; 128 + n if signal n ended it. */
  readonly exitCode: number;
  /** Host time, or the program's time if that passed faster. */
  readonly startedTime: number;
  readonly endedTime: number;
  /** How many times as fast as the host's time the program's passed; absent: equally fast. */
  readonly speed?: number;
  /** Hosts for which the venue stood in. */
  readonly standIns: readonly string[];
  /** Whether the program had a network of its own, so that nothing can have left the machine. */
  readonly guarded: boolean;
  readonly requests: RequestsReport;
  /** Accounts that did something, and always the program's own. */
  readonly accounts: readonly AccountReport[];
  /** Moments of the venue's scenario that came while the program ran, and their outcomes. */
  readonly moments: readonly MomentView[];
  /** Other hosts that the program tried; in vain, if it was guarded. */
  readonly elsewhere: readonly EgressAttempt[];
  /**
   * Connections to stand-ins over which no request came: their clients did not trust the certificate, or
   * kept them in reserve.
   */
  readonly distrusted: readonly CertificateRefusal[];
}

export interface RequestsReport {
  readonly total: number;
  readonly refused: number;
  /** Requests answered faster than the request log could be read; no other figure includes them. */
  readonly uncounted: number;
  /** When the first request was answered, in the program's time; 0 without requests. */
  readonly firstTime: number;
  /** Median duration of the last 10 000 answers, in the program's time; 0 without requests. */
  readonly medianMs: number;
  /** p99 of the durations of the last 10 000 answers, in the program's time; 0 without requests. */
  readonly slowMs: number;
  readonly operations: readonly OperationReport[];
  readonly refusals: readonly RefusalReport[];
}

export interface OperationReport {
  readonly operation: string;
  readonly requests: number;
  readonly refused: number;
}

export interface RefusalReport {
  readonly code: string;
  readonly operation: string;
  readonly times: number;
  /** The reason of the last refusal, with the numbers that decided. */
  readonly reason: string;
  /** What can be done about the refusal; "" where the reason says so. */
  readonly remedy: string;
}

export interface AccountReport {
  readonly name: string;
  readonly orders: OrdersReport;
  readonly fills: number;
  /** Σ price × size of the fills. */
  readonly traded: string;
  readonly fees: string;
  /** Realized profit of what was closed, after the fees of closing. */
  readonly realized: string;
  /** Funding received; below 0: paid in total. */
  readonly funding: string;
  readonly equityBefore: string;
  readonly equityAfter: string;
  /** Change of equity less deposits plus withdrawals: it includes everything, open positions at mark too. */
  readonly pnl: string;
  /** Profit and loss, and more, in market time, by contract and day (docs/reference/statistics.md). */
  readonly performance: Performance;
  readonly equityCurve: readonly EquityPoint[];
  readonly positions: readonly {
    readonly symbol: string;
    readonly leg: string;
    readonly size: string;
    readonly unrealized: string;
  }[];
}

export interface OrdersReport {
  readonly placed: number;
  readonly filled: number;
  /** Orders that ended before they were filled completely. */
  readonly canceled: number;
  readonly live: number;
}

/** Points kept: as many as a page shows in the width of a screen. */
export const POINTS_MAX = 512;

export interface EquityPoint {
  /** Host time, Unix ms. */
  readonly time: number;
  /** USDT, a decimal. */
  readonly equity: string;
}

/**
 * Equity over a run of any length in a bounded number of points: when the curve is full, every other point is
 * dropped.
 */
export class EquityCurve {
  #points: EquityPoint[] = [];
  /** Of this many points that are offered, one is kept. */
  #stride = 1;
  #offered = 0;

  add(point: EquityPoint): void {
    if (this.#offered++ % this.#stride !== 0) return;
    this.#points.push(point);
    if (this.#points.length < POINTS_MAX) return;
    this.#points = this.#points.filter((_, i) => i % 2 === 0);
    this.#stride *= 2;
  }

  /** Adds the last point, which is always kept. */
  end(point: EquityPoint): void {
    this.#points.push(point);
  }

  points(): readonly EquityPoint[] {
    return this.#points;
  }
}

/** Answers that take longer than this, in ms of the program's time, change what the program does. */
const SLOW_MS = 1_000;

/** How the program's time passed, in a sentence or two; none if it was the host's. */
export function timeText({ speed, startedTime, endedTime, requests }: RunReport): string | undefined {
  if (speed === undefined) return undefined;
  const date = (ms: number): string => new Date(ms).toISOString();
  const passed = `${date(startedTime)} to ${date(endedTime)}, ${speed} times as fast as the host's`;
  if (requests.firstTime === 0) return `${passed}; it asked for nothing`;
  const took = `half of the answers took up to ${requests.medianMs.toFixed(1)} ms of it, a hundredth more than ${requests.slowMs.toFixed(1)} ms`;
  const advice =
    requests.slowMs > SLOW_MS ? ". That is slow to a program: a lower --speed makes it less so" : "";
  return `${passed}; first answer at ${date(requests.firstTime)}; ${took}${advice}`;
}
