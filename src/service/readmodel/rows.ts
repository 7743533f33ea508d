import type { Quanta } from "../../kernel/core/index.ts";
import { QUANTA_PER_UNIT, quantaOf } from "../../kernel/core/index.ts";
import {
  amendmentRow,
  barRow,
  billRow,
  closeRow,
  columnsOf,
  equityRow,
  fillRow,
  orderRow,
  rebateRow,
  tradeRow,
} from "./rowFields.ts";

/**
 * Rows that a reader's thread sends: numbers only, so that a page crosses threads as one transferred buffer.
 * The numbers of a row are its columns in the order listed here; client ids, the only text, are sent beside
 * them.
 */
export interface RowBatch {
  readonly words: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly total: number;
  readonly more: boolean;
}

export const orderColumns = columnsOf(orderRow);
export const fillColumns = columnsOf(fillRow);
/** The ordinal, the last column, is the row's `id`. */
export const closeColumns = columnsOf(closeRow);
export const amendmentColumns = columnsOf(amendmentRow);
export const billColumns = columnsOf(billRow);
export const equityColumns = columnsOf(equityRow);
export const rebateColumns = columnsOf(rebateRow);
export const tradeColumns = columnsOf(tradeRow);
/** The fields of {@link CandleSums} as columns. */
export const barColumns = columnsOf(barRow);

/** Reads the columns of a row one after the other: the order of the reads is the order of the columns. */
export class Cursor {
  readonly #batch: RowBatch;
  #at = 0;
  #text = 0;

  constructor(batch: RowBatch) {
    this.#batch = batch;
  }
  get done(): boolean {
    return this.#at >= this.#batch.words.length;
  }
  int(): number {
    return this.#batch.words[this.#at++]!;
  }
  flag(): boolean {
    return this.int() !== 0;
  }
  money(): Quanta {
    const units = this.int();
    const quanta = this.int();
    // Most amounts are far below 2^53 quanta, where one conversion is enough.
    return units > -90_000_000 && units < 90_000_000
      ? BigInt(units * QUANTA_PER_UNIT + quanta)
      : quantaOf(units, quanta);
  }
  text(): string {
    return this.#batch.texts[this.#text++]!;
  }
}

/** Every row of a batch. */
export function rowsOf<T>(batch: RowBatch, read: (cursor: Cursor) => T): T[] {
  const rows: T[] = [];
  for (const cursor = new Cursor(batch); !cursor.done; ) rows.push(read(cursor));
  return rows;
}
