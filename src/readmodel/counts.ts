import type { DatabaseSync } from "node:sqlite";
import { PendingRows } from "./pendingRows.ts";
import type { Statements } from "./statements.ts";
import { counts } from "./tables.ts";

/*
 * Codes of lists. Lists of an account are counted by contract: fills, closed positions, bills by type, orders by
 * filter key. Lists of the market are those of account 0.
 */
export const FILLS = 0;
/** Plus the type, below 32. */
export const BILLS = 1;
export const BILL_TYPES = 32;
/** Plus the filter key, below 8. */
export const ORDERS = 64;
/** The same orders counted by the span that their id lies in; plus the filter key. */
export const ORDER_SPANS = 72;
export const REBATES = 80;
export const CLOSES = 90;
export const EQUITY = 91;
export const MARKET = 0;
export const TRADES = 100;
export const FUNDING_RATES = 101;
export const MINUTES = 102;
export const PREHISTORY_RATES = 110;
/** Plus price type · 16 + the interval's place. */
export const CANDLES = 128;
export const PREHISTORY_CANDLES = 192;

/** Ids in a span of orders: small enough to count through for each page, large enough that there are few spans. */
export const SPAN_IDS = 16_384;

export function spanOf(order: number): number {
  return Math.floor(order / SPAN_IDS);
}

/** First and last id of a span. */
export function idsOf(span: number): readonly [number, number] {
  return [span * SPAN_IDS, (span + 1) * SPAN_IDS - 1];
}

/** How many lists are remembered; beyond that the memory is cleared once all rows are stored. */
const REMEMBERED_MAX = 200_000;
interface Count {
  readonly account: number;
  readonly contract: number;
  readonly list: number;
  readonly span: number;
  rows: number;
  /** Whether it is among those that changed. */
  isChanged: boolean;
}

/** The counts of a list, by span. Nearly every row lies in the same span as the row before it. */
interface Counted {
  latest: Count;
  readonly earlier: Map<number, Count>;
}

/** More than the number of lists of a contract, so that contract and list together make one small number. */
const LISTS = 256;

/** Counts the rows of every list, going on from what the store holds. */
export class Counts {
  /** By account; then by contract and list. */
  readonly #known = new Map<number, Map<number, Counted>>();
  /** By account: counts that have changed since they were gathered. */
  readonly #changed = new Map<number, Count[]>();
  readonly #stored: Statements;
  readonly rows: PendingRows;
  #remembered = 0;

  constructor(database: DatabaseSync, stored: Statements) {
    this.#stored = stored;
    this.rows = new PendingRows(database, counts, "INSERT OR REPLACE");
  }

  /** Counts one more row, or so many; returns how many there are now. */
  add(account: number, contract: number, list: number, span = 0, rows = 1): number {
    const count = this.#count(account, contract, list, span);
    if (!count.isChanged) {
      count.isChanged = true;
      const changed = this.#changed.get(account);
      if (changed === undefined) this.#changed.set(account, [count]);
      else changed.push(count);
    }
    count.rows += rows;
    return count.rows;
  }

  #count(account: number, contract: number, list: number, span: number): Count {
    let lists = this.#known.get(account);
    if (lists === undefined) {
      lists = new Map();
      this.#known.set(account, lists);
    }
    const key = (contract + 1) * LISTS + list;
    const counted = lists.get(key);
    if (counted === undefined) {
      const latest = this.#load(account, contract, list, span);
      lists.set(key, { latest, earlier: new Map() });
      return latest;
    }
    if (counted.latest.span !== span) {
      const found = counted.earlier.get(span) ?? this.#load(account, contract, list, span);
      counted.earlier.set(counted.latest.span, counted.latest);
      counted.latest = found;
    }
    return counted.latest;
  }

  #load(account: number, contract: number, list: number, span: number): Count {
    this.#remembered++;
    const [row] = this.#stored.rows(
      counts,
      "WHERE account = ? AND list = ? AND contract = ? AND span = ?",
      ...[account, list, contract, span],
    );
    const rows = row === undefined ? 0 : (row[4] as number);
    return { account, contract, list, span, rows, isChanged: false };
  }

  /** Makes rows of what has changed. */
  gather(): void {
    for (const account of this.#changed.keys()) this.gatherOf(account);
  }

  gatherOf(account: number): void {
    for (const count of this.#changed.get(account) ?? []) {
      this.rows.put(account, [account, count.list, count.contract, count.span, count.rows]);
      count.isChanged = false;
    }
    this.#changed.delete(account);
  }

  /** Whether more is remembered than need be. */
  get isFull(): boolean {
    return this.#remembered > REMEMBERED_MAX;
  }

  /** Called when all rows are stored. */
  forget(): void {
    if (!this.isFull) return;
    this.#known.clear();
    this.#remembered = 0;
  }
}

/** The counted rows of the lists from `first` to `last`, of one contract or of all. */
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
