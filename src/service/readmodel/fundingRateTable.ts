import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TimeMs } from "../../kernel/core/index.ts";
import { MARKET, PendingRows } from "./pendingRows.ts";
import { fundingRates } from "./tables.ts";

/** When a contract's last rate was settled, and its number. */
interface Numbered {
  readonly time: TimeMs;
  readonly ordinal: number;
}

/** Settled funding rates, numbered within the contract. Of two rates at one time the later one stays. */
export class FundingRateTable {
  readonly rows: PendingRows;
  readonly #known: StatementSync;
  /** By contract. */
  readonly #last = new Map<number, Numbered>();

  constructor(database: DatabaseSync) {
    this.rows = new PendingRows(database, fundingRates, "INSERT OR REPLACE");
    this.#known = database.prepare(
      "SELECT time, ordinal FROM funding_rates WHERE contract = ? ORDER BY time DESC LIMIT 1",
    );
  }

  write(contract: number, time: TimeMs, rate: number): void {
    let last = this.#last.get(contract) ?? (this.#known.get(contract) as Numbered | undefined);
    if (last?.time !== time) last = { time, ordinal: (last?.ordinal ?? 0) + 1 };
    this.#last.set(contract, last);
    this.rows.put(MARKET, [contract, time, rate, last.ordinal]);
  }
}
