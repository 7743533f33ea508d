import { counted, FUNDING_RATES, MARKET, PREHISTORY_RATES } from "./counts.ts";
import type { FundingRatesQuery } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";
import { fundingRates, prehistoryFundingRates } from "./tables.ts";

/** Funding rates of a contract, newest first: settled rates, and before them those of pre-history. */
export function fundingPage(statements: Statements, query: FundingRatesQuery): RowBatch {
  const rows = [
    ...newest(statements, fundingRates, FUNDING_RATES, query).map((row) => [...row, 0]),
    ...newest(statements, prehistoryFundingRates, PREHISTORY_RATES, query).map((row) => [...row, 1]),
  ];
  const page = rows.sort((a, b) => b[1]! - a[1]!).slice(0, query.limit);
  return { words: Float64Array.from(page.flat()), texts: [], total: page.length, more: false };
}

/**
 * Contract, time and rate of the newest rows of a span; their ordinals are dense, and without an end they go down from the number counted.
 * @throws DamageError
 */
function newest(
  statements: Statements,
  table: Table,
  list: number,
  { contract, limit, from, to }: FundingRatesQuery,
): number[][] {
  const rest = "WHERE contract = ? AND time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?";
  const span = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER] as const;
  const rows = statements.rows(table, rest, contract, ...span, limit) as number[][];
  const count = counted(statements, { account: MARKET, first: list, last: list, contract });
  const first = to === undefined && from === undefined ? count : Math.min(rows[0]?.[3] ?? 0, count);
  const least = from === undefined ? Math.min(limit, first) : rows.length;
  for (let i = 0; i < least; i++) {
    if (rows[i]?.[3] !== first - i)
      throw new DamageError(
        `${table.name} of contract ${contract}: row ${first - i} is missing or one too many`,
      );
  }
  if (rows.length > first)
    throw new DamageError(`${table.name} of contract ${contract}: one row is too many`);
  return rows.map((row) => row.slice(0, 3));
}
