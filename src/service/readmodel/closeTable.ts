import type { DatabaseSync } from "node:sqlite";
import { eventLayouts, offsetsOf, type RecordView, type TimeMs } from "../../kernel/core/index.ts";
import { AccountTable } from "./accountTable.ts";
import { contractKey } from "./ordinals.ts";
import { closeEntry } from "./rowFields.ts";
import { closedPositions } from "./tables.ts";

const closed = offsetsOf(eventLayouts.positionClosed);

/** The fields of a row as offsets in the event; an amount of money has two words. */
const FIELDS = Object.entries(closeEntry).flatMap(([name, kind]) => {
  const at = closed[name as keyof typeof closeEntry];
  return kind === "money" ? [at, at + 1] : [at];
});

/** Positions that have ended, numbered within the account and within each of its contracts. */
export class CloseTable extends AccountTable {
  readonly #all = this.numbered("ordinal");
  readonly #contract = this.numbered("contract_ordinal", "contract");

  constructor(database: DatabaseSync) {
    super(database, closedPositions);
  }

  /** @param at of a `positionClosed` */
  write({ words }: RecordView, at: number, time: TimeMs, seq: number): void {
    const account = words[at + closed.account]!;
    const contract = words[at + closed.contract]!;
    let to = this.rows.add(account);
    const row = this.rows.words;
    for (const field of FIELDS) row[to++] = words[at + field]!;
    row[to++] = time;
    row[to++] = seq;
    row[to++] = this.#all.next(account, account);
    row[to] = this.#contract.next(contractKey(account, contract), account, contract);
  }
}
