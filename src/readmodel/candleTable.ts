import type { DatabaseSync, StatementSync } from "node:sqlite";
import { QUANTA_PER_UNIT } from "../core/index.ts";
import { addTrade, type Bar, barOf, barStart, flatBar, MINUTE_MS, PRICE_TYPES, wordsOf } from "./candle.ts";
import { BAR_WORDS, CANDLE_INTERVALS, type Prehistory } from "./history.ts";
import { insertInto } from "./ordinals.ts";
import { barColumns } from "./rows.ts";

/** Codes of price types in the tables. */
export const LAST = 0;
export const MARK = 1;
export const INDEX = 2;

/** A series: contract and price type. */
interface Minute {
  readonly contract: number;
  readonly price: number;
  bar: Bar;
  /** Changed in this transaction. */
  dirty: boolean;
}

/**
 * Candles of every contract and price type, added up from minutes.
 *
 * The minute in progress is the only bar that changes with every event; it is kept in `minutes`. When the first event
 * of a later minute comes, it is added to the bar of each interval in `candles`: nine rows a minute instead of nine a
 * transaction, and low intervals add up to high ones because the high ones are made of nothing else.
 */
export class CandleTable {
  readonly #series = new Map<number, Minute>();
  readonly #saveMinute: StatementSync;
  readonly #addBar: StatementSync;

  constructor(database: DatabaseSync) {
    this.#saveMinute = database.prepare(
      insertInto("minutes", ["contract", "price", ...barColumns]).replace("INSERT", "INSERT OR REPLACE"),
    );
    this.#addBar = database.prepare(`
      ${insertInto("candles", ["contract", "price", "interval", ...barColumns, "opened"])}
      ON CONFLICT DO UPDATE SET high = max(high, excluded.high), low = min(low, excluded.low), close = excluded.close,
        volume = volume + excluded.volume, ${addedMoney("value")}, trades = trades + excluded.trades,
        bought_volume = bought_volume + excluded.bought_volume, ${addedMoney("bought_value")}`);
    const stored = database.prepare(`SELECT ${barColumns.join(", ")}, contract, price FROM minutes`);
    stored.setReturnArrays(true);
    for (const row of stored.all() as unknown as number[][]) {
      const [contract, price] = row.slice(barColumns.length) as [number, number];
      const key = contract * PRICE_TYPES.length + price;
      this.#series.set(key, { contract, price, bar: barOf(row), dirty: false });
    }
  }

  /** A price was seen. */
  tick(contract: number, price: number, at: number, time: number): void {
    this.#see(contract, price, at, time);
  }

  /** The last price was traded at. */
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

  /** Draws the price into the minute in progress, and gives that. */
  #see(contract: number, price: number, at: number, time: number): Bar {
    const key = contract * PRICE_TYPES.length + price;
    const begins = barStart(time, MINUTE_MS);
    let minute = this.#series.get(key);
    if (minute === undefined) {
      minute = { contract, price, bar: flatBar(begins, at), dirty: true };
      this.#series.set(key, minute);
    } else if (minute.bar.time !== begins) {
      this.#closeMinute(minute);
      minute.bar = flatBar(begins, at);
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
    const [, ...words] = wordsOf(bar);
    for (const interval of CANDLE_INTERVALS) {
      this.#addBar.run(contract, price, interval, barStart(bar.time, interval), ...words, bar.time);
    }
  }

  /** Writes what is held back until the end of the transaction. */
  flush(): void {
    for (const minute of this.#series.values()) {
      if (!minute.dirty) continue;
      this.#saveMinute.run(minute.contract, minute.price, ...wordsOf(minute.bar));
      minute.dirty = false;
    }
  }
}

/** Adds money to the row that is there. */
function addedMoney(name: string): string {
  const [units, quanta] = [`${name}_units`, `${name}_quanta`];
  return `${units} = ${units} + excluded.${units} + (${quanta} + excluded.${quanta}) / ${QUANTA_PER_UNIT},
        ${quanta} = (${quanta} + excluded.${quanta}) % ${QUANTA_PER_UNIT}`;
}

/** Writes pre-history inside the caller's transaction; what is there already stays. */
export function insertPrehistory(
  database: DatabaseSync,
  { contract, candles, fundingRates }: Prehistory,
): void {
  const insertBar = database.prepare(
    `${insertInto("prehistory_candles", ["contract", "price", "interval", ...barColumns])} ON CONFLICT DO NOTHING`,
  );
  for (const { price, intervalMs, bars } of candles) {
    const code = PRICE_TYPES.indexOf(price);
    for (let at = 0; at < bars.length; at += BAR_WORDS) {
      insertBar.run(contract, code, intervalMs, ...bars.subarray(at, at + BAR_WORDS));
    }
  }
  const insertRate = database.prepare(
    "INSERT INTO prehistory_funding_rates VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  for (const { time, rate } of fundingRates) insertRate.run(contract, time, rate);
}
