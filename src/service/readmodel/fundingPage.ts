import type { FundingRatesQuery } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import type { Table } from "./table.ts";
import { fundingRates, prehistoryFundingRates } from "./tables.ts";

/** Funding rates of a contract, newest first: settled rates, and before them those of pre-history. */
export function fundingPage(statements: Statements, query: FundingRatesQuery): RowBatch {
  const rows = [
    ...newest(statements, fundingRates, query).map((row) => [...row, 0]),
    ...newest(statements, prehistoryFundingRates, query).map((row) => [...row, 1]),
  ];
  const page = rows.sort((a, b) => b[1]! - a[1]!).slice(0, query.limit);
  return { words: Float64Array.from(page.flat()), texts: [], total: page.length, more: false };
}

/** Contract, time and rate of the newest rows of a span. */
function newest(
  statements: Statements,
  table: Table,
  { contract, limit, from = 0, to = Number.MAX_SAFE_INTEGER }: FundingRatesQuery,
): number[][] {
  const rest = "WHERE contract = ? AND time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?";
  const rows = statements.rows(table, rest, contract, from, to, limit) as number[][];
  return rows.map((row) => row.slice(0, 3));
}
