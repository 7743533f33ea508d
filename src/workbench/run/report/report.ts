import type { MomentView, Performance } from "../../../interface/wire/control/index.ts";
import type { CertificateRefusal, EgressAttempt } from "../egressLog.ts";
import type { EquityPoint } from "./equityCurve.ts";

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
