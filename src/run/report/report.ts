import type { Distrusted, Tried } from "../elsewhere.ts";
import type { EquityPoint } from "./equityCurve.ts";

/** What a run came to; money as decimals of USDT, times in Unix ms. `--report FILE.json` writes it as it is. */
export interface RunReport {
  readonly command: readonly string[];
  /** Of the program; 128 + n where signal n ended it. */
  readonly exitCode: number;
  /** Host time, or the program's own where that passed faster. */
  readonly startedTime: number;
  readonly endedTime: number;
  /** How many times as fast the program's time passed as the host's; absent: as fast. */
  readonly speed?: number;
  /** Hosts that the venue stood in for. */
  readonly standIns: readonly string[];
  /** Whether the program had a network of its own, so that nothing can have left. */
  readonly guarded: boolean;
  readonly requests: RequestsReport;
  /** Accounts that did something; the program's own always. */
  readonly accounts: readonly AccountReport[];
  /** Other hosts that the program tried; where it was guarded, in vain. */
  readonly elsewhere: readonly Tried[];
  /** Clients that did not trust the certificate. */
  readonly distrusted: readonly Distrusted[];
}

export interface RequestsReport {
  readonly total: number;
  readonly refused: number;
  /** Answered faster than the request log could be read; in no other figure. */
  readonly uncounted: number;
  /** When the first one was answered, and how long answers took: half of the last 10 000, and all but a hundredth of them. All in the program's time; 0 where there was none. */
  readonly firstTime: number;
  readonly medianMs: number;
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
  /** Of the last one, with the numbers that decided. */
  readonly reason: string;
  /** What can be done about it; "" where the reason says it. */
  readonly remedy: string;
}

export interface AccountReport {
  readonly name: string;
  readonly orders: OrdersReport;
  readonly fills: number;
  /** Σ price × size of what was traded. */
  readonly traded: string;
  readonly fees: string;
  /** Of closed positions, before fees. */
  readonly realized: string;
  /** Below 0: paid. */
  readonly funding: string;
  readonly equityBefore: string;
  readonly equityAfter: string;
  /** Change of equity less what was paid in and plus what was taken out: everything, open positions at mark included. */
  readonly pnl: string;
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
  /** Ended before they were filled whole. */
  readonly canceled: number;
  readonly live: number;
}
