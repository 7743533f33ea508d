import type { DatabaseSync } from "node:sqlite";
import {
  eventLayouts,
  fixedWords,
  isPlan,
  offsetsOf,
  orderWords,
  type RecordView,
  readOnlyText,
  type TimeMs,
} from "../../kernel/core/index.ts";
import { type OrderCounts, PLAN_KEYS, TRAILING_KEYS } from "./orderCounts.ts";
import { contractKey, Ordinals } from "./ordinals.ts";
import { PendingRows } from "./pendingRows.ts";
import { closeEntry } from "./rowFields.ts";
import type { Table } from "./table.ts";
import { amendments, closedPositions, orders } from "./tables.ts";

/** A table of rows of accounts; rows get their numbers when they are gathered, before they are written. */
export abstract class AccountTable {
  readonly rows: PendingRows;
  readonly #database: DatabaseSync;
  readonly #table: Table;
  readonly #ordinals: Ordinals[] = [];

  constructor(database: DatabaseSync, table: Table) {
    this.#database = database;
    this.#table = table;
    this.rows = new PendingRows(database, table);
  }

  /** Called when all rows are stored. */
  forget(): void {
    for (const ordinals of this.#ordinals) ordinals.forget();
  }

  /** Numbers in the column `ordinal` within the account, and within the filters of these columns. */
  protected numbered(ordinal: string, ...filters: string[]): Ordinals {
    const within = ["account", ...filters].map((column) => `${column} = ?`).join(" AND ");
    const stored = `SELECT max(${ordinal}) FROM ${this.#table.name} WHERE ${within}`;
    const ordinals = new Ordinals(this.#database, stored);
    this.#ordinals.push(ordinals);
    return ordinals;
  }
}

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

const amended = offsetsOf(eventLayouts.orderAmended);
const resized = offsetsOf(eventLayouts.orderResized);

/** Changes of resting orders, numbered within the order. */
export class AmendmentTable extends AccountTable {
  readonly #order = this.numbered("ordinal", "order_id");

  constructor(database: DatabaseSync) {
    super(database, amendments);
  }

  /** @param at the word of an `orderAmended` event; the size includes what was filled already */
  amended(view: RecordView, at: number, time: TimeMs, seq: number): void {
    const word = (offset: number): number => view.words[at + offset]!;
    const filled = word(amended.size) - word(amended.remaining);
    this.#write(
      [word(amended.account), word(amended.contract), word(amended.order)],
      [word(amended.priceBefore), word(amended.price)],
      [filled + word(amended.by), word(amended.size)],
      [time, seq],
    );
  }

  /** @param at the word of an `orderResized` event; an order that does not rest in the book gets no row */
  resized(view: RecordView, at: number, time: TimeMs, seq: number): void {
    const word = (offset: number): number => view.words[at + offset]!;
    if (word(resized.resting) === 0) return;
    this.#write(
      [word(resized.account), word(resized.contract), word(resized.order)],
      [word(resized.price), word(resized.price)],
      [word(resized.size) + word(resized.by), word(resized.size)],
      [time, seq],
    );
  }

  #write(
    [account, contract, order]: readonly [number, number, number],
    ...rest: readonly (readonly [number, number])[]
  ): void {
    const place = this.#order.next(order, account, order);
    this.rows.put(account, [account, contract, order, ...rest.flat(), place]);
  }
}

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
