import { counted, FUNDING_RATES, MARKET, PREHISTORY_RATES } from "./counts.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError, type Table } from "./table.ts";
import { fundingRates, prehistoryFundingRates } from "./tables.ts";

/** The latest funding rates of a contract, newest first: settled rates, and before them those of pre-history. */
export function fundingPage(
  statements: Statements,
  { contract, limit }: { readonly contract: number; readonly limit: number },
): RowBatch {
  const rows = [
    ...latest(statements, { table: fundingRates, list: FUNDING_RATES, contract, limit }).map((row) => [
      ...row,
      0,
    ]),
    ...latest(statements, { table: prehistoryFundingRates, list: PREHISTORY_RATES, contract, limit }).map(
      (row) => [...row, 1],
    ),
  ];
  const page = rows.sort((a, b) => b[1]! - a[1]!).slice(0, limit);
  return { words: Float64Array.from(page.flat()), texts: [], total: page.length, more: false };
}

/**
 * Contract, time and rate of the newest rows; their ordinals are dense, down from the number counted. @throws
 * DamageError
 */
function latest(
  statements: Statements,
  of: { readonly table: Table; readonly list: number; readonly contract: number; readonly limit: number },
): number[][] {
  const { table, list, contract, limit } = of;
  const rest = "WHERE contract = ? ORDER BY time DESC LIMIT ?";
  const rows = statements.rows(table, rest, contract, limit) as number[][];
  const count = counted(statements, { account: MARKET, first: list, last: list, contract });
  for (let i = 0; i < Math.min(limit, count); i++) {
    if (rows[i]?.[3] !== count - i)
      throw new DamageError(
        `${table.name} of contract ${contract}: row ${count - i} is missing or one too many`,
      );
  }
  if (rows.length > count)
    throw new DamageError(`${table.name} of contract ${contract}: one row is too many`);
  return rows.map((row) => row.slice(0, 3));
}
