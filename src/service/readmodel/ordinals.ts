import type { DatabaseSync, StatementSync } from "node:sqlite";

/** How many keys of a counter are remembered between transactions; beyond that the memory is cleared. */
const REMEMBERED_MAX = 200_000;

/** Counts 1, 2, 3 … within a key, starting from the table's last ordinal. */
export class Ordinals {
  readonly #last = new Map<number, number>();
  readonly #stored: StatementSync;

  /** @param stored a query of the last ordinal of a key, null if there is none */
  constructor(database: DatabaseSync, stored: string) {
    this.#stored = database.prepare(stored);
    this.#stored.setReturnArrays(true);
  }

  /** @param key a number that stands for `columns`, the parameters of the query */
  next(key: number, ...columns: number[]): number {
    const last = this.#last.get(key) ?? this.#load(columns);
    this.#last.set(key, last + 1);
    return last + 1;
  }

  #load(columns: readonly number[]): number {
    const row = this.#stored.get(...columns) as unknown as [number | null];
    return row[0] ?? 0;
  }

  /** Called when all rows that were numbered are stored. */
  forget(): void {
    if (this.#last.size > REMEMBERED_MAX) this.#last.clear();
  }
}

/** One number for an account and a contract (−1 included): below 2^48 while accounts are below 2^32. */
export function contractKey(account: number, contract: number): number {
  return account * 65_536 + contract + 1;
}
