import { Money, quantaOf, quantaPerTickLot } from "../../kernel/core/index.ts";
import { INDEX, MARK } from "./candleTable.ts";
import { gridOf, lotsOf, minutesFrom, worth } from "./equityTable.ts";
import { readEquity } from "./generated/rowReaders.ts";
import type { EquityHistory, EquityQuery, Valuation } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import { rowsOf } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { accountTotals, contracts, equitySamples, minutes, progress } from "./tables.ts";

/**
 * Columns of a sample. It has the worth of positions at the mark and at the index; one of the two is
 * returned.
 */
const TIME = equitySamples.place("time");
const WORTH = { mark: equitySamples.place("equity_units"), index: equitySamples.place("at_index_units") };
const DEPOSITED = equitySamples.place("deposited_units");
const PRICE: Readonly<Record<Valuation, number>> = { mark: MARK, index: INDEX };

/**
 * The samples of a query, and the present equity after them, if `more`; `total` is the time since which the
 * samples of every minute are kept.
 */
export function equityPage(
  statements: Statements,
  { account, from, to, intervalMs, valuedAt = "mark" }: EquityQuery,
): RowBatch {
  const [last] = statements.first(
    "SELECT coalesce(max(time), 0) FROM equity_samples WHERE account = ?",
    account,
  ) as [number];
  const rows = statements.rows(
    equitySamples,
    `WHERE account = ?1 AND time <= ?2 AND time >=
       coalesce((SELECT max(time) FROM equity_samples WHERE account = ?1 AND time <= ?3), 0) ORDER BY time`,
    ...[account, to, from],
  ) as number[][];
  const spanOf = (time: number): number => (intervalMs === undefined ? time : Math.ceil(time / intervalMs));
  const kept = rows.filter((row, i) => {
    const next = rows[i + 1];
    return (
      next === undefined || (i === 0 && row[TIME]! <= from) || spanOf(row[TIME]!) !== spanOf(next[TIME]!)
    );
  });
  const [totals] = statements.rows(accountTotals, "WHERE account = ?", account);
  const present = presentOf(statements, totals, { to, valuedAt });
  const worthAt = WORTH[valuedAt];
  const given = [TIME, worthAt, worthAt + 1, DEPOSITED, DEPOSITED + 1];
  const words = [
    ...kept.map((row) => given.map((place) => row[place]!)),
    ...(present === undefined ? [] : [present]),
  ];
  return {
    words: Float64Array.from(words.flat()),
    texts: [],
    total: Math.max(Number(totals?.[accountTotals.place("hours_until")] ?? 0), minutesFrom(last)),
    more: present !== undefined,
  };
}

/** The answer in a page. */
export function equityOf(page: RowBatch): EquityHistory {
  const samples = rowsOf(page, readEquity);
  const present = page.more ? samples.pop() : undefined;
  return { samples, present, minutesFrom: page.total };
}

/** An account's equity after the last event, as a sample. */
function presentOf(
  statements: Statements,
  totals: readonly (number | string)[] | undefined,
  { to, valuedAt }: { readonly to: number; readonly valuedAt: Valuation },
): number[] | undefined {
  const [[, , time] = []] = statements.rows(progress, "") as number[][];
  if (totals === undefined || time === undefined || time >= to) return undefined;
  const [, amount, amountQuanta, ...deposited] = totals.slice(0, accountTotals.place("hours_until")) as [
    number,
    number,
    number,
    ...number[],
  ];
  let equity = quantaOf(amount, amountQuanta);
  for (const [contract, lots] of lotsOf(totals.at(-1) as string)) {
    const points = lastOf(statements, contract, PRICE[valuedAt]);
    const [grid] = statements.rows(contracts, "WHERE contract = ?", contract) as number[][];
    if (points === undefined || grid === undefined) return undefined;
    equity += worth(lots, points, quantaPerTickLot(gridOf(grid)));
  }
  const { hi, lo } = new Money().fromQuanta(equity);
  return [time, hi, lo, ...deposited];
}

/** The last mark or index of a contract in points. */
function lastOf(statements: Statements, contract: number, price: number): number | undefined {
  const [row] = statements.rows(minutes, "WHERE contract = ? AND price = ?", contract, price) as number[][];
  return row?.[minutes.place("close")];
}
