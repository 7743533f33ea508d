import type { DatabaseSync } from "node:sqlite";
import { MINUTE_MS } from "../../kernel/host/clock.ts";
import {
  addTrade,
  barOf,
  barStart,
  type CandleSums,
  extendBar,
  flatSums,
  PRICE_TYPES,
  wordsOf,
} from "./candle.ts";
import { CANDLE_INTERVALS } from "./history.ts";
import { MARKET, PendingRows } from "./pendingRows.ts";
import { barColumns } from "./rows.ts";
import { Statements } from "./statements.ts";
import { candles, minutes } from "./tables.ts";

/** Codes of price types in the tables. */
const LAST = 0;
export const MARK = 1;
export const INDEX = 2;

/** The last bar of an interval; minutes are added to it until one is in a later bar. */
interface OpenBar {
  readonly contract: number;
  readonly price: number;
  readonly interval: number;
  readonly bar: CandleSums;
  /** When the first minute with an event in this bar began. */
  readonly opened: number;
  readonly ordinal: number;
  /** Whether it changed in this transaction. */
  dirty: boolean;
}

/** The minute in progress of a contract and price type, and the last bar of each interval. */
interface Minute {
  readonly contract: number;
  readonly price: number;
  bar: CandleSums;
  readonly open: (OpenBar | undefined)[];
  /** Whether it changed in this transaction. */
  dirty: boolean;
}

/**
 * Candles of every contract and price type, added up from minutes.
 *
 * The minute in progress is the only bar that changes with every event; it is kept in `minutes`. When the
 * first event of a later minute comes, the minute is added to the bar of each interval in `candles`. Changed
 * bars are written at the end of the transaction, once, however many minutes were added. Bars of short
 * intervals add up to those of long ones, since all are made of the same minutes.
 */
export class CandleTable {
  readonly #series = new Map<number, Minute>();
  /** Bars that changed in this transaction. */
  readonly #changed: OpenBar[] = [];
  readonly minutes: PendingRows;
  readonly bars: PendingRows;

  constructor(database: DatabaseSync) {
    this.minutes = new PendingRows(database, minutes, "INSERT OR REPLACE");
    this.bars = new PendingRows(database, candles, "INSERT OR REPLACE");
    const stored = new Statements(database);
    for (const row of stored.rows(minutes, "") as number[][]) {
      const [contract, price] = row.slice(barColumns.length) as [number, number];
      const open = CANDLE_INTERVALS.map((interval) => lastBar(stored, contract, price, interval));
      const key = contract * PRICE_TYPES.length + price;
      this.#series.set(key, { contract, price, bar: barOf(row), open, dirty: false });
    }
  }

  /** The price changed without a trade. */
  tick(contract: number, price: number, at: number, time: number): void {
    this.#see(contract, price, at, time);
  }

  /** There was a trade at this last price. */
  trade(
    contract: number,
    at: number,
    time: number,
    volume: number,
    units: number,
    quanta: number,
    takerSide: number,
  ): void {
    addTrade(this.#see(contract, LAST, at, time), volume, units, quanta, takerSide);
  }

  /** Puts the price into the minute in progress, and returns that minute. */
  #see(contract: number, price: number, at: number, time: number): CandleSums {
    const key = contract * PRICE_TYPES.length + price;
    const begins = barStart(time, MINUTE_MS);
    let minute = this.#series.get(key);
    if (minute === undefined) {
      minute = { contract, price, bar: flatSums(begins, at), open: [], dirty: true };
      this.#series.set(key, minute);
    } else if (minute.bar.time !== begins) {
      this.#closeMinute(minute);
      minute.bar = flatSums(begins, at);
    }
    const { bar } = minute;
    if (at > bar.high) bar.high = at;
    if (at < bar.low) bar.low = at;
    bar.close = at;
    minute.dirty = true;
    return bar;
  }

  #closeMinute(minute: Minute): void {
    const { contract, price, bar } = minute;
    for (const [i, interval] of CANDLE_INTERVALS.entries()) {
      const time = barStart(bar.time, interval);
      let open = minute.open[i];
      if (open?.bar.time === time) extendBar(open.bar, bar);
      else {
        const ordinal = (open?.ordinal ?? 0) + 1;
        const opened = bar.time;
        open = { contract, price, interval, bar: { ...bar, time }, opened, ordinal, dirty: false };
        minute.open[i] = open;
      }
      if (open.dirty) continue;
      open.dirty = true;
      this.#changed.push(open);
    }
  }

  /** Makes rows of the bars that have changed. */
  gather(): void {
    for (const changed of this.#changed) {
      const { bar, contract, price, interval, opened, ordinal } = changed;
      this.bars.put(MARKET, [...wordsOf(bar), contract, price, interval, opened, ordinal]);
      changed.dirty = false;
    }
    this.#changed.length = 0;
    for (const minute of this.#series.values()) {
      if (!minute.dirty) continue;
      this.minutes.put(MARKET, [...wordsOf(minute.bar), minute.contract, minute.price]);
      minute.dirty = false;
    }
  }
}

function lastBar(stored: Statements, contract: number, price: number, interval: number): OpenBar | undefined {
  const [row] = stored.rows(
    candles,
    "WHERE contract = ? AND price = ? AND interval = ? ORDER BY time DESC LIMIT 1",
    ...[contract, price, interval],
  ) as number[][];
  if (row === undefined) return undefined;
  const [opened, ordinal] = [row[candles.place("opened")]!, row[candles.place("ordinal")]!];
  return { contract, price, interval, bar: barOf(row), opened, ordinal, dirty: false };
}
