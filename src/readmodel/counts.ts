import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Statements } from "./statements.ts";
import { counts } from "./tables.ts";

/*
 * Codes of lists. Those of an account are counted by contract: fills, closed positions, bills by type, orders by lane. Those of the market
 * are the lists of account 0.
 */
export const FILLS = 0;
/** Plus the type, below 32. */
export const BILLS = 1;
export const BILL_TYPES = 32;
/** Plus the lane, below 8. */
export const ORDERS = 64;
/** The same orders once more, by the span that their id lies in; plus the lane. */
export const ORDER_SPANS = 72;
export const REBATES = 80;
export const CLOSES = 90;
export const MARKET = 0;
export const TRADES = 100;
export const FUNDING_RATES = 101;
export const MINUTES = 102;
export const PREHISTORY_RATES = 110;
/** Plus price type · 16 + place of the interval. */
export const CANDLES = 128;
export const PREHISTORY_CANDLES = 192;

/** Ids of a span of orders: small enough to be counted through for each page, large enough that spans are few. */
const SPAN_IDS = 16_384;

export function spanOf(order: number): number {
  return Math.floor(order / SPAN_IDS);
}

/** First and last id of a span. */
export function idsOf(span: number): readonly [number, number] {
  return [span * SPAN_IDS, (span + 1) * SPAN_IDS - 1];
}

/** Lists remembered between transactions; past it the memory starts anew. */
const REMEMBERED_MAX = 200_000;
const SPANS = 2 ** 40;

interface Count {
  readonly account: number;
  readonly contract: number;
  readonly list: number;
  readonly span: number;
  rows: number;
}

/** Counts the rows of every list, going on from what the store holds. */
export class Counts {
  readonly #known = new Map<number, Map<number, Count>>();
  readonly #changed = new Set<Count>();
  readonly #stored: Statements;
  readonly #save: StatementSync;
  #remembered = 0;

  constructor(database: DatabaseSync, stored: Statements) {
    this.#stored = stored;
    this.#save = counts.insert(database, "INSERT OR REPLACE");
  }

  /** One row more; returns how many there are now. */
  add(account: number, contract: number, list: number, span = 0): number {
    const of = account * 65_536 + contract + 1;
    let lists = this.#known.get(of);
    if (lists === undefined) {
      lists = new Map();
      this.#known.set(of, lists);
    }
    const key = list * SPANS + span;
    let count = lists.get(key);
    if (count === undefined) {
      count = { account, contract, list, span, rows: this.#load(account, contract, list, span) };
      lists.set(key, count);
      this.#remembered++;
    }
    this.#changed.add(count);
    return ++count.rows;
  }

  #load(account: number, contract: number, list: number, span: number): number {
    const [row] = this.#stored.rows(
      counts,
      "WHERE account = ? AND list = ? AND contract = ? AND span = ?",
      ...[account, list, contract, span],
    );
    return row === undefined ? 0 : (row[4] as number);
  }

  /** Writes what is held back until the end of the transaction. */
  flush(): void {
    for (const { account, list, contract, span, rows } of this.#changed) {
      this.#save.run(...counts.sealed(account, list, contract, span, rows));
    }
    this.#changed.clear();
  }

  committed(): void {
    if (this.#remembered <= REMEMBERED_MAX) return;
    this.#known.clear();
    this.#remembered = 0;
  }
}

/** Rows of the lists from `first` to `last`, of one contract or all, as they were counted. */
export function counted(
  statements: Statements,
  {
    account,
    first,
    last,
    contract,
  }: { account: number; first: number; last: number; contract?: number | undefined },
): number {
  let sum = 0;
  for (const row of statements.rows(
    counts,
    "WHERE account = ? AND list BETWEEN ? AND ?",
    account,
    first,
    last,
  )) {
    if (contract === undefined || row[2] === contract) sum += row[4] as number;
  }
  return sum;
}
