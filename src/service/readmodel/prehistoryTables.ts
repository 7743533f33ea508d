import type { DatabaseSync } from "node:sqlite";
import { PRICE_TYPES } from "./candle.ts";
import { BAR_WORDS, type Prehistory } from "./history.ts";
import { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";
import { prehistoryCandles, prehistoryFundingRates, prehistoryTables } from "./tables.ts";

/**
 * Writes the generated past inside the caller's transaction; a series is continued after the part of it that
 * is stored already.
 */
export function insertPrehistory(
  database: DatabaseSync,
  { contract, candles, fundingRates }: Prehistory,
): void {
  for (const { price, intervalMs, bars } of candles) {
    const code = PRICE_TYPES.indexOf(price);
    const series = new Continued(database, prehistoryCandles, [contract, code, intervalMs]);
    for (let at = 0; at < bars.length; at += BAR_WORDS) {
      const bar = bars.subarray(at, at + BAR_WORDS);
      series.add(bar[0]!, (ordinal) => [...bar, contract, code, intervalMs, bar[0]!, ordinal]);
    }
  }
  const rates = new Continued(database, prehistoryFundingRates, [contract]);
  for (const { time, rate } of fundingRates) rates.add(time, (ordinal) => [contract, time, rate, ordinal]);
}

/** A series of a table by the columns of its key before the time; its rows are numbered. */
class Continued {
  readonly #add: (row: number[]) => void;
  #time: number;
  #ordinal: number;

  constructor(database: DatabaseSync, table: Table, keys: readonly number[]) {
    const insert = table.insert(database);
    this.#add = (row) => void insert.run(...table.withChecksum(...row));
    const [time, ordinal] = new Statements(database).first(
      `SELECT max(time), max(ordinal) FROM ${table.name} WHERE ${whereSeries(table)}`,
      ...keys,
    ) as readonly (number | null)[];
    this.#time = time ?? Number.NEGATIVE_INFINITY;
    this.#ordinal = ordinal ?? 0;
  }

  /** Adds a row, unless there is one of this time or a later one. */
  add(time: number, rowOf: (ordinal: number) => number[]): void {
    if (time > this.#time) this.#add(rowOf(++this.#ordinal));
  }
}

/** Copies the undamaged series of the generated past from one store to another that has none. */
export function copyPrehistory(from: DatabaseSync, to: DatabaseSync): void {
  const [old, fresh] = [new Statements(from), new Statements(to)];
  for (const table of prehistoryTables) {
    const insert = table.insert(to);
    const keys = table.key.slice(0, -1).join(", ");
    for (const series of old.all(`SELECT DISTINCT ${keys} FROM ${table.name}`)) {
      const where = `WHERE ${whereSeries(table)}`;
      if (fresh.rows(table, `${where} LIMIT 1`, ...series).length > 0) continue;
      for (const row of wholeSeries(old, table, `${where} ORDER BY time`, series))
        insert.run(...table.withChecksum(...row));
    }
  }
}

function whereSeries(table: Table): string {
  return table.key
    .slice(0, -1)
    .map((column) => `${column} = ?`)
    .join(" AND ");
}

/** The rows of a series; none if one of them is damaged, or missing between two. */
function wholeSeries(
  statements: Statements,
  table: Table,
  where: string,
  series: readonly (number | string)[],
): (number | string)[][] {
  try {
    const rows = statements.rows(table, where, ...series);
    return rows.every((row, i) => row[table.place("ordinal")] === i + 1) ? rows : [];
  } catch (error) {
    if (error instanceof DamageError) return [];
    throw error;
  }
}
