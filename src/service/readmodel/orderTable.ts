import type { DatabaseSync } from "node:sqlite";
import type { RecordView } from "../../kernel/core/index.ts";
import {
  eventLayouts,
  fixedWords,
  isPlan,
  offsetsOf,
  orderWords,
  readOnlyText,
} from "../../kernel/core/index.ts";
import { AccountTable } from "./accountTable.ts";
import { type OrderCounts, PLAN_KEYS, TRAILING_KEYS } from "./orderCounts.ts";
import { orders } from "./tables.ts";

const ended = offsetsOf(eventLayouts.orderEnded);
const FIXED_WORDS = fixedWords(eventLayouts.orderEnded);

/**
 * The number by which orders are filtered: the action (from 0), plus 4 in the plan family, plus 8 of trailing
 * stops.
 */
function filterKeyOf(kind: number, action: number, callbackRate: number): number {
  if (callbackRate !== 0) return action - 1 + TRAILING_KEYS;
  return action - 1 + (isPlan(kind) ? PLAN_KEYS : 0);
}

/** Whether the order of the `orderEnded` record at word `at` was filled, in part at least. */
export function endedFilled({ words }: RecordView, at: number): boolean {
  return words[at + ended.remaining] !== words[at + ended.size];
}

/** Terminal orders, numbered within the account. */
export class OrderTable extends AccountTable {
  readonly #counts: OrderCounts;

  constructor(database: DatabaseSync, counts: OrderCounts) {
    super(database, orders);
    this.#counts = counts;
  }

  /** Writes the `orderEnded` event at word `at`. */
  write(view: RecordView, at: number, seq: number): void {
    const { words } = view;
    const account = words[at + ended.account]!;
    const contract = words[at + ended.contract]!;
    const leftOut = view.leftOut(at);
    const callbackRate = leftOut === 0 ? words[at + ended.callbackRate]! : 0;
    const filterKey = filterKeyOf(words[at + ended.kind]!, words[at + ended.action]!, callbackRate);
    let to = this.rows.add(account, readOnlyText(view, at, FIXED_WORDS));
    const row = this.rows.words;
    // A row begins with the fields of an order in an event, word by word; fields that the event leaves out
    // are 0.
    for (let word = at + 1; word <= at + orderWords; word++) row[to++] = words[word]!;
    const rare = at + ended.filledValue;
    const end = at + FIXED_WORDS[leftOut]!;
    for (let word = rare; word < at + FIXED_WORDS[0]!; word++) row[to++] = word < end ? words[word]! : 0;
    row[to++] = seq;
    row[to++] = this.#counts.add(account, contract, filterKey);
    row[to] = filterKey;
  }
}
