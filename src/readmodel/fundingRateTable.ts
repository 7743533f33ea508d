import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TimeMs } from "../core/index.ts";
import { type Counts, FUNDING_RATES, MARKET } from "./counts.ts";
import { fundingRates } from "./tables.ts";

/** Settled funding rates, numbered within the contract. Of two rates at one time the later one stays. */
export class FundingRateTable {
  readonly #save: StatementSync;
  readonly #known: StatementSync;
  readonly #counts: Counts;

  constructor(database: DatabaseSync, counts: Counts) {
    this.#save = fundingRates.insert(database, "INSERT OR REPLACE");
    this.#known = database.prepare("SELECT ordinal FROM funding_rates WHERE contract = ? AND time = ?");
    this.#counts = counts;
  }

  write(contract: number, time: TimeMs, rate: number): void {
    const known = this.#known.get(contract, time) as { readonly ordinal: number } | undefined;
    const ordinal = known?.ordinal ?? this.#counts.add(MARKET, contract, FUNDING_RATES);
    this.#save.run(...fundingRates.sealed(contract, time, rate, ordinal));
  }
}
