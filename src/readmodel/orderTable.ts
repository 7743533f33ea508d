import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RecordView } from "../core/index.ts";
import {
  assert,
  eventLayouts,
  fixedWords,
  KIND_PLAN,
  KIND_PRESET_STOP_LOSS,
  offsetsOf,
  readOnlyText,
} from "../core/index.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { orderColumns } from "./rows.ts";

const ended = offsetsOf(eventLayouts.orderEnded);
const FIXED_WORDS = fixedWords(eventLayouts.orderEnded);
/** Where in the event each column of a row stands, up to those that the event does not have. */
const copiedWords = orderColumns.slice(0, orderColumns.indexOf("ended_seq")).map(wordOf);

/** `filled_value_quanta` is the second word of the field `filledValue`. */
function wordOf(column: string): number {
  const name = column
    .replace(/_(id|units|quanta)$/, "")
    .replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const word = (ended as Readonly<Record<string, number>>)[name];
  assert(word !== undefined, `orderEnded has the field of the column ${column}`);
  return column.endsWith("_quanta") ? word + 1 : word;
}

/** Lanes of the plan family begin here: see {@link laneOf}. */
export const PLAN_LANES = 4;

/** What order filters tell apart, in one number: the action (from 0), plus 4 in the plan family. */
export function laneOf(kind: number, action: number): number {
  const plan = kind >= KIND_PLAN && kind <= KIND_PRESET_STOP_LOSS;
  return action - 1 + (plan ? PLAN_LANES : 0);
}

/** Terminal orders and their counts. */
export class OrderTable {
  readonly #rows: PendingRows;
  readonly #count: StatementSync;
  readonly #ordinals: Ordinals;
  /** Orders ended in this transaction. */
  readonly #counts = new Map<number, { account: number; contract: number; lane: number; orders: number }>();

  constructor(database: DatabaseSync) {
    this.#rows = new PendingRows(database, "orders", [...orderColumns, "lane"], "client_id");
    this.#count = database.prepare(
      "INSERT INTO order_counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET orders = orders + excluded.orders",
    );
    this.#ordinals = new Ordinals(database, "SELECT sum(orders) FROM order_counts WHERE account = ?");
  }

  /** Writes the `orderEnded` event at word `at`. */
  write(view: RecordView, at: number, seq: number): void {
    const { words } = view;
    const account = words[at + ended.account]!;
    const contract = words[at + ended.contract]!;
    const lane = laneOf(words[at + ended.kind]!, words[at + ended.action]!);
    let to = this.#rows.add(account, readOnlyText(view, at, FIXED_WORDS));
    const row = this.#rows.words;
    for (const word of copiedWords) row[to++] = words[at + word]!;
    row[to++] = seq;
    row[to++] = this.#ordinals.next(account, account);
    row[to] = lane;
    const key = contractKey(account, contract) * 8 + lane;
    const count = this.#counts.get(key);
    if (count) count.orders++;
    else this.#counts.set(key, { account, contract, lane, orders: 1 });
  }

  /** Writes what is held back until the end of the transaction. */
  flush(): void {
    this.#rows.flush();
    for (const { account, contract, lane, orders } of this.#counts.values()) {
      this.#count.run(account, contract, lane, orders);
    }
    this.#counts.clear();
  }

  committed(): void {
    this.#ordinals.committed();
  }
}
