import type { DatabaseSync } from "node:sqlite";
import { PendingRows } from "./pendingRows.ts";
import { Statements } from "./statements.ts";
import { orderCounts } from "./tables.ts";

/**
 * The first filter key of the plan family; those of its trailing stops come after the others: see
 * `filterKeyOf`.
 */
export const PLAN_KEYS = 4;
export const TRAILING_KEYS = 2 * PLAN_KEYS;
export const FILTER_KEYS = 3 * PLAN_KEYS;

/** How many counts are remembered; beyond that the memory is cleared once all rows are stored. */
const REMEMBERED_MAX = 200_000;

interface Count {
  readonly contract: number;
  readonly filterKey: number;
  rows: number;
  /** Whether the count changed since it was last made a row. */
  isChanged: boolean;
}

/** The counts of an account, and their sum. */
interface Counted {
  readonly of: Map<number, Count>;
  orders: number;
}

/** Counts the orders of accounts by contract and filter key, going on from what the store holds. */
export class OrderCounts {
  readonly rows: PendingRows;
  readonly #stored: Statements;
  readonly #known = new Map<number, Counted>();
  readonly #changed = new Set<number>();
  #remembered = 0;

  constructor(database: DatabaseSync) {
    this.#stored = new Statements(database);
    this.rows = new PendingRows(database, orderCounts, "INSERT OR REPLACE");
  }

  /** Counts one more order; returns the number of the account's orders, of all contracts and keys. */
  add(account: number, contract: number, filterKey: number): number {
    const counted = this.#known.get(account) ?? this.#load(account);
    const count =
      counted.of.get(keyOf(contract, filterKey)) ?? this.#remember(counted, contract, filterKey, 0);
    count.rows++;
    count.isChanged = true;
    this.#changed.add(account);
    return ++counted.orders;
  }

  #load(account: number): Counted {
    const counted: Counted = { of: new Map(), orders: 0 };
    for (const row of this.#stored.rows(orderCounts, "WHERE account = ?", account) as number[][]) {
      const { rows } = this.#remember(counted, row[1]!, row[2]!, row[3]!);
      counted.orders += rows;
    }
    this.#known.set(account, counted);
    return counted;
  }

  #remember(counted: Counted, contract: number, filterKey: number, rows: number): Count {
    const count = { contract, filterKey, rows, isChanged: false };
    counted.of.set(keyOf(contract, filterKey), count);
    this.#remembered++;
    return count;
  }

  /** Makes rows of the counts that have changed. */
  gather(): void {
    for (const account of this.#changed) this.gatherOf(account);
  }

  gatherOf(account: number): void {
    if (!this.#changed.delete(account)) return;
    for (const count of this.#known.get(account)!.of.values()) {
      if (count.isChanged) this.rows.put(account, [account, count.contract, count.filterKey, count.rows]);
      count.isChanged = false;
    }
  }

  /** Whether more counts are remembered than necessary. */
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

function keyOf(contract: number, filterKey: number): number {
  return contract * FILTER_KEYS + filterKey;
}

/** An account's counted orders of some filter keys, of one contract or of all. @throws DamageError */
export function countedOrders(
  statements: Statements,
  account: number,
  contract: number | undefined,
  filterKeys: readonly number[],
): number {
  const rows = statements.rows(orderCounts, "WHERE account = ?", account) as [
    number,
    number,
    number,
    number,
  ][];
  return rows
    .filter(([, of, filterKey]) => (contract ?? of) === of && filterKeys.includes(filterKey))
    .reduce((sum, [, , , count]) => sum + count, 0);
}
