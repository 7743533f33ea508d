import type { Lots, Quanta, Ticks, TimeMs } from "../../kernel/core/index.ts";
import { QUANTA_PER_UNIT, quantaOf } from "../../kernel/core/index.ts";

/** A trade as everybody may see it. */
export interface PublicTrade {
  readonly trade: number;
  readonly time: TimeMs;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Quanta;
  /** Side of the order that arrived: BUY or SELL; and its id. */
  readonly takerSide: number;
  readonly takerOrder: number;
}

/** Recent trades kept per contract. */
export const TAPE_TRADES_MAX = 1_000;

const COLUMNS = 8;
const FIRST_ROWS = 16;

/**
 * The latest trades of one contract, {@link TAPE_TRADES_MAX} of them; writing one allocates nothing once
 * grown.
 */
export class Tape {
  /**
   * Rows of trade, time, price, size, value (units, quanta), taker side, taker order; a ring once it has
   * reached its largest size.
   */
  #rows = new Float64Array(FIRST_ROWS * COLUMNS);
  #held = 0;
  /** Row of the next trade. */
  #next = 0;

  add(
    trade: number,
    time: TimeMs,
    price: Ticks,
    size: Lots,
    units: number,
    quanta: number,
    takerSide: number,
    takerOrder: number,
  ): void {
    if (this.#next * COLUMNS === this.#rows.length) this.#grow();
    const rows = this.#rows;
    const at = this.#next * COLUMNS;
    rows[at] = trade;
    rows[at + 1] = time;
    rows[at + 2] = price;
    rows[at + 3] = size;
    rows[at + 4] = units;
    rows[at + 5] = quanta;
    rows[at + 6] = takerSide;
    rows[at + 7] = takerOrder;
    this.#next = (this.#next + 1) % TAPE_TRADES_MAX;
    if (this.#held < TAPE_TRADES_MAX) this.#held++;
  }

  /** Adds a trade in its object form. */
  addTrade({ trade, time, price, size, value, takerSide, takerOrder }: PublicTrade): void {
    const unit = BigInt(QUANTA_PER_UNIT);
    this.add(trade, time, price, size, Number(value / unit), Number(value % unit), takerSide, takerOrder);
  }

  /** Up to `limit` trades, newest first. */
  latest(limit: number): readonly PublicTrade[] {
    const trades: PublicTrade[] = [];
    const count = Math.min(limit, this.#held);
    for (let i = 1; i <= count; i++)
      trades.push(this.#read((this.#next - i + TAPE_TRADES_MAX) % TAPE_TRADES_MAX));
    return trades;
  }

  /** The first trade at a time or later that is kept; 0 if there is none. */
  firstSince(time: TimeMs): number {
    let [low, high] = [0, this.#held];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(middle, 1) < time) low = middle + 1;
      else high = middle;
    }
    return low === this.#held ? 0 : this.#at(low, 0);
  }

  /** A column of a trade, counted from the oldest that is kept. */
  #at(place: number, column: number): number {
    const row = (this.#next - this.#held + place + TAPE_TRADES_MAX) % TAPE_TRADES_MAX;
    return this.#rows[row * COLUMNS + column]!;
  }

  #read(row: number): PublicTrade {
    const at = row * COLUMNS;
    const [trade, time, price, size, units, quanta, takerSide, takerOrder] = this.#rows.subarray(
      at,
      at + COLUMNS,
    );
    return {
      trade: trade!,
      time: time!,
      price: price!,
      size: size!,
      value: quantaOf(units!, quanta!),
      takerSide: takerSide!,
      takerOrder: takerOrder!,
    };
  }

  #grow(): void {
    const rows = new Float64Array(Math.min(this.#rows.length * 2, TAPE_TRADES_MAX * COLUMNS));
    rows.set(this.#rows);
    this.#rows = rows;
  }
}
