import type { Quanta } from "../../kernel/core/index.ts";
import { BILL_FIX_MARGIN, BILL_FUNDING, NONE } from "../../kernel/core/index.ts";
import { isFromOutside } from "./equityTable.ts";
import type { PassedRow } from "./history.ts";

/** Trades with one account: the gain against the index at each trade, and the fees paid for them. */
export const PASSED_TRADES = 1;
/** Funding received. */
export const PASSED_FUNDING = 2;
/** Paid by the insurance fund for an account that had lost more than it had. */
export const PASSED_COVER = 3;
/** Money from outside, less money that went out: deposits, transfers, gifts, refunds, rebates. */
export const PASSED_MOVED = 4;
/** The rest of the rise of equity: moves of the index, times what was held. */
export const PASSED_MARKET = 5;

/** One side of a trade. */
export interface PassedFill {
  readonly counterparty: number;
  readonly buys: boolean;
  /** The price paid: price · size in the book, an agreed value elsewhere. */
  readonly value: Quanta;
  /** The worth of the same lots at the index. */
  readonly atIndex: Quanta;
  readonly fees: Quanta;
}

type Sums = { -readonly [K in keyof PassedRow]: PassedRow[K] };

/**
 * Adds up what one account gained from others: at each trade against the index, so that one side's gain is
 * the other's loss, to the quantum, and no prices of the book can hide it; by funding; from the insurance
 * fund; from outside.
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
   * @param type of the bill; bills of trades, and of moves between the account's own entries, are not
   * counted here
   */
  billed(type: number, amount: Quanta): void {
    const kind = kindOf(type);
    if (kind === undefined) return;
    const sums = this.#of(kind, NONE);
    sums.count += 1;
    sums.amount += amount;
  }

  /** @param rise of the account's equity over the span, positions valued at the index */
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
