import type { DatabaseSync } from "node:sqlite";
import { PRICE_TYPES } from "./candle.ts";
import { seriesOf } from "./candleTable.ts";
import { type Counts, counted, MARKET, PREHISTORY_CANDLES, PREHISTORY_RATES } from "./counts.ts";
import { BAR_WORDS, CANDLE_INTERVALS, type Prehistory } from "./history.ts";
import { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { counts, prehistoryCandles, prehistoryFundingRates } from "./tables.ts";

/** Writes pre-history inside the caller's transaction; a series is continued after the bars that are stored already. */
export function insertPrehistory(
  database: DatabaseSync,
  kept: Counts,
  { contract, candles, fundingRates }: Prehistory,
): void {
  const insertBar = prehistoryCandles.insert(database);
  const lastBar = database.prepare(
    "SELECT max(time) AS time FROM prehistory_candles WHERE contract = ? AND price = ? AND interval = ?",
  );
  for (const { price, intervalMs, bars } of candles) {
    const code = PRICE_TYPES.indexOf(price);
    const list = PREHISTORY_CANDLES + seriesOf(code, intervalMs);
    const last = (lastBar.get(contract, code, intervalMs)?.["time"] ?? Number.NEGATIVE_INFINITY) as number;
    for (let at = 0; at < bars.length; at += BAR_WORDS) {
      const bar = bars.subarray(at, at + BAR_WORDS);
      const time = bar[0]!;
      if (time <= last) continue;
      const ordinal = kept.add(MARKET, contract, list);
      insertBar.run(...prehistoryCandles.sealed(...bar, contract, code, intervalMs, time, ordinal));
    }
  }
  const insertRate = prehistoryFundingRates.insert(database);
  const lastRate = database.prepare(
    "SELECT max(time) AS time FROM prehistory_funding_rates WHERE contract = ?",
  );
  const last = (lastRate.get(contract)?.["time"] ?? Number.NEGATIVE_INFINITY) as number;
  for (const { time, rate } of fundingRates) {
    if (time <= last) continue;
    const ordinal = kept.add(MARKET, contract, PREHISTORY_RATES);
    insertRate.run(...prehistoryFundingRates.sealed(contract, time, rate, ordinal));
  }
}

/** Copies the undamaged series from one store to another that has none of them. */
export function copyPrehistory(from: DatabaseSync, to: DatabaseSync): void {
  const [old, fresh] = [new Statements(from), new Statements(to)];
  const writers = {
    bars: prehistoryCandles.insert(to),
    rates: prehistoryFundingRates.insert(to),
    counts: counts.insert(to),
  };
  for (const key of keysOf(old)) {
    const [list, contract] = key;
    const where = "WHERE account = ? AND list = ? AND contract = ?";
    if (fresh.rows(counts, where, MARKET, list, contract).length > 0) continue;
    const rows = wholeSeries(old, list, contract);
    if (rows === undefined) continue;
    const [table, insert] =
      list === PREHISTORY_RATES ? [prehistoryFundingRates, writers.rates] : [prehistoryCandles, writers.bars];
    for (const row of rows) insert.run(...table.sealed(...row));
    writers.counts.run(...counts.sealed(MARKET, list, contract, 0, rows.length));
  }
}

/** List and contract of every series of pre-history that was counted. */
function keysOf(statements: Statements): readonly (readonly [number, number])[] {
  const rows = statements.all(
    "SELECT list, contract FROM counts WHERE account = ? AND list BETWEEN ? AND ?",
    ...[MARKET, PREHISTORY_RATES, PREHISTORY_CANDLES + 63],
  );
  return (rows as [number, number][]).filter(
    ([list]) => list === PREHISTORY_RATES || list >= PREHISTORY_CANDLES,
  );
}

function wholeSeries(
  statements: Statements,
  list: number,
  contract: number,
): (number | string)[][] | undefined {
  try {
    const place = list - PREHISTORY_CANDLES;
    const rows =
      list === PREHISTORY_RATES
        ? statements.rows(prehistoryFundingRates, "WHERE contract = ? ORDER BY time", contract)
        : statements.rows(
            prehistoryCandles,
            "WHERE contract = ? AND price = ? AND interval = ? ORDER BY time",
            ...[contract, Math.floor(place / 16), CANDLE_INTERVALS[place % 16]!],
          );
    const count = counted(statements, { account: MARKET, first: list, last: list, contract });
    return rows.length === count ? rows : undefined;
  } catch (error) {
    if (error instanceof DamageError) return undefined;
    throw error;
  }
}
