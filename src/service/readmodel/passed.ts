import type { Quanta } from "../../kernel/core/index.ts";
import { BILL_FIX_MARGIN, BILL_FUNDING, NONE } from "../../kernel/core/index.ts";
import { isFromOutside } from "./equityTable.ts";
import type { PassedRow } from "./history.ts";

/** Trades with one account: what was gained against the index at each, and the fees paid for them. */
export const PASSED_TRADES = 1;
/** Funding received. */
export const PASSED_FUNDING = 2;
/** What the insurance fund paid for an account that had lost more than it had. */
export const PASSED_COVER = 3;
/** What came in from outside, less what went out: deposits, transfers, gifts, refunds, rebates. */
export const PASSED_MOVED = 4;
/** What is left of the rise of equity: moves of the index brought it on what was held. */
export const PASSED_MARKET = 5;

/** One side of a trade. */
export interface PassedFill {
  readonly counterparty: number;
  readonly buys: boolean;
  /** What was paid; price · size in the book, an agreed value elsewhere. */
  readonly value: Quanta;
  /** What the same lots were worth at the index. */
  readonly atIndex: Quanta;
  readonly fees: Quanta;
}

type Sums = { -readonly [K in keyof PassedRow]: PassedRow[K] };

/**
 * Adds up what passed between one account and others: at each trade against the index, so that what one gains
 * the other loses, to the quantum, and no book can hide it; by funding; of the insurance fund; from outside.
 */
export class Passed {
  readonly #sums = new Map<string, Sums>();

  filled({ counterparty, buys, value, atIndex, fees }: PassedFill): void {
    const sums = this.#of(PASSED_TRADES, counterparty);
    sums.count += 1;
    sums.value += value;
    sums.amount += buys ? atIndex - value : value - atIndex;
    sums.fees += fees;
  }

  /**
   * @param type of the bill; those of trades, and of moves between an account's own entries, are none of it
   */
  billed(type: number, amount: Quanta): void {
    const kind = kindOf(type);
    if (kind === undefined) return;
    const sums = this.#of(kind, NONE);
    sums.count += 1;
    sums.amount += amount;
  }

  /** @param rise of the account's equity over the span, positions at the index */
  rows(rise: Quanta): readonly PassedRow[] {
    const rows = [...this.#sums.values()].sort((a, b) => a.kind - b.kind || a.counterparty - b.counterparty);
    const known = rows.reduce((sum, { amount, fees }) => sum + amount - fees, 0n);
    return [...rows, { ...nothing(PASSED_MARKET, NONE), amount: rise - known }];
  }

  #of(kind: number, counterparty: number): Sums {
    const key = `${kind} ${counterparty}`;
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      sums = nothing(kind, counterparty);
      this.#sums.set(key, sums);
    }
    return sums;
  }
}

function nothing(kind: number, counterparty: number): Sums {
  return { kind, counterparty, count: 0, value: 0n, amount: 0n, fees: 0n };
}

function kindOf(type: number): number | undefined {
  if (type === BILL_FUNDING) return PASSED_FUNDING;
  if (type === BILL_FIX_MARGIN) return PASSED_COVER;
  return isFromOutside(type) ? PASSED_MOVED : undefined;
}
