import type { DatabaseSync } from "node:sqlite";
import { eventLayouts, offsetsOf, type RecordView, type TimeMs } from "../../kernel/core/index.ts";
import { AccountTable } from "./accountTable.ts";
import { amendments } from "./tables.ts";

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
