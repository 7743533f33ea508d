import { Money, quantaOf, quantaPerTickLot } from "../core/index.ts";
import { MARK } from "./candleTable.ts";
import { counted, EQUITY, MARKET, MINUTES } from "./counts.ts";
import { gridOf, isClient, lotsOf, minutesFrom, worth } from "./equityTable.ts";
import type { EquityQuery } from "./history.ts";
import type { RowBatch } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { accounts, contracts, equitySamples, minutes, progress, standings } from "./tables.ts";

/** The columns of a sample that are given out: the account before them, its `seq` after them are not. */
const [FIRST, END] = [equitySamples.place("time"), equitySamples.place("seq")];

/**
 * The samples of a query, and after them the present equity, if `more`; `total` is the time from which on the samples
 * of every minute are kept. That none is missing is proven by their number. @throws DamageError
 */
export function equityPage(statements: Statements, { account, from, to, intervalMs }: EquityQuery): RowBatch {
  const [[count, last]] = statements.all(
    "SELECT count(*), coalesce(max(time), 0) FROM equity_samples WHERE account = ?",
    account,
  ) as [[number, number]];
  if (count !== counted(statements, { account, first: EQUITY, last: EQUITY }))
    throw new DamageError(`equity_samples of ${account}: rows are missing or too many`);
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
      next === undefined || (i === 0 && row[FIRST]! <= from) || spanOf(row[FIRST]!) !== spanOf(next[FIRST]!)
    );
  });
  const [standing] = statements.rows(standings, "WHERE account = ?", account);
  const present = presentOf(statements, account, standing, to);
  const words = [...kept.map((row) => row.slice(FIRST, END)), ...(present === undefined ? [] : [present])];
  return {
    words: Float64Array.from(words.flat()),
    texts: [],
    total: Math.max(Number(standing?.[standings.place("hours_until")] ?? 0), minutesFrom(last)),
    more: present !== undefined,
  };
}

/** What an account has after the last event, as a sample. */
function presentOf(
  statements: Statements,
  account: number,
  standing: readonly (number | string)[] | undefined,
  to: number,
): number[] | undefined {
  const [opened] = statements.rows(accounts, "WHERE account = ?", account);
  const isFollowed = opened !== undefined && isClient(opened[1] as number);
  if (isFollowed !== (standing !== undefined))
    throw new DamageError(`standings: the row of ${account} is missing or one too many`);
  const [[, , time] = []] = statements.rows(progress, "") as number[][];
  if (time === undefined) throw new DamageError("the row of progress is missing");
  if (standing === undefined || time >= to) return undefined;
  const [, amount, amountQuanta, ...deposited] = standing.slice(0, standings.place("hours_until")) as [
    number,
    number,
    number,
    ...number[],
  ];
  let equity = quantaOf(amount, amountQuanta);
  for (const [contract, lots] of lotsOf(standing.at(-1) as string)) {
    const points = markOf(statements, contract);
    const [grid] = statements.rows(contracts, "WHERE contract = ?", contract) as number[][];
    if (points === undefined || grid === undefined) return undefined;
    equity += worth(lots, points, quantaPerTickLot(gridOf(grid)));
  }
  const { hi, lo } = new Money().fromQuanta(equity);
  return [time, hi, lo, ...deposited];
}

/** The last mark of a contract in points. */
function markOf(statements: Statements, contract: number): number | undefined {
  const rows = statements.rows(minutes, "WHERE contract = ?", contract) as number[][];
  if (rows.length !== counted(statements, { account: MARKET, first: MINUTES, last: MINUTES, contract }))
    throw new DamageError(`minutes of contract ${contract}: rows are missing or too many`);
  return rows.find((row) => row[minutes.place("price")] === MARK)?.[minutes.place("close")];
}
